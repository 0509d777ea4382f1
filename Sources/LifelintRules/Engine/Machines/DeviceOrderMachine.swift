// SPDX-License-Identifier: MIT

import LifelintLanguage
import LifelintModel

/// `for_each: device` beside a check of what follows what: the events of one run that it speaks of.
///
/// What runs before and after hold is not known here, so they are handed on as they are.
final class DeviceOrderMachine: CheckMachine {
    /// More of them are not told; what comes after is not seen.
    private static let markLimit = 4_096

    private let order: CompiledOrder
    private(set) var marks: [OrderMark] = []
    /// When the first was that is not told.
    private(set) var isCut = false

    init(_ order: CompiledOrder, _ branch: CompiledBranch, _ walk: RunWalk) {
        self.order = order
        super.init(branch, walk)
    }

    /// Its marks are asked for, too.
    override var plainCount: Int32? { marks.isEmpty && interruptions.isEmpty ? super.plainCount : nil }

    override func take(_ event: SeenEvent) {
        let matches = order.selectors.map { $0.match(event, walk) }
        let places = matches.map { $0?.selector.same }
        let trigger = order.selectors.first.flatMap { self.trigger(event, $0) }
        guard trigger != nil || places.dropFirst(order.isRepeated ? 0 : 1).contains(where: { $0 != nil }) else {
            return
        }
        var mark = OrderMark(
            moment: event.moment, clocks: walk.clocks, evidence: event.evidence,
            sourceClass: walk.sourceClass(of: event), key: keys.key(of: event), places: places,
            isTrigger: trigger != nil)
        for field in order.same { mark.texts[field] = event.keyText(of: field) }
        if let last = marks.last, last.saysAll(of: mark, order) { return }
        guard marks.count < DeviceOrderMachine.markLimit else {
            isCut = true
            return
        }
        for part in matches { for (name, value) in part?.captured(from: event) ?? [:] { mark.captured[name] = value } }
        if let trigger { tell(trigger, in: &mark) }
        marks.append(mark)
    }

    /// What messages and severities ask for of a trigger.
    private func tell(_ trigger: Trigger, in mark: inout OrderMark) {
        var fields = RuleFields(walk: walk, event: trigger.event)
        fields.bound = trigger.bound
        for path in order.told { mark.extra[path.text] = fields.value(of: path) }
        for (name, value) in trigger.extra { mark.extra[name] = value }
        mark.culprit = trigger.event.value(of: FieldName("name"))?.printed ?? trigger.event.text
    }
}

/// A check of what follows what over all runs of a device, ready for its machines.
final class CompiledOrder {
    /// By place: the events of the check, those that trigger it first.
    let selectors: [CompiledSelector]
    /// Fields whose values have to be those of the trigger.
    let same: [String]
    /// What messages and severities ask of the trigger.
    let told: [FieldPath]
    /// Whether each event counts by itself, however often it comes.
    let isRepeated: Bool

    init(_ check: Check, _ branch: CompiledBranch) {
        selectors = check.eventSelectors.enumerated().map { branch.selector($0.offset, $0.element) }
        var same: [String] = []
        for field in selectors.flatMap(\.sameFields) where !same.contains(field) { same.append(field) }
        self.same = same
        let rule = branch.rule
        var paths = (branch.branch.message ?? rule.message).fields
        paths += rule.severityBy.flatMap { $0.when.fieldPaths } + rule.culprits
        told = paths.map { FieldPath($0) }.filter { ![.run, .device, .rule].contains($0.owner) }
        switch check {
        case .sequence: isRepeated = true
        case .response(let check): isRepeated = check.pairsInOrder
        default: isRepeated = false
        }
    }
}
