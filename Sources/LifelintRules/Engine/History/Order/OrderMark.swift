// SPDX-License-Identifier: MIT

import LifelintModel

/// An event of a run that a check over all runs of a device speaks of.
struct OrderMark {
    let moment: Moment
    let clocks: ClockReading
    let evidence: EvidenceLine
    /// Who tells it.
    let sourceClass: SourceClass?
    let key: ObligationKey
    /// By place of the check's events: the fields that have to be those of the trigger; nil where it is none of them.
    let places: [[String]?]
    /// Whether it passed the guards as what the check looks at.
    let isTrigger: Bool
    /// The values of fields that have to be those of a trigger.
    var texts: [String: String] = [:]
    /// The values of it that the check gives a name.
    var captured: [String: Value] = [:]
    /// What messages and severities ask of a trigger.
    var extra: [String: Value] = [:]
    /// What a trigger is called in fingerprints.
    var culprit = ""

    init(
        moment: Moment, clocks: ClockReading, evidence: EvidenceLine, sourceClass: SourceClass?, key: ObligationKey,
        places: [[String]?], isTrigger: Bool
    ) {
        self.moment = moment
        self.clocks = clocks
        self.evidence = evidence
        self.sourceClass = sourceClass
        self.key = key
        self.places = places
        self.isTrigger = isTrigger
    }

    /// Whether it is one of the events in that place, and belongs to a trigger.
    func answers(_ place: Int, to trigger: OrderMark) -> Bool {
        guard let same = places[place], trigger.key.fits(key) else { return false }
        return same.allSatisfy { field in
            guard let mine = trigger.texts[field], let its = texts[field] else { return true }
            return mine == its
        }
    }

    /// Whether another event right after it adds nothing: both are the same but for their time, and trigger nothing.
    func saysAll(of next: OrderMark, _ order: CompiledOrder) -> Bool {
        !order.isRepeated && !isTrigger && !next.isTrigger && key == next.key && places == next.places
            && texts == next.texts
    }

    func line(_ note: String) -> Outcome.Line { Outcome.Line(evidence: evidence, moment: moment, note: note) }
}

/// A run as a check over all runs of a device looks at it.
struct OrderRun {
    let run: PastRun
    let marks: [OrderMark]
    let interruptions: [RunWalk.Mark]
    /// Further events of it are not told.
    let isCut: Bool
    /// What met the requirements of the rule; nil where that is only assumed.
    private let items: [RequirementState.Item]?

    init(_ run: PastRun, _ machine: DeviceOrderMachine?, _ items: [RequirementState.Item]?) {
        self.run = run
        marks = machine?.marks ?? []
        interruptions = machine?.interruptions ?? []
        isCut = machine?.isCut ?? false
        self.items = items
    }

    func shows(_ place: Int) -> Bool { marks.contains { $0.places[place] != nil } }

    /// Who has to cover what is looked for: of each list one.
    ///
    /// They are those that met what is required, else the one that told the trigger. Where it is not known yet who
    /// will, they are all that the app itself tells.
    ///
    /// - Parameter teller: who told the trigger; nil where that is not known.
    func covering(_ teller: SourceClass?) -> [[SourceClass]] {
        let classes = run.context.classes
        let own = classes.filter { $0.witness == .app }
        if let items {
            let lists = items.compactMap { item -> [SourceClass]? in
                guard case .classes(let places, _) = item else { return nil }
                return classes.enumerated().filter { places.contains($0.offset) }.map(\.element)
            }
            if !lists.isEmpty { return lists }
        }
        if let teller { return [[teller]] + (items == nil ? own.map { [$0] } : []) }
        return own.isEmpty ? [classes] : own.map { [$0] }
    }
}
