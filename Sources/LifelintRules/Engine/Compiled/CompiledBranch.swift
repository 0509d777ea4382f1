// SPDX-License-Identifier: MIT

import LifelintLanguage
import LifelintModel

/// A branch of a rule, ready to be asked for every event of every run.
final class CompiledBranch {
    let rule: Rule
    let branch: RuleBranch
    /// The number by which machines of a run are found.
    let number: Int
    /// Whether the check asks for the launch, which not every source can show.
    let asksForLaunch: Bool
    /// Whether it asks of instances if they kept the main thread.
    private(set) lazy var asksForBlocked = {
        let conditions = [branch.condition] + branch.check.spanSelectors.map(\.condition)
        return conditions.contains { condition in
            condition?.fieldPaths.contains { FieldPath($0).rest.known == .blocked } ?? false
        }
    }()
    /// The kind of spans that it looks at one by one, where its check is of events and the rule asks for the instance.
    let subjectKind: String?
    /// What its check speaks of first, as the rule writes it.
    var lookedFor: String? {
        if let event = branch.check.eventSelectors.lazy.compactMap(\.first).first { return event.text }
        guard let span = branch.check.spanSelectors.first else { return nil }
        return if case .named(let name) = span.source { name } else { span.text }
    }
    /// What it asks of how the run ended, if it does.
    let ending: CompiledEnding?
    /// Whether it looks over several runs: then what it comes to is counted there, not with the run.
    let looksOverRuns: Bool
    private(set) var keys: KeyFields
    /// What the spans that it asks for have to share with what it judges.
    let sharedKey: SharedKey
    let whileOpen: [[CompiledSpanSelector]]
    let interruptedBy: CompiledSelector
    let bindings: [(binding: Rule.Binding, selector: CompiledSelector)]
    /// Spans of the rule's own choosing: their kind, and what opens and closes them.
    let adHoc: [(kind: String, from: CompiledSelector, to: CompiledSelector)]
    /// Events concern nothing but the check itself.
    let isPlain: Bool
    /// Whether anything interrupts it, it has spans of its own choosing, and it binds events.
    let isInterruptible: Bool
    let hasAdHoc: Bool
    let hasBindings: Bool
    /// What the rule binds.
    let ruleBindings: RuleBindings
    /// By the place of the binding: the events that it means, whether it means the first of them, and its name.
    let bound: [CompiledSelector]
    let bindsFirst: [Bool]
    let bindingNames: [String]
    /// What its condition asks of them.
    private(set) lazy var questions = ConditionQuestions(branch.condition, bindings: bindingNames)
    /// Whether anything has to be open.
    let isGuarded: Bool
    /// Whether what follows in the instant of a trigger may make it doubtful.
    var mayDoubt: Bool { isGuarded || hasBindings }
    /// Whether fields tell apart what it looks at.
    let isKeyed: Bool
    /// The list of `while` whose open instances have the keys of events that name none: what is looked at one by one.
    let keyedWhile: Int?
    /// Several branches are combined by their keys, or by the instances of a span, so satisfied ones are told one by
    /// one.
    let needsKeys: Bool
    /// The rule asks what several branches say of one key.
    let meetsOthers: Bool
    /// What the machine wants to be told, its check's own interests included.
    private(set) var interests = Interests()
    private let kinds: [String]
    /// What a run has to hold so that there is anything to judge.
    private(set) var trigger = CheckTrigger.always
    /// By list of `while`: the spans of which one has to be open.
    private(set) var openKinds: [[CheckTrigger.Span]] = []
    /// Spans of which one has to be open at an ending.
    private(set) var duringKinds: [CheckTrigger.Span] = []
    /// What is known of the branch's condition before a run is walked through.
    let foreknown: ForeknownCondition?
    /// What its formula may pass over, if it is one that may.
    private(set) lazy var formulaReach: FormulaReach? = {
        if case .formula(let formula) = branch.check { FormulaReach(formula) } else { nil }
    }()
    /// Its formula, if it is one.
    private(set) lazy var formulaNode: FormulaNode? = {
        if case .formula(let formula) = branch.check { FormulaNode(formula, self) } else { nil }
    }()
    /// The check, ready for its machines.
    private(set) lazy var form = CompiledForm(self)
    /// The number of the condition under which it applies; nil where it always does.
    private(set) var condition: Int?
    private let traits: SpanTraits
    private var selectors: [CompiledSelector?] = []
    private var spanSelectors: [[CompiledSpanSelector]?] = []

    /// - Parameter bound: what the rule binds.
    init(
        rule: Rule, branch: RuleBranch, _ bound: RuleBindings, number: Int, items: [RunItem] = [], traits: SpanTraits
    ) {
        self.traits = traits
        self.rule = rule
        self.branch = branch
        self.number = number
        subjectKind = CompiledBranch.subjectKind(rule, branch)
        ending = if case .ending(let check) = branch.check { CompiledEnding(check) } else { nil }
        looksOverRuns = branch.check.looksOverRuns
        asksForLaunch = branch.check.asksForLaunch
        keys = KeyFields(branch)
        sharedKey = SharedKey(branch, keys, traits)
        let combinations = rule.variants.compactMap(\.body.combination)
        needsKeys =
            !combinations.isEmpty
            && (!keys.fields.isEmpty || combinations.contains(.allOf) && branch.check.judgedSpan != nil)
        meetsOthers = needsKeys && combinations.contains { $0 != .anyOf }
        var compiler = SpanCompiler(number: number, traits: traits)
        whileOpen = branch.whileOpen.map { list in list.map { compiler.compile($0) } }
        interruptedBy = bound.interruptedBy
        bindings = bound.bindings
        let spans = branch.check.spanSelectors + items.flatMap(\.spans)
        kinds = spans.map { compiler.compile($0).kind }
        adHoc = compiler.adHoc
        foreknown = branch.condition.map { bound.foreknown($0) }
        isPlain = adHoc.isEmpty && bindings.isEmpty && interruptedBy.isEmpty
        isInterruptible = !interruptedBy.isEmpty
        hasAdHoc = !adHoc.isEmpty
        hasBindings = !bindings.isEmpty
        ruleBindings = bound
        self.bound = bound.bound
        bindsFirst = bound.bindsFirst
        bindingNames = bound.names
        isGuarded = !whileOpen.isEmpty
        isKeyed = !keys.fields.isEmpty
        keyedWhile = CompiledBranch.keyedWhile(branch, whileOpen, adHoc.map(\.kind), keys)
        askForSpans()
        askForEvents(items)
        if case .openEnd(let check) = branch.check { interests.watchesSuspension = check.when == .suspended }
    }

    /// Asks for the spans of the check and of what stands around it, and for the events that these are made of.
    private func askForSpans() {
        for list in whileOpen { interests.kinds.formUnion(list.map(\.kind)) }
        interests.kinds.formUnion(kinds)
        if let subjectKind { interests.kinds.insert(subjectKind) }
        interests.add(interruptedBy)
        for row in bindings { interests.add(row.selector) }
        for row in adHoc {
            interests.add(row.from)
            interests.add(row.to)
        }
    }

    /// Asks for the events of the check, and of what it looks for in whole runs.
    private func askForEvents(_ items: [RunItem]) {
        // What nobody asks for by its place is a name among others.
        var names: [EventSelector.Name] = []
        let keepsPlaces = branch.check.keepsPlaces
        for (place, events) in branch.check.eventSelectors.enumerated() where !events.isEmpty {
            if keepsPlaces { interests.add(selector(place, events)) } else { names += events.flatMap(\.names) }
        }
        for item in items {
            for sight in item.saw + item.missing {
                for events in [sight.events, sight.of, sight.near] { names += events.flatMap(\.names) }
            }
        }
        if !names.isEmpty { interests.add(NameSet(names)) }
        if items.contains(where: { $0.unsaved != nil }) { interests.kinds.insert("unsaved") }
        var needsAll = false
        if case .formula = branch.check { needsAll = true }
        if case .sequence(let sequence) = branch.check, sequence.isStrict { needsAll = true }
        if needsAll {
            // Every event is a position that a formula speaks of, and one that a strict sequence forbids.
            interests.addAll()
        }
    }

    /// Spans of the rule's own choosing are told apart by all fields of the key at once: by one alone they have that
    /// key.
    private static func keyedWhile(
        _ branch: RuleBranch, _ lists: [[CompiledSpanSelector]], _ adHoc: [String], _ keys: KeyFields
    ) -> Int? {
        guard case .span(let kind, let key) = branch.forEach, !key.isEmpty else { return nil }
        let kinds = [kind] + (keys.fields.count == 1 ? adHoc : [])
        return lists.firstIndex { list in list.allSatisfy { kinds.contains($0.kind) } }
    }

    private static func subjectKind(_ rule: Rule, _ branch: RuleBranch) -> String? {
        guard case .span(let kind, let key) = branch.forEach, !key.isEmpty, !branch.check.looksOverRuns else {
            return nil
        }
        switch branch.check {
        case .length, .overlap, .openEnd, .ending, .formula, .share: return nil
        default: break
        }
        var paths = [branch.condition].compactMap(\.self).flatMap(\.fieldPaths)
        paths += rule.severityBy.flatMap { $0.when.fieldPaths } + rule.culprits
        paths += (branch.message ?? rule.message).fields
        return paths.contains { $0.hasPrefix("span.") } ? kind : nil
    }

    /// Whether a machine judges it in each run: what looks over several runs is judged by their answers.
    var hasMachine: Bool {
        switch branch.check {
        case .runs, .versions, .streak: false
        default: true
        }
    }

    /// Whether it asks how the run ended.
    var isEnding: Bool { ending != nil }

    /// Whether both judge each instance of one span.
    func isOfInstances(like other: CompiledBranch) -> Bool {
        guard let span = branch.check.judgedSpan else { return false }
        return span == other.branch.check.judgedSpan
    }

    /// Has the same list of key fields as other branches that tell apart by those.
    func shareKeys(_ lists: inout [[String]]) { keys.share(&lists) }

    /// Learns the numbers of the kinds, and of the condition under which it applies.
    func number(by wanted: SpanKinds, condition: Int?) {
        self.condition = condition
        trigger = CheckTrigger(self, wanted)
        if case .ending(let check) = branch.check {
            duringKinds = spans(0, check.during).map { CheckTrigger.Span($0.kind, self, wanted) }
        }
        openKinds = whileOpen.map { list in list.map { CheckTrigger.Span($0.kind, self, wanted) } }
    }

    /// The names that `let` and what the check captures bind.
    private lazy var boundNames: Set<String> = {
        let captured = branch.check.eventSelectors.joined().flatMap(\.captures).map(\.name)
        return Set(rule.bindings.map(\.name) + captured)
    }()

    /// A selector of the check, made once for all runs.
    func selector(_ place: Int, _ events: @autoclosure () -> [EventSelector]) -> CompiledSelector {
        if place < selectors.count, let known = selectors[place] { return known }
        while selectors.count <= place { selectors.append(nil) }
        let compiled = CompiledSelector(events(), bound: boundNames)
        selectors[place] = compiled
        return compiled
    }

    /// Span selectors of the check, made once for all runs.
    func spans(_ place: Int, _ spans: @autoclosure () -> [SpanSelector]) -> [CompiledSpanSelector] {
        if place < spanSelectors.count, let known = spanSelectors[place] { return known }
        while spanSelectors.count <= place { spanSelectors.append(nil) }
        let compiled = spans().map { compile($0) }
        spanSelectors[place] = compiled
        return compiled
    }

    /// A span selector of the check, made once for all runs.
    func span(_ place: Int, _ span: @autoclosure () -> SpanSelector) -> CompiledSpanSelector {
        if place < spanSelectors.count, let known = spanSelectors[place]?.first { return known }
        let span = span()
        return spans(place, [span]).first ?? compile(span)
    }

    /// A span selector of the check; each has the kind that it got when the branch was compiled.
    func compile(_ selector: SpanSelector) -> CompiledSpanSelector {
        var compiler = SpanCompiler(number: number, traits: traits)
        return compiler.compile(selector)
    }
}

/// What a check asks of how a run ended.
///
/// Why a class: it is looked at for every kind of runs.
final class CompiledEnding {
    let check: Check.EndingCheck

    init(_ check: Check.EndingCheck) { self.check = check }
}

/// Gives the spans that rules choose themselves kinds of their own.
struct SpanCompiler {
    let number: Int
    private(set) var adHoc: [(kind: String, from: CompiledSelector, to: CompiledSelector)] = []

    private let traits: SpanTraits

    init(number: Int, traits: SpanTraits) {
        self.number = number
        self.traits = traits
    }

    mutating func compile(_ selector: SpanSelector) -> CompiledSpanSelector {
        guard case .between(let from, let to) = selector.source else {
            return CompiledSpanSelector(selector, adHocKind: "", traits)
        }
        // Equal ways of writing are one span.
        let kind = "#\(number) \(selector.text)"
        if !adHoc.contains(where: { $0.kind == kind }) {
            adHoc.append((kind, CompiledSelector(from), CompiledSelector(to)))
        }
        return CompiledSpanSelector(selector, adHocKind: kind, traits)
    }
}

extension Check {
    /// The declared or derived span of which it judges each instance, if it does.
    fileprivate var judgedSpan: String? {
        let span: SpanSelector? =
            switch self {
            case .length(let check): check.span
            case .overlap(let check): check.span
            default: nil
            }
        guard case .named(let name) = span?.source else { return nil }
        return name
    }

    /// Whether the `launch` span is one that it is about; a length knows for itself what it cannot measure.
    fileprivate var asksForLaunch: Bool {
        switch self {
        case .place, .openEnd, .ending, .overlap, .count:
            spanSelectors.contains { if case .named("launch") = $0.source { true } else { false } }
        default: false
        }
    }

    /// Whether who judges asks for the selectors by their places among ``eventSelectors``.
    fileprivate var keepsPlaces: Bool {
        switch self {
        case .share, .formula: false
        // It is judged as a share.
        case .count(let count): count.group == nil
        default: true
        }
    }
}

extension Check.Count {
    /// Counting over several runs: all of what is counted is what is counted among.
    var asShare: Check.Share {
        Check.Share(
            share: .events(events), of: .events(events), limit: .moreThan(moreThan), atLeastOf: 1, across: group ?? .all
        )
    }
}
