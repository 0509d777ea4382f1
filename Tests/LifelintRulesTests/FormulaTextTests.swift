// SPDX-License-Identifier: MIT

import LifelintModel
import Testing

@testable import LifelintLanguage
@testable import LifelintRules

@Suite("Checks have one meaning, which is a formula") struct FormulaTextTests {
    private static func event(_ name: String) -> [EventSelector] { [EventSelector(declared: name)] }
    private static func seconds(_ count: Int64) -> TimeLimit { TimeLimit(nanoseconds: count * 1_000_000_000) }
    private static func span(_ name: String) -> SpanSelector { SpanSelector(source: .named(name), text: name) }

    private static let response: Check = {
        var response = Check.Response(after: event("memory.warning"), expect: event("cache.purge"), within: seconds(10))
        response.unless = event("app.willTerminate")
        return .response(response)
    }()

    private static let length: Check = {
        var length = Check.Length(span: span("backgroundTask"))
        length.longerThan = [
            .init(severity: .warning, limit: seconds(25)),
            .init(severity: .error, limit: TimeLimit(nanoseconds: 1_500_000_000, clock: .wall)),
        ]
        return .length(length)
    }()

    private static let sequence: Check = {
        var no = Check.Sequence.Step(events: event("data.save"))
        no.isNot = true
        var sequence = Check.Sequence(steps: [
            .init(events: event("app.willResignActive")), .init(events: event("data.change")), no,
            .init(events: event("process.exit")),
        ])
        sequence.within = seconds(5)
        return .sequence(sequence)
    }()

    private static let ending: Check = {
        var check = Check.EndingCheck(by: CauseSelector(causes: [.fileLock], text: "fileLock"))
        check.during = [span("fileLock"), span("database")]
        return .ending(check)
    }()

    static let cases: [(check: Check, formula: String)] = [
        (response, "always (memory.warning -> eventually[0s,10s] (cache.purge or app.willTerminate))"),
        (
            .precedence(before: event("data.load"), expect: event("database.begin"), since: []),
            "always (data.load -> once database.begin)"
        ),
        (
            .precedence(before: event("data.load"), expect: event("database.begin"), since: event("database.end")),
            "always (data.load -> ((not database.end) since database.begin))"
        ),
        (
            .between(
                opens: event("call.begin"), closes: event("call.end"), events: event("audio.pause"), forbids: false),
            "always (call.begin -> ((not call.end) until audio.pause) or not eventually call.end)"
        ),
        (
            .between(opens: event("call.begin"), closes: event("call.end"), events: event("audio.play"), forbids: true),
            "always (call.begin -> ((not audio.play) until call.end) or not eventually call.end)"
        ),
        (
            .window(after: event("backgroundTask.expire"), forbid: event("network.begin"), within: nil, until: []),
            "always (backgroundTask.expire -> not eventually network.begin)"
        ),
        (
            .window(
                after: event("backgroundTask.expire"), forbid: event("network.begin"), within: seconds(120),
                until: event("backgroundTask.end")),
            "always (backgroundTask.expire -> not ((not backgroundTask.end) until[0s,2m] network.begin))"
        ),
        (
            length,
            """
            forall k in backgroundTask: always (begin(k) -> eventually[0s,25s] end(k))   # warning
            forall k in backgroundTask: always (begin(k) -> eventually[0s,1500ms] end(k))   # error
            """
        ),
        (
            .openEnd(Check.OpenEnd(span: span("unsaved"))),
            "forall k in unsaved: always (runEnd and not (ended(debuggerStop) or "
                + "ended(harnessStop) or ended(extensionEnd) or ended(prewarmDiscarded)) -> not open(k))"
        ),
        (
            sequence,
            "always not (app.willResignActive and eventually[0s,5s] "
                + "(data.change and (not data.save) until process.exit))"
        ),
        (ending, "always not (runEnd and ended(fileLock) and (open(fileLock) or open(database)))"),
        (
            .formula(.forAll(variable: "t", span: "call", .always(.implies(.begin("t"), .eventually(nil, .end("t")))))),
            "forall t in call: always (begin(t) -> eventually end(t))"
        ),
    ]

    @Test("Each check prints its formula", arguments: cases.indices)
    func formula(index: Int) {
        let (check, formula) = Self.cases[index]
        let place = SourceLocation(file: "a.yml", line: 1, column: 1, offset: 0, length: 0)
        let branch = RuleBranch(check: check, at: place)
        let rule = Rule(
            id: "a", title: "", topic: "", message: MessageTemplate([]),
            variants: [.init(when: nil, body: RuleBody(branches: [branch]))], at: place)
        let lines = FormulaText.text(rule).split(separator: "\n").filter { !$0.hasPrefix("#") }
        #expect(lines.joined(separator: "\n") == formula)
    }

    private static func text(_ check: Check, change: (inout RuleBranch) -> Void) -> String {
        let place = SourceLocation(file: "a.yml", line: 1, column: 1, offset: 0, length: 0)
        var branch = RuleBranch(check: check, at: place)
        change(&branch)
        return FormulaText.text(
            Rule(
                id: "a", title: "", topic: "", message: MessageTemplate([]),
                variants: [.init(when: nil, body: RuleBody(branches: [branch]))], at: place))
    }

    @Test("Events of a key are those of the instance")
    func key() {
        let check = Check.Response(
            after: Self.event("backgroundTask.begin"), expect: Self.event("backgroundTask.end"),
            within: Self.seconds(5))
        let text = Self.text(.response(check)) { $0.forEach = .span("backgroundTask", key: "task") }
        #expect(
            text == "forall k in backgroundTask: "
                + "always (backgroundTask.begin(k) -> eventually[0s,5s] backgroundTask.end(k))\n")
    }

    @Test("A key whose instance is not told, and a last step that must not come, are said in words")
    func partly() {
        let answered = Check.Response(
            after: Self.event("backgroundTask.expire"), expect: Self.event("backgroundTask.end"),
            within: Self.seconds(1))
        #expect(
            Self.text(.response(answered)) { $0.forEach = .span("backgroundTask", key: "task") } == """
                # also for a key of which no backgroundTask is told to begin, which the formula passes over
                forall k in backgroundTask: always (backgroundTask.expire(k) -> eventually[0s,1s] backgroundTask.end(k))

                """)
        var no = Check.Sequence.Step(events: Self.event("data.save"))
        no.isNot = true
        var sequence = Check.Sequence(steps: [.init(events: Self.event("memory.warning")), no])
        sequence.within = Self.seconds(10)
        let text = Self.text(.sequence(sequence)) { _ in }
        #expect(text.contains("# data.save is looked for until that interval is over; the formula"))
        sequence.within = nil
        #expect(!Self.text(.sequence(sequence)) { _ in }.contains("to the end"))
    }

    @Test("What formulas cannot say is said in words")
    func words() {
        var step = Check.Sequence.Step(events: Self.event("memory.warning"))
        step.repeats = 2
        var sequence = Check.Sequence(steps: [step, .init(events: Self.event("process.exit"))])
        sequence.isStrict = true
        #expect(
            Self.text(.sequence(sequence)) { $0.same = ["document"] } == """
                # each document by itself
                # no other event of the run lies between the steps
                # memory.warning at least 2 times in a row
                always not (memory.warning and eventually process.exit)

                """)
        var end = EventSelector(declared: "network.end")
        end.phase = .end
        end.same = ["url"]
        var response = Check.Response(
            after: Self.event("hang"), expect: [end], within: TimeLimit(nanoseconds: 1_000_000_000, clock: .wall))
        response.pairsInOrder = true
        #expect(
            Self.text(.response(response)) { _ in } == """
                # of network.end, its end
                # network.end has the same url as what it answers
                # each answer answers one of them, the oldest
                # the limit of 1s counts wall time
                always (hang -> eventually[0s,1s] network.end)

                """)
    }
}
