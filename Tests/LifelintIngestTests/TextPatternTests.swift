// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import LifelintIngest
@testable import LifelintModel

@Suite struct TextPatternTests {
    private typealias Part = TextPattern.Part

    private static func match(_ parts: [TextPattern.Part], _ message: String) -> [String: String]? {
        let words = CompiledVocabulary(Vocabulary())
        var matcher = PatternMatcher(words)
        let program = PatternProgram(TextPattern(text: "", parts: parts))
        let bytes = Array(message.utf8)
        return bytes.withView { view in
            let fits = matcher.matches(program, view, 0, bytes.count)
            let match = matcher.found
            // Marks only save time.
            var slow = PatternMatcher(words)
            let fitsSlowly = slow.matchesSlowly(program, view, 0, bytes.count)
            #expect(fitsSlowly == fits, "\(parts) on \(message.debugDescription)")
            guard fits else { return nil }
            #expect(slow.found.captures == match.captures, "\(parts) on \(message.debugDescription)")
            var found: [String: String] = [:]
            for capture in match.captures {
                let name = String(decoding: program.names[capture.number], as: UTF8.self)
                found[name] = capture.isWithheld ? "-" : view.string(capture.range.lowerBound, capture.range.upperBound)
            }
            if let tag = match.tag {
                found["app"] = view.string(tag.app.lowerBound, tag.app.upperBound)
                found["process"] = view.string(tag.process.lowerBound, tag.process.upperBound)
                found["pid"] = tag.pid.map { String($0) } ?? ""
                found["host"] = tag.host.name ?? ""
            }
            return found
        }
    }

    private static let name = Part.capture(name: "name", .text)

    @Test(
        "A capture takes the shortest text that lets the rest fit",
        arguments: [
            (#"task "a" ended"#, ["name": "a"]), (#"task "a" b" ended"#, ["name": #"a" b"#]),
            (#"task "" ended"#, ["name": ""]), (#"task "<private>" ended"#, ["name": "-"]),
            (#"task "<mask.hash: 'x'>" ended"#, ["name": "-"]), (#"task "a" ended now"#, nil), ("task a", nil),
            ("task \"a\nb\" ended", nil),
        ])
    func shortest(_ message: String, _ expected: [String: String]?) {
        #expect(Self.match([.literal("task \""), Self.name, .literal("\" ended")], message) == expected)
    }

    @Test("Numbers are taken whole, choices in order, optional parts or nothing")
    func kinds() {
        let number = Part.capture(name: "n", .int)
        #expect(Self.match([.literal("id "), number], "id 42") == ["n": "42"])
        #expect(Self.match([.literal("id "), number], "id 0xffffff") == ["n": "0xffffff"])
        #expect(Self.match([.literal("id "), number, .literal("2")], "id 42") == nil)
        #expect(Self.match([.literal("id "), number], "id -1") == ["n": "-1"])
        #expect(Self.match([.literal("id "), number], "id x") == nil)
        let length = Part.capture(name: "d", .duration)
        #expect(Self.match([.literal("took "), length, .literal(".")], "took 1.5 s.") == ["d": "1.5 s"])
        let choice = Part.choice(name: "how", ["begin", "begins"])
        #expect(Self.match([choice, .literal("!")], "begins!") == ["how": "begins"])
        #expect(Self.match([.literal("a"), .optional([.literal(" b")]), .literal(" c")], "a c") == [:])
        #expect(Self.match([.literal("a"), .optional([.literal(" b")]), .literal(" c")], "a b c") == [:])
        #expect(Self.match([.literal("x "), .capture(name: "q", .quoted)], #"x "a b""#) == ["q": #""a b""#])
        #expect(Self.match([.literal("x "), .capture(name: "r", .rest)], "x a\nb") == ["r": "a\nb"])
    }

    @Test(
        "A process is known by every spelling of its tag",
        arguments: [
            ("[application<com.acme.notes>:4711]", "com.acme.notes", "", "4711", "app"),
            ("[app<com.acme.notes((null))>:4711]", "com.acme.notes", "", "4711", "app"),
            ("[app<com.acme.notes(8D1E-22)>:4711]", "com.acme.notes", "", "4711", "app"),
            ("[app<application.com.acme.notes.123.456(501)>:4711]", "com.acme.notes", "", "4711", "app"),
            ("[app<com.acme.notes.2024.3((null))>:4711]", "com.acme.notes.2024.3", "", "4711", "app"),
            ("[app<com.acme.notes>:-1]", "com.acme.notes", "", "-1", "app"),
            ("app<com.acme.notes>:<invalid>", "com.acme.notes", "", "-1", "app"),
            ("app<com.acme.notes((null))>", "com.acme.notes", "", "", "app"),
            (
                "[xpcservice<com.acme.notes.Share([app<com.acme.notes>:4711])>{vt hash: 1}[uuid:AB]:4712(:4712)]",
                "com.acme.notes.Share", "", "4712", "extension"
            ),
            (
                "[xpcservice<com.acme.notes.Share([app<com.acme.notes>:4711])>:4712:4712]", "com.acme.notes.Share", "",
                "4712", "extension"
            ),
            ("[osservice<com.apple.SpringBoard>:34]", "com.apple.SpringBoard", "", "34", "system"),
            ("[daemon<com.apple.SpringBoard>:59]", "com.apple.SpringBoard", "", "59", "system"),
            ("[app<<private>((null))>:4711]", "", "", "4711", "app"),
            ("[app<<mask.hash: 'abcDEF=='>>:4711]", "", "", "4711", "app"),
            ("<FBApplicationProcess: 0x10; <private> (<private>); pid: 4711>", "", "", "4711", "app"),
            ("[Notes Plus:4711]", "", "Notes Plus", "4711", ""),
            (
                "<FBApplicationProcess: 0x10; Notes (com.acme.notes); pid: 4711>", "com.acme.notes", "Notes", "4711",
                "app"
            ),
            (
                "<BKProcess: 0x10; Notes; com.acme.notes; pid: 4711; agency: Application; task: running>",
                "com.acme.notes", "Notes", "4711", "app"
            ),
            (
                "<BKProcess: 0x10; Notes.iOS; com.acme.notes; pid: 4711; agency: Application; task: none>",
                "com.acme.notes", "Notes.iOS", "4711", "app"
            ),
            (
                "<BKProcess: 0x10; com.acme.notes.; com.acme.notes.Share; pid: 4712; agency: Extension; task: none>",
                "com.acme.notes.Share", "com.acme.notes.", "4712", "extension"
            ),
            ("<FBApplicationProcess: 0x10; com.acme.notes; pid: 4711>", "com.acme.notes", "", "4711", "app"),
            ("<FBApplicationProcess: 0x10; Notes; pid: 4711>", "", "Notes", "4711", "app"),
        ])
    func tags(_ text: String, _ app: String, _ process: String, _ pid: String, _ host: String) {
        let found = Self.match(
            [.capture(name: "process", .tag), .literal(" Suspending task.")], text + " Suspending task.")
        #expect(found == ["app": app, "process": process, "pid": pid, "host": host])
    }

    @Test(
        "What only looks like a tag is none",
        arguments: ["[]", "[Notes]", "[app<<private>>]", "[:1]", "app<>:1", "[app<com.acme.notes:1]", "<x>", "["])
    func noTags(_ text: String) {
        #expect(Self.match([.capture(name: "process", .tag), .literal(" gone")], text + " gone") == nil)
    }

    @Test("A message that almost fits in very many ways takes no longer than its length times the pattern's")
    func linear() {
        var parts: [TextPattern.Part] = []
        for index in 0..<8 { parts += [.capture(name: "c\(index)", .text), .literal("a")] }
        parts.append(.literal("!"))
        #expect(Self.match(parts, String(repeating: "a", count: 20_000)) == nil)
    }

    /// Tries everything: slow and obvious.
    private static func slow(_ parts: ArraySlice<TextPattern.Part>, _ text: Substring) -> [String: String]? {
        guard let part = parts.first else { return text.isEmpty ? [:] : nil }
        let rest = parts.dropFirst()
        switch part {
        case .literal(let literal):
            return text.hasPrefix(literal) ? slow(rest, text.dropFirst(literal.count)) : nil
        case .choice(let name, let choices):
            for choice in choices where text.hasPrefix(choice) {
                guard var found = slow(rest, text.dropFirst(choice.count)) else { continue }
                if let name { found[name] = choice }
                return found
            }
            return nil
        case .optional(let inner):
            return slow(inner + rest, text) ?? slow(rest, text)
        case .capture(let name, let kind):
            for length in 0...text.count {
                let taken = text.prefix(length)
                if kind == .word, taken.contains(where: \.isWhitespace) { return nil }
                if kind == .text, taken.contains("\n") { return nil }
                guard var found = slow(rest, text.dropFirst(length)) else { continue }
                if let name { found[name] = String(taken) }
                return found
            }
            return nil
        }
    }

    private static func randomPart(_ index: Int, _ random: inout SeededGenerator) -> TextPattern.Part {
        switch Int.random(in: 0..<9, using: &random) {
        case 0: .capture(name: "t\(index)", .text)
        case 1: .capture(name: "w\(index)", .word)
        case 2: .capture(name: "r\(index)", .rest)
        case 3: .optional([.literal("b"), .capture(name: "o\(index)", .word)])
        case 4: .optional([.literal("a")])
        case 5: .choice(name: "c\(index)", ["ab", "b", "a"])
        case 6: .literal("ab")
        case 7: .literal(" ")
        default: .literal("a")
        }
    }

    @Test("Random patterns match random texts as a matcher does that tries everything")
    func differential() {
        var random = SeededGenerator(seed: 41)
        var matches = 0
        for _ in 0..<6_000 {
            let parts = (0..<Int.random(in: 1...6, using: &random)).map { Self.randomPart($0, &random) }
            let text = String(
                (0..<Int.random(in: 0...9, using: &random)).map { _ in "aab b\n".randomElement(using: &random) ?? "a" })
            let expected = Self.slow(parts[...], text[...])
            #expect(Self.match(parts, text) == expected, "\(parts) on \(text.debugDescription)")
            if expected != nil { matches += 1 }
        }
        #expect(matches > 300)
    }
}

@Suite struct PatternAnchorTests {
    @Test(
        "Lines are searched for by the longest text that stands in every match",
        arguments: [
            ([.capture(name: nil, .tag), .literal(" Suspending task.")], [" Suspending task."]),
            (
                [.choice(name: nil, ["AppState", "appState"]), .literal(" background")],
                ["AppState background", "appState background"]
            ),
            ([.literal("a "), .optional([.literal("much longer")]), .literal(" bcd")], [" bcd"]),
            ([.literal("one \"quoted text\" two")], ["quoted text"]), ([.capture(name: "a", .text)], []),
        ] as [([TextPattern.Part], [String])])
    func anchors(_ parts: [TextPattern.Part], _ expected: [String]) {
        #expect(TextPattern(text: "", parts: parts).anchors == expected)
    }
}
