// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import LifelintReport

/// The drawing's own table of spans against the declarations.
struct SpanEventsTests {
    private static let declarations = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "rules/vocabulary/spans.yml")

    @Test("Every event that a declaration names is known to begin or end its span")
    func declared() throws {
        var kind = ""
        var checked = 0
        for line in try String(contentsOf: Self.declarations, encoding: .utf8).split(separator: "\n") {
            let text = line.prefix { $0 != "#" }
            if let name = text.wholeMatch(of: #/([A-Za-z]+):\s*/#)?.1 { kind = String(name) }
            guard let (_, half, value) = text.wholeMatch(of: #/  (begins|ends): (.*)/#)?.output else { continue }
            let pattern = value.hasPrefix("{") ? value.prefix { $0 != "," }.dropFirst(2) : value
            for event in pattern.matches(of: #/[a-zA-Z]+\.[a-zA-Z]+|\bhang\b/#).map({ String($0.output) }) {
                let isKnown = half == "begins" ? SpanEvents.mayBegin(kind, event) : SpanEvents.mayEnd(kind, event)
                #expect(isKnown, "\(kind) \(half) \(event)")
                checked += 1
            }
        }
        #expect(checked > 50)
    }
}
