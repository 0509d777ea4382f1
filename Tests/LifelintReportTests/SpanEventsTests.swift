// SPDX-License-Identifier: MIT

import LifelintLanguage
import LifelintModel
import LifelintRules
import Testing

@testable import LifelintReport

/// The drawing's own table of spans against the declarations.
struct SpanEventsTests {
    /// Spans that the timeline derives and a report shows: of what begins them the drawing knows nothing.
    private static let derived = ["launch", "preMain", "resume"]

    @Test("The events that begin or end each span are those of its declaration, and no others")
    func declared() throws {
        let spans = try RuleLibrary.shipped().vocabulary.spans.filter(\.union.isEmpty)
        #expect(spans.count > 20)
        #expect(SpanEvents.begins.keys.sorted() == spans.map(\.name).sorted())
        #expect(SpanEvents.ends.keys.sorted() == (spans.map(\.name) + Self.derived).sorted())
        for span in spans {
            #expect(SpanEvents.begins[span.name]?.sorted() == span.begins.map(\.name).sorted(), "\(span.name) begins")
            #expect(SpanEvents.ends[span.name]?.sorted() == span.ends.map(\.name).sorted(), "\(span.name) ends")
        }
    }

    @Test("The derived spans are some that rules can name")
    func derived() { #expect(Set(Self.derived).isSubset(of: RuleNames.derivedSpans)) }

    @Test("A span of someone's own making goes by its name")
    func own() {
        #expect(SpanEvents.mayBegin("checkout", "checkout.begin") && SpanEvents.mayEnd("checkout", "checkout"))
        #expect(!SpanEvents.mayBegin("checkout", "checkouts.begin") && !SpanEvents.mayEnd("unsaved", "unsaved.end"))
    }
}
