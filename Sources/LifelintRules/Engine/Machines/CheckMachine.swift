// SPDX-License-Identifier: MIT

import LifelintLanguage
import LifelintModel

/// One branch of one rule at work on one run: a push machine that is told what happens and says what it comes to.
///
/// Subclasses hold what is open for their check. Outcomes are kept until the run is over: only then is it known which
/// sources cover it.
class CheckMachine {
    /// Of one run at least so many outcomes are told one by one, the worst; of those beyond them, violations are
    /// counted.
    static let outcomeLimit = 1_000

    let branch: CompiledBranch
    /// It lets go of its machines when it is over.
    let walk: RunWalk
    private(set) var outcomes: [Outcome] = []
    /// Satisfied verdicts that rest on nothing but what was seen.
    private(set) var plainlySatisfied = 0
    /// How often a value was missing, of nothing in particular.
    private(set) var plainlyMissing = 0
    /// What each of them comes to.
    static let missing = Outcome.Verdict.notEvaluated(.valueMissing)
    /// Violations beyond the ones that are told one by one.
    private(set) var uncountedViolations = 0
    private(set) var interruptions: [RunWalk.Mark] = []
    /// Instances of spans that the guards let pass though what must be open may have ended.
    private var doubtful: [ObjectIdentifier: (span: SpanInstance, reason: Outcome.Reason)] = [:]
    /// What the guards let pass in the instant in hand: what must be open may yet turn out to have ended before.
    private var guarded: [Guarded] = []
    private struct Guarded {
        enum Subject {
            case trigger(Trigger)
            case span(SpanInstance)
        }

        let subject: Subject
        let event: SeenEvent
        let key: ObligationKey
        /// The number of the event that ended what must be open.
        var leftBy: Int?
        /// Whether a trigger is one with other events bound, where the rule binds any.
        var isMeant: ((BoundEvents) -> Bool)?
        /// What the rule binds came behind it in its instant, and had it come before it would be none.
        var isContradicted = false
    }
    /// Those that they let pass for what is open of another key, since nobody tells which theirs is.
    private var ofUntoldKey = InstanceSet()
    /// What the rule asks for of the instances that it looks at one by one.
    private var subjects = KeySubjects()
    /// By the place of the binding among those of the branch.
    private var boundEvents: [KeyedEvents] = []
    /// Ends of spans of the rule's own choosing that ended nothing: in their instant one may begin yet that they end.
    private var looseEnds: [(kind: String, event: SeenEvent)] = []
    /// The same where nothing tells keys apart; and the last that are certainly of an earlier instant than those.
    private var boundAlone: [SeenEvent?] = []
    private var earlierAlone: [SeenEvent?] = []

    init(_ branch: CompiledBranch, _ walk: RunWalk) {
        self.branch = branch
        self.walk = walk
    }

    /// How often the check is satisfied, once the run is over; nil where there is more to say than that.
    var plainCount: Int32? {
        guard uncountedViolations == 0, plainlyMissing == 0,
            outcomes.isEmpty || outcomes.allSatisfy({ $0.isPlainlySatisfied })
        else { return nil }
        return Int32(exactly: plainlySatisfied + outcomes.count)
    }

    var keys: KeyFields { branch.keys }
    var clock: RuleClock { branch.branch.clock }

    // MARK: What subclasses answer

    /// An event that the check speaks of.
    func take(_ event: SeenEvent) {}
    /// An instance of a span that the check speaks of began.
    func spanBegan(_ span: SpanInstance) {}
    /// It ended; it is still among the open ones.
    func spanEnded(_ span: SpanInstance) {}
    /// It was a callback of which neither end nor duration is told: it is not open, and never was measured.
    func spanDropped(_ span: SpanInstance) {}
    /// A callback was told of which neither end nor duration is known.
    func pointSeen(_ event: SeenEvent) {}
    /// The app was suspended.
    func suspended(confidence: Confidence) {}
    /// Whether a call for that token is still wanted.
    func isPending(_ token: Int) -> Bool { false }
    /// What has to be open for a trigger may have ended before it, as its instant shows once it is over.
    func doubted(_ trigger: Trigger) {}
    /// A limit was exceeded; `closer` shows it, or the seen end of the run does.
    func deadlinePassed(_ token: Int, closer: SeenEvent?) {}
    /// The run is over, or its evidence is.
    func runEnded() {}
    /// The same, of a run whose evidence cannot show its launch, by a check that asks for that span.
    func runEndedWithoutLaunch() { withdraw { _ in true } }

    // MARK: What happens

    final func finish() {
        if !guarded.isEmpty { settleGuards { _ in true } }
        if branch.asksForLaunch, !walk.showsLaunch { runEndedWithoutLaunch() } else { runEnded() }
    }

    final func see(_ event: SeenEvent) {
        if let first = guarded.first, first.event.isPast(event) { settleGuards { $0.isPast(event) } }
        if branch.isPlain { return take(event) }
        if branch.isInterruptible, branch.interruptedBy.names(event) {
            interruptions.append(RunWalk.Mark(moment: event.moment, clocks: walk.clocks))
        }
        if branch.hasAdHoc { closeAdHoc(event) }
        take(event)
        if branch.hasAdHoc { openAdHoc(event) }
        if branch.hasBindings { bind(event) }
    }

    private func closeAdHoc(_ event: SeenEvent) {
        for row in branch.adHoc where row.to.matches(event, walk) {
            walk.noteTold(row.kind)
            if walk.closeAdHoc(row.kind, key: keys.key(of: event).text ?? "", event) { continue }
            looseEnds.removeAll { $0.event.isPast(event) }
            if looseEnds.count < CheckMachine.outcomeLimit { looseEnds.append((row.kind, event)) }
        }
    }

    private func openAdHoc(_ event: SeenEvent) {
        for row in branch.adHoc where row.from.matches(event, walk) {
            walk.noteTold(row.kind)
            let key = keys.key(of: event)
            walk.openAdHoc(row.kind, key: key.text ?? "", event)
            // Events of one instant stand by their names, so that its end may come before it.
            let end = looseEnds.firstIndex {
                $0.kind == row.kind && $0.event.isTied(with: event) && key.fits(keys.key(of: $0.event))
            }
            if let end { walk.closeAdHoc(row.kind, key: key.text ?? "", looseEnds.remove(at: end).event) }
        }
    }

    private func bind(_ event: SeenEvent) {
        for place in branch.ruleBindings.places(of: event, walk) {
            bind(event, isFirst: branch.bindsFirst[place], at: place)
        }
    }

    /// - Parameter isFirst: whether the first event is meant rather than the last.
    private func bind(_ event: SeenEvent, isFirst: Bool, at place: Int) {
        if !guarded.isEmpty { contradict(event, isFirst: isFirst, at: place) }
        guard branch.isKeyed else {
            if boundAlone.isEmpty { boundAlone = Array(filledWith: nil, count: branch.bound.count) }
            if isFirst, boundAlone[place] != nil { return }
            if let known = boundAlone[place], known.isPast(event) {
                if earlierAlone.isEmpty { earlierAlone = Array(filledWith: nil, count: boundAlone.count) }
                earlierAlone[place] = known
            }
            boundAlone[place] = event
            return
        }
        if boundEvents.isEmpty { boundEvents = Array(filledWith: KeyedEvents(), count: branch.bound.count) }
        boundEvents[place].take(event, keys.key(of: event), isFirst: isFirst, limit: CheckMachine.outcomeLimit)
    }

    /// The events that `let` binds for a trigger of that key.
    final func bound(for key: @autoclosure () -> ObligationKey) -> BoundEvents {
        if !branch.hasBindings { return .none }
        if !boundAlone.isEmpty { return BoundEvents(of: branch, events: boundAlone) }
        if boundEvents.isEmpty { return .none }
        let key = key()
        return BoundEvents(
            of: branch,
            events: boundEvents.enumerated().map { place, known in
                known.event(fitting: key, isFirst: branch.bindsFirst[place])
            })
    }

    // MARK: What is bound in the instant of a trigger

    /// Whether nothing tells on which side of a trigger an event stands: its name alone has put it where it is.
    ///
    /// A launch comes before all else and an end behind it, and callbacks come as they follow from one another.
    private static func mayChangeSides(_ event: SeenEvent, of trigger: SeenEvent) -> Bool {
        guard event.isTied(with: trigger) else { return false }
        if event.name.isRuleCallback, trigger.name.isRuleCallback { return false }
        return ![event.name, trigger.name].contains { $0 == .processLaunch || $0 == .processExit }
    }

    /// Whether a trigger would be none, had something that is bound and stands before it in its instant come behind it.
    private func isContradicted(
        _ event: SeenEvent, _ key: ObligationKey, _ bound: BoundEvents, _ isMeant: (BoundEvents) -> Bool
    ) -> Bool {
        let places = branch.bound.indices.filter { place in
            bound.event(at: place).map { CheckMachine.mayChangeSides($0, of: event) } ?? false
        }
        if places.isEmpty { return false }
        func holdsWithout(_ isLeftOut: (Int) -> Bool) -> Bool {
            isMeant(
                BoundEvents(
                    of: branch,
                    events: branch.bound.indices.map { place in
                        places.contains(place) && isLeftOut(place)
                            ? earlier(at: place, key) : bound.event(at: place)
                    }))
        }
        if !holdsWithout({ _ in true }) { return true }
        return places.count > 1
            && places.contains { place in
                !holdsWithout { bound.event(at: $0)?.number == bound.event(at: place)?.number }
            }
    }

    /// What would be bound, had the last event come later.
    private func earlier(at place: Int, _ key: ObligationKey) -> SeenEvent? {
        if branch.bindsFirst[place] { return nil }
        if !boundAlone.isEmpty { return earlierAlone.isEmpty ? nil : earlierAlone[place] }
        return boundEvents.isEmpty ? nil : boundEvents[place].earlier(fitting: key)
    }

    /// Triggers of the instant of an event that is to be bound would be none, had that come before them.
    private func contradict(_ event: SeenEvent, isFirst: Bool, at place: Int) {
        let key = branch.isKeyed ? keys.key(of: event) : nil
        for row in guarded.indices where !guarded[row].isContradicted {
            guard let isMeant = guarded[row].isMeant, case .trigger(let trigger) = guarded[row].subject,
                CheckMachine.mayChangeSides(event, of: trigger.event),
                key.map({ trigger.key.fits($0) }) ?? true, !isFirst || trigger.bound.event(at: place) == nil
            else { continue }
            let events = branch.bound.indices.map { $0 == place ? event : trigger.bound.event(at: $0) }
            guarded[row].isContradicted = !isMeant(BoundEvents(of: branch, events: events))
        }
    }

    // MARK: Triggers

    /// A trigger that passed the guards.
    final class Trigger {
        let event: SeenEvent
        let key: ObligationKey
        let clocks: ClockReading
        /// What it captures, and what others that follow it do: made for who asks, since most triggers are answered.
        private(set) lazy var extra: [String: Value] = captures?.captured(from: event) ?? [:]
        private let captures: CompiledSelector.Part?
        let bound: BoundEvents
        /// The instance that the rule looks at, where it asks for it.
        fileprivate(set) var subject: KeySubject?
        /// Why what has to be open may not have been: it may have ended in a stretch that the log lost, or have begun
        /// later.
        fileprivate(set) var doubt: Outcome.Reason?
        /// Something came in its instant that matters to its window: it may have come before or after.
        var isOrderUntold = false
        /// What has to be open is that of one key, and nobody says that the event is of that.
        let isKeyUntold: Bool

        init(
            event: SeenEvent, key: ObligationKey, clocks: ClockReading, captures: CompiledSelector.Part?,
            bound: BoundEvents, doubt: Outcome.Reason? = nil, isKeyUntold: Bool = false
        ) {
            self.event = event
            self.key = key
            self.clocks = clocks
            self.captures = captures
            self.bound = bound
            self.doubt = doubt
            self.isKeyUntold = isKeyUntold
        }

        /// The same trigger of which nobody says whose it is.
        init(ofUntoldKey other: Trigger) {
            event = other.event
            key = other.key
            clocks = other.clocks
            captures = other.captures
            bound = other.bound
            subject = other.subject
            doubt = other.doubt
            isKeyUntold = true
        }

        /// The same trigger with further values.
        init(_ other: Trigger, binding values: [String: Value]) {
            event = other.event
            key = other.key
            clocks = other.clocks
            captures = nil
            bound = other.bound
            subject = other.subject
            doubt = other.doubt
            isKeyUntold = other.isKeyUntold
            extra = other.extra.merging(values) { $1 }
        }
    }

    /// The triggers that an event is: one, or where it has no key of its own and `while` asks for what is looked at one
    /// by one, one for each instance of it that is open.
    final func triggers(_ event: SeenEvent, _ selector: CompiledSelector) -> [Trigger] {
        guard let list = branch.keyedWhile, selector.names(event) else {
            return trigger(event, selector).map { [$0] } ?? []
        }
        let own = keys.key(of: event)
        guard let first = own.values.first, first == nil else {
            return trigger(event, selector).map { [$0] } ?? []
        }
        var known: Set<ObligationKey> = []
        var found: [Trigger] = []
        for span in walk.openSpans where branch.whileOpen[list].contains(where: { $0.matches(span, walk) }) {
            guard let key = own.filled(from: keys.key(of: span)), known.insert(key).inserted else { continue }
            if let trigger = trigger(event, selector, key: key) { found.append(trigger) }
        }
        return found
    }

    /// The trigger that an event is, if it matches and the guards let it pass.
    ///
    /// - Parameter known: its key, where that is not what the event itself tells.
    final func trigger(_ event: SeenEvent, _ selector: CompiledSelector, key known: ObligationKey? = nil) -> Trigger? {
        // Most rules bind nothing, and most events are no trigger: keys are made for those only.
        guard selector.names(event) else { return nil }
        let bound = bound(for: known ?? keys.key(of: event))
        guard let matched = selector.match(event, walk, bound: bound), isAllowed(for: known ?? keys.key(of: event))
        else { return nil }
        let key = known ?? (branch.isKeyed ? keys.key(of: event) : ObligationKey(values: []))
        var doubt = guardDoubt(at: event, for: key)
        let subject = branch.subjectKind.flatMap { subjects.subject(of: event, $0, key, walk) }
        if let condition = branch.branch.condition {
            var fields = RuleFields(walk: walk, event: event)
            fields.extra = matched.captured(from: event)
            fields.bound = bound
            fields.subject = subject?.span
            guard condition.evaluate(fields) else { return nil }
            switch orders(condition, fields) {
            case .none: return nil
            case .some: doubt = doubt ?? .orderUntold
            case .all: if doubt == nil, restsOnLoss(condition, fields) { doubt = .gap }
            }
        }
        let isMeant = branch.hasBindings ? question(event, selector, subject?.span) : nil
        if doubt == nil, let isMeant, isContradicted(event, key, bound, isMeant) { doubt = .orderUntold }
        let trigger = Trigger(
            event: event, key: key, clocks: walk.clocks, captures: matched.captures.isEmpty ? nil : matched,
            bound: bound, doubt: doubt, isKeyUntold: isGuardKeyUntold(for: key))
        trigger.subject = subject
        if branch.mayDoubt { keep(.trigger(trigger), event, key, isMeant) }
        return trigger
    }

    /// Whether an event is a trigger, with such events bound.
    private func question(
        _ event: SeenEvent, _ selector: CompiledSelector, _ subject: SpanInstance?
    ) -> (BoundEvents) -> Bool {
        let (walk, condition) = (walk, branch.branch.condition)
        return { bound in
            guard let matched = selector.match(event, walk, bound: bound) else { return false }
            guard let condition else { return true }
            var fields = RuleFields(walk: walk, event: event)
            fields.extra = matched.captured(from: event)
            fields.bound = bound
            fields.subject = subject
            return condition.evaluate(fields)
        }
    }

    /// In how many of the orders in which events of one instant may have come a condition holds that does by their
    /// times.
    final func orders(_ condition: Condition, _ fields: RuleFields) -> UntoldOrders.Answer {
        guard branch.hasBindings else { return .all }
        let questions = branch.questions
        return UntoldOrders.answer(among: questions.count, compared: questions.compared) {
            questions.event($0, fields)
        } _: {
            condition.evaluate(fields.supposing($0))
        }
    }

    /// Whether a condition that holds would not, had what `let` binds come in what the log lost: it asks what did not
    /// come.
    ///
    /// What that would tell beside its time is unknown where another has come, and nothing where none has.
    final func restsOnLoss(_ condition: Condition, _ fields: RuleFields) -> Bool {
        guard branch.hasBindings, let lost = walk.lostUntil else { return false }
        return branch.bindings.indices.contains { place in
            // The first is known where there is one, and the last where it came after the loss.
            if let known = fields.bound.event(at: place), branch.bindsFirst[place] || known.moment >= lost {
                return false
            }
            let name = branch.bindings[place].binding.name
            let supposed = fields.supposing(Supposition(lost: name, at: lost))
            guard condition.evaluate(supposed) else { return true }
            guard branch.questions.asksForValues[place], fields.bound.event(at: place) != nil else { return false }
            return condition.mayFail(supposed) { $0.hasPrefix(name + ".") && $0 != name + ".time" }
        }
    }

    private func guardDoubt(at event: SeenEvent?, for key: ObligationKey) -> Outcome.Reason? {
        if isDoubtfullyAllowed(for: key) { return .gap }
        return event.map { isGuardUntold(at: $0, for: key) } ?? false ? .orderUntold : nil
    }

    /// Whether what must be open is.
    final func isAllowed(for key: @autoclosure () -> ObligationKey) -> Bool {
        !branch.isGuarded || isGuardOpen(for: branch.sharedKey.isEmpty ? ObligationKey(values: []) : key())
    }

    private func isGuardOpen(for key: ObligationKey) -> Bool {
        isGuardMet { agreement(of: $0, with: key) != .none }
    }

    /// Whether of each list an instance is open of which something holds.
    private func isGuardMet(_ isMeant: (SpanInstance) -> Bool) -> Bool {
        branch.whileOpen.allSatisfy { list in
            list.contains { selector in walk.openSpans.contains { selector.matches($0, walk) && isMeant($0) } }
        }
    }

    /// How an open instance of a span stands to a key.
    @inline(__always) final func agreement(of span: SpanInstance, with key: ObligationKey) -> SharedKey.Agreement {
        branch.sharedKey.isEmpty ? .full : branch.sharedKey.agreement(of: span, with: key)
    }

    /// Whether what must be open may have ended: the log lost something since it began.
    private func isDoubtfullyAllowed(for key: ObligationKey) -> Bool {
        if !branch.isGuarded || walk.gaps.isEmpty { return false }
        return !isGuardMet { $0.loss == nil && agreement(of: $0, with: key) != .none }
    }

    /// Whether all that must be open, of one kind, began in the instant of an event, and may have begun after it, or
    /// may not be open at all.
    private func isGuardUntold(at event: SeenEvent, for key: ObligationKey) -> Bool {
        if !branch.isGuarded { return false }
        return !isGuardMet { span in
            !span.isBeginUntold && span.beginEvent.map { !$0.isTied(with: event) } ?? true
                && agreement(of: span, with: key) != .none
        }
    }

    /// Whether all that is open of what must be is that of one key, and nobody says that this is the one.
    private func isGuardKeyUntold(for key: ObligationKey) -> Bool {
        if !branch.isGuarded || branch.sharedKey.isEmpty { return false }
        return !isGuardMet { agreement(of: $0, with: key) == .full }
    }

    // MARK: Guards that end in the instant of what they let pass

    private func keep(
        _ subject: Guarded.Subject, _ event: SeenEvent, _ key: ObligationKey,
        _ isMeant: ((BoundEvents) -> Bool)? = nil
    ) {
        // They stand in their order: as long as the first may be of the instant, the others wait with it.
        if let first = guarded.first, first.event.isPast(event) { settleGuards { $0.isPast(event) } }
        if guarded.count < CheckMachine.outcomeLimit {
            guarded.append(Guarded(subject: subject, event: event, key: key, isMeant: isMeant))
        }
    }

    /// An instance of a span that the check speaks of, or a guard, began.
    final func began(_ span: SpanInstance) {
        if !guarded.isEmpty {
            // What takes the place of the other at once is as good as that.
            for place in guarded.indices where guarded[place].leftBy.map({ $0 == span.beginEvent?.number }) ?? false {
                let key = guarded[place].key
                if isGuardMet({ agreement(of: $0, with: key) != .none }) { guarded[place].leftBy = nil }
            }
        }
        if let kind = branch.subjectKind, span.kind == kind { subjects.take(span, keys.key(of: span)) }
        spanBegan(span)
    }

    /// It ended; it is still among the open ones.
    final func ended(_ span: SpanInstance) {
        if !guarded.isEmpty, let number = span.endEvent?.number {
            for place in guarded.indices where guarded[place].leftBy == nil {
                let key = guarded[place].key
                guard span.isEndTied(with: guarded[place].event) else { continue }
                if !isGuardMet({ $0 !== span && agreement(of: $0, with: key) != .none }) {
                    guarded[place].leftBy = number
                }
            }
        }
        spanEnded(span)
    }

    /// Of what the guards let pass nothing is certain where what must be open may have ended before, or what is bound
    /// may have come before.
    private func settleGuards(_ isMeant: (SeenEvent) -> Bool) {
        guarded.removeAll { row in
            guard isMeant(row.event) else { return false }
            guard row.leftBy != nil || row.isContradicted else { return true }
            switch row.subject {
            case .span(let span): doubtful[ObjectIdentifier(span)] = (span, .orderUntold)
            case .trigger(let trigger):
                trigger.doubt = .orderUntold
                for outcome in outcomes where outcome.verdict == .violated && outcome.event === row.event {
                    outcome.verdict = .inconclusive(.orderUntold)
                }
                doubted(trigger)
            }
            return true
        }
    }

    /// Whether any of some spans may be open since before the first line of the log.
    final func isOpenSinceBefore(_ selectors: [CompiledSpanSelector], _ key: ObligationKey) -> RunWalk.Before {
        if walk.startIsSeen { return .no }
        let scene = keys.fields.firstIndex(of: "scene").flatMap { $0 < key.values.count ? key.values[$0] : nil }
        var known = RunWalk.Before.no
        for selector in selectors {
            switch walk.isOpenSinceBefore(selector, scene: scene) {
            case .maybe: return .maybe
            case .hardly: known = .hardly
            case .no: break
            }
        }
        return known
    }

    /// Whether the guards let an instance of a span pass that begins.
    final func admits(_ span: SpanInstance) -> Bool {
        if !branch.isGuarded { return true }
        let key = branch.sharedKey.isEmpty ? ObligationKey(values: []) : keys.key(of: span)
        guard isGuardOpen(for: key) else { return false }
        if let doubt = guardDoubt(at: span.beginEvent, for: key) { doubtful[ObjectIdentifier(span)] = (span, doubt) }
        if let event = span.beginEvent { keep(.span(span), event, key) }
        if isGuardKeyUntold(for: key) { ofUntoldKey.insert(span) }
        return true
    }

    /// Whether the condition of the branch holds of an instance.
    final func holds(_ span: SpanInstance) -> Bool {
        guard let condition = branch.branch.condition else { return true }
        var fields = RuleFields(walk: walk, span: span)
        fields.bound = bound(for: keys.key(of: span))
        guard condition.evaluate(fields) else { return false }
        switch orders(condition, fields) {
        case .none: return false
        case .some: doubtful[ObjectIdentifier(span)] = (span, .orderUntold)
        case .all: if restsOnLoss(condition, fields) { doubtful[ObjectIdentifier(span)] = (span, .gap) }
        }
        return true
    }

    /// Whether an event is one of those selected, belongs to a trigger's key, and has the fields of the trigger that
    /// the selector wants to be the same.
    final func answers(_ event: SeenEvent, _ selector: CompiledSelector, to trigger: Trigger) -> Bool {
        guard let matched = selector.match(event, walk, for: trigger), trigger.key.fits(keys.key(of: event)) else {
            return false
        }
        return matched.selector.same.allSatisfy { field in
            guard let mine = trigger.event.keyText(of: field), let its = event.keyText(of: field) else { return true }
            return mine == its
        }
    }

    /// What an event that answers a trigger binds by itself.
    final func captured(_ event: SeenEvent, _ selector: CompiledSelector, for trigger: Trigger) -> [String: Value] {
        guard selector.captures else { return [:] }
        return selector.match(event, walk, for: trigger)?.captured(from: event) ?? [:]
    }

    // MARK: Outcomes

    final func add(_ outcome: Outcome) {
        if outcome.verdict == .satisfied, outcome.absence == nil, !branch.needsKeys {
            plainlySatisfied += 1
        } else if branch.meetsOthers {
            // What meets what other branches say of the same has to be the same in each: the first.
            if outcomes.count + plainlyMissing < CheckMachine.outcomeLimit {
                outcomes.append(outcome)
            } else if outcome.verdict == .violated {
                uncountedViolations += 1
            } else if outcome.verdict == .satisfied {
                plainlySatisfied += 1
            }
        } else {
            outcomes.append(outcome)
            if outcomes.count >= 2 * CheckMachine.outcomeLimit { keepWorst() }
        }
    }

    /// Keeps half of the outcomes: what is violated before what is not, the highest values first, of equals the
    /// earlier.
    ///
    /// A log may violate a rule at every line; who has the worst of that in hand has what counts.
    private func keepWorst() {
        let ranked = outcomes.indices.sorted { left, right in
            let (first, second) = (rank(outcomes[left]), rank(outcomes[right]))
            return first == second ? left < right : first > second
        }
        for index in ranked[CheckMachine.outcomeLimit...] {
            switch outcomes[index].verdict {
            case .violated: uncountedViolations += 1
            case .satisfied: plainlySatisfied += 1
            case .inconclusive, .notEvaluated: break
            }
        }
        outcomes = ranked[..<CheckMachine.outcomeLimit].sorted().map { outcomes[$0] }
    }

    private func rank(_ outcome: Outcome) -> Double {
        switch outcome.verdict {
        case .violated: max(outcome.value?.magnitude ?? 0, 0)
        case .inconclusive, .notEvaluated: -1
        case .satisfied: -2
        }
    }

    /// Takes one outcome back: it is told otherwise.
    final func takeBack(_ outcome: Outcome) { outcomes.removeAll { $0 === outcome } }

    /// Takes back what rests on a span that the evidence cannot show: the run is not evaluated.
    final func withdraw(_ isMeant: (Outcome) -> Bool) {
        let count = outcomes.count
        outcomes.removeAll(where: isMeant)
        // Beyond those that are told one by one there are others of the same kind.
        if outcomes.isEmpty { uncountedViolations = 0 }
        if outcomes.count < count || outcomes.isEmpty || plainlySatisfied > 0 {
            outcomes.append(Outcome(.notEvaluated(.valueMissing)))
        }
        plainlySatisfied = 0
    }

    /// A value is missing, of nothing that a key tells apart.
    final func missPlainly() {
        if plainlyMissing < CheckMachine.outcomeLimit { plainlyMissing += 1 }
    }

    /// A satisfied outcome that nobody asks anything of.
    final func satisfyPlainly() { plainlySatisfied += 1 }

    /// The check is satisfied by the run as a whole.
    final func satisfyWhole() {
        if branch.needsKeys { return add(Outcome(.satisfied)) }
        satisfyPlainly()
    }

    /// A satisfied outcome about an instance of a span: which, and its key, are all that anybody asks.
    final func satisfy(_ span: SpanInstance) {
        if !branch.needsKeys { return satisfyPlainly() }
        let outcome = Outcome(.satisfied, key: keys.key(of: span))
        outcome.span = span
        add(outcome)
    }

    /// An outcome about a trigger.
    final func outcome(_ verdict: Outcome.Verdict, _ trigger: Trigger, note: String) -> Outcome {
        let doubt = verdict == .violated ? trigger.doubt : nil
        let outcome = Outcome(doubt.map { .inconclusive($0) } ?? verdict, key: trigger.key)
        outcome.event = trigger.event
        outcome.sceneTeller = .event(trigger.event)
        outcome.extra = trigger.extra
        outcome.bound = trigger.bound
        outcome.subject = trigger.subject
        outcome.time = trigger.event.moment
        outcome.decided = walk.now
        if trigger.isKeyUntold { outcome.confidence = .likely }
        if verdict == .violated { outcome.lines = [line(trigger.event, note)] }
        return outcome
    }

    /// An outcome about an instance of a span.
    final func outcome(_ verdict: Outcome.Verdict, _ span: SpanInstance, note: String) -> Outcome {
        var doubt = verdict == .violated && !doubtful.isEmpty ? doubtful[ObjectIdentifier(span)]?.reason : nil
        if verdict == .violated, span.isBeginUntold { doubt = doubt ?? .orderUntold }
        let outcome = Outcome(doubt.map { .inconclusive($0) } ?? verdict, key: keys.key(of: span))
        outcome.span = span
        outcome.event = span.beginEvent
        outcome.sceneTeller = .span(span)
        outcome.bound = bound(for: keys.key(of: span))
        outcome.time = span.begin
        outcome.decided = walk.now
        outcome.confidence = min(span.confidence, sureness(of: span))
        if ofUntoldKey.contains(span) { outcome.confidence = min(outcome.confidence, .likely) }
        if verdict == .violated { outcome.lines = [beginLine(of: span, note)] }
        return outcome
    }

    /// How sure it is what the branch asks of an instance: that the main thread was kept by one that is still open,
    /// silence alone tells.
    final func sureness(of span: SpanInstance) -> Confidence {
        span.isBlocked && span.end == nil && branch.asksForBlocked ? .likely : .certain
    }

    /// How sure it is that no more than a limit has passed since a trigger.
    final func sureness(thatInTime limit: TimeLimit, since trigger: Trigger) -> Confidence {
        let clock = limit.clock ?? clock
        let passed = walk.clocks[clock].subtractingClamped(trigger.clocks[clock])
        return walk.suspensions.sureness(
            thatAtMost: limit.nanoseconds.subtractingClamped(passed), from: trigger.clocks.wall, to: walk.clocks.wall,
            on: clock)
    }

    /// How sure it is that more than a limit has passed since a trigger.
    final func sureness(thatTooLate limit: TimeLimit, since trigger: Trigger) -> Confidence {
        let clock = limit.clock ?? clock
        let passed = walk.clocks[clock].subtractingClamped(trigger.clocks[clock])
        return walk.suspensions.sureness(
            thatMoreThan: passed.subtractingClamped(limit.nanoseconds), from: trigger.clocks.wall,
            to: walk.clocks.wall, on: clock)
    }

    final func line(_ event: SeenEvent, _ note: String) -> Outcome.Line {
        Outcome.Line(of: event, note: note)
    }

    /// The line that shows an instance's beginning; without one of its own, the line before it.
    final func beginLine(of span: SpanInstance, _ note: String) -> Outcome.Line {
        if let event = span.beginEvent { return line(event, note) }
        return Outcome.Line(evidence: walk.beginEvidence, moment: span.begin, note: note)
    }

    /// The line that shows the run's end, if it was seen.
    final var endLine: Outcome.Line? {
        guard walk.end == .seen, let evidence = walk.told.stretch.endEvidence else { return nil }
        return Outcome.Line(evidence: evidence, moment: walk.told.stretch.end, note: "the run ended here")
    }

    /// The stretch after a trigger in which something was not seen.
    final func absence(after trigger: Trigger, limit: TimeLimit?, shown: Bool) -> Absence {
        var absence = Absence(from: trigger.event.moment, fromClocks: trigger.clocks)
        absence.clock = limit?.clock ?? clock
        absence.limit = limit?.nanoseconds
        absence.isShownInRun = shown
        absence.triggerClass = walk.sourceClass(of: trigger.event)
        return absence
    }

    /// Says of every absence whether what was expected occurs in this run at all.
    final func finishAbsences(isShown: Bool) {
        guard isShown else { return }
        for index in outcomes.indices { outcomes[index].absence?.isShownInRun = true }
    }

    /// Whether a violation rests on what was not seen: an answer, or that a span had ended before.
    final func restsOnSilence(_ outcome: Outcome) -> Bool {
        outcome.absence != nil || self is LengthMachine || self is OverlapMachine || self is OpenEndMachine
    }

    /// The reason for which a window that had not closed is inconclusive at the end of the run.
    final var openReason: Outcome.Reason { walk.end == .seen ? .runEndedFirst : .windowOpen }
}

extension Value {
    /// What values of one check are ranked by; nil for what is no amount.
    fileprivate var magnitude: Double? {
        switch self {
        case .integer(let amount), .duration(let amount), .bytes(let amount): Double(amount)
        case .number(let amount): amount.isNaN ? nil : amount
        case .string, .bool, .instant: nil
        }
    }
}
