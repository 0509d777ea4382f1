// SPDX-License-Identifier: MIT

import LifelintKit
import LifelintModel
import LifelintRules
import Testing

@testable import LifelintLanguage

/// The days of devices with less to go by: what is said gets less sure, and never another thing.
@Suite struct DayVariantTests {
    static let days = [
        "upload-ate-the-draft", "gone-in-the-morning", "ten-seconds-to-leave", "prewarmed-then-opened",
        "logged-out-by-the-phone", "swiped-or-reclaimed", "freeze-swipe", "radio-plays-on", "three-launches",
        "two-logs-two-clocks",
    ]

    private static let rules = Result { try RulesInForce.load() }
    private static let analyzer = Result { try DayStory.analyzer(rules.get()) }

    private static func story(_ sources: [DayVariant.Source]) throws -> DayStory {
        try DayStory(sources, by: analyzer.get())
    }

    /// Rules whose verdict rests on other runs: with less of those, they may well say something else.
    private static let habits: Result<Set<String>, any Error> = Result {
        Set(try rules.get().effective.ruleSet.rules.map(\.rule).filter(\.looksBeyondOneRun).map(\.id))
    }

    /// Rules about what did happen: with less seen, nothing of it is seen, and that is all that “satisfied” says of
    /// them.
    private static let deeds: Result<Set<String>, any Error> = Result {
        Set(try rules.get().effective.ruleSet.rules.map(\.rule).filter(\.isAboutDeeds).map(\.id))
    }

    @Test(arguments: days) func `the order of the files changes nothing`(day: String) throws {
        let sources = try DayVariant.sources(of: day)
        let whole = try Self.story(sources)
        let other = try Self.story(DayVariant.reordered(sources).sources)
        #expect(other.endings == whole.endings)
        #expect(other.runs == whole.runs)
        #expect(Self.told(other) == Self.told(whole))
        #expect(other.verdicts == whole.verdicts)
    }

    @Test(arguments: days) func `without one source nothing is surer, and no other cause is certain`(day: String) throws
    {
        try Self.check(day) { DayVariant.withoutOne($0) }
    }

    @Test(arguments: days) func `cut after any line, nothing is surer, and no other cause is certain`(
        day: String
    ) throws {
        try Self.check(day) { DayVariant.cut($0) }
    }

    @Test(arguments: days) func `in whole seconds, and without zones, the causes are the same`(day: String) throws {
        let sources = try DayVariant.sources(of: day)
        let whole = try Self.story(sources)
        for variant in [DayVariant.inSeconds(sources)] + DayVariant.withoutZones(sources) {
            let story = try Self.story(variant.sources)
            for (pid, ending) in whole.endings {
                let told = story.endings[pid]
                #expect(told?.cause.isLike(ending.cause) ?? false, "\(variant.what): \(pid)")
                #expect(told.map { $0.confidence <= ending.confidence } ?? false, "\(variant.what): \(pid)")
            }
            let surer = story.surerFindings(than: whole, except: [])
            #expect(surer.isEmpty, "\(variant.what): \(surer)")
            let errors = story.newErrors(since: whole, except: [])
            #expect(errors.isEmpty, "\(variant.what): \(errors)")
        }
    }

    @Test(arguments: days) func `private names lead to no other findings`(day: String) throws {
        let sources = try DayVariant.sources(of: day)
        let whole = try Self.story(sources)
        let story = try Self.story(DayVariant.withPrivateNames(sources).sources)
        #expect(story.endings == whole.endings)
        let known = Set(whole.findings.map(\.rule))
        let found = story.findings.filter { !known.contains($0.rule) }.map(\.message)
        #expect(found.isEmpty, "\(found)")
        let counts = story.moreFindings(than: whole)
        #expect(counts.isEmpty, "\(counts)")
        let named = story.findings.compactMap(\.culprit).filter { DayVariant.privateNames(sources).contains($0) }
        #expect(named.isEmpty, "\(named)")
    }

    @Test(arguments: days, ["debugger", "harness", "simulator", "extension"])
    func `what is no run of a user is not judged by rules for users`(day: String, kind: String) throws {
        let sources = try DayVariant.sources(of: day)
        let story = try Self.story(DayVariant.run(as: kind, sources).sources)
        let guarded = Set(
            try Self.rules.get().effective.ruleSet.rules.map(\.rule).filter { $0.exempts(kind) }.map(\.id))
        let found = story.findings.filter { guarded.contains($0.rule) && Self.isTold($0, as: kind, story, sources) }
        #expect(found.isEmpty, "\(found.map { "\($0.rule): \($0.message)" })")
        let whole = try Self.story(sources)
        // How a run ended is told otherwise where somebody else may have ended it.
        let left = whole.findings.filter { finding in
            !guarded.contains(finding.rule) && !story.findings.contains { $0.rule == finding.rule }
                && whole.process(of: finding).map { story.endings[$0] == whole.endings[$0] } ?? true
        }
        #expect(left.isEmpty, "\(left.map { "\($0.rule): \($0.message)" })")
    }

    @Test func `every rule says of what hosts it speaks`() throws {
        let unasked = try Self.rules.get().effective.ruleSet.rules.map(\.rule).filter { !$0.asksForHost }.map(\.id)
        #expect(unasked.isEmpty, "\(unasked)")
    }

    /// Whether the run of a finding is one that the app's own log says the kind of, and no log of the system another.
    private static func isTold(
        _ finding: Finding, as kind: String, _ story: DayStory, _ sources: [DayVariant.Source]
    ) -> Bool {
        guard let pid = story.process(of: finding) else { return false }
        let texts = sources.map { (name: $0.name, text: String(decoding: $0.bytes, as: UTF8.self)) }
        if kind == "extension", texts.contains(where: { $0.text.contains(">:\(pid)]") }) { return false }
        return texts.contains { source in
            let text = source.text
            return source.name.hasSuffix("l") && (text.contains("\"pid\":\(pid),") || text.contains("pid=\(pid)"))
        }
    }

    private static func told(_ story: DayStory) -> [String] {
        story.findings.map { "\($0.rule) \($0.severity) \($0.confidence) \($0.message)" }.sorted()
    }

    private static func check(_ day: String, _ variants: ([DayVariant.Source]) -> [DayVariant]) throws {
        let sources = try DayVariant.sources(of: day)
        let whole = try story(sources)
        for variant in variants(sources) {
            let story = try story(variant.sources)
            let surer = story.surerEndings(than: whole)
            #expect(surer.isEmpty, "\(variant.what): \(surer)")
            let errors = story.newErrors(since: whole, except: try habits.get())
            #expect(errors.isEmpty, "\(variant.what): \(errors)")
            let findings = story.surerFindings(than: whole, except: try habits.get())
            #expect(findings.isEmpty, "\(variant.what): \(findings)")
            let verdicts = story.movedVerdicts(
                since: whole, except: try habits.get(), deeds: try deeds.get())
            #expect(verdicts.isEmpty, "\(variant.what): \(verdicts)")
        }
    }
}

extension Rule {
    /// Whether it looks over several runs, or waits for the next one.
    fileprivate var looksBeyondOneRun: Bool {
        if unlessNext != nil || usually != nil || minimumRuns > 0 { return true }
        return variants.contains { variant in
            variant.body.branches.contains { branch in
                switch branch.check {
                case .runs, .streak, .versions, .share, .place: true
                default: false
                }
            }
        }
    }

    /// Whether some of its checks is for what did happen, or what it says of a run is the worst of several spans: of
    /// one that is not seen nothing was too long.
    fileprivate var isAboutDeeds: Bool {
        variants.contains { variant in
            variant.body.isOfSeveralLengths
                || variant.body.branches.contains { branch in
                    switch branch.check {
                    case .count, .ending, .sequence, .window, .openEnd: true
                    default: false
                    }
                }
        }
    }

    /// Whether it says what hosts it is about: an extension has no front and no background of an app.
    fileprivate var asksForHost: Bool {
        variants.allSatisfy { variant in
            variant.body.branches.allSatisfy { $0.appliesIf?.description.contains("run.host") == true }
        }
    }

    /// Whether it says that it does not judge such runs.
    fileprivate func exempts(_ kind: String) -> Bool {
        let guardText = kind == "extension" ? #"run.host == "app""# : "not run.\(kind)"
        return variants.allSatisfy { variant in
            variant.body.branches.allSatisfy { $0.appliesIf?.description.contains(guardText) == true }
        }
    }
}

extension RuleBody {
    /// Whether the lengths of different spans are one verdict of a run.
    fileprivate var isOfSeveralLengths: Bool {
        guard combination == .anyOf else { return false }
        let spans = branches.compactMap { branch -> String? in
            guard case .length(let length) = branch.check else { return nil }
            return length.span.text
        }
        return spans.count == branches.count && Set(spans).count > 1
    }
}
