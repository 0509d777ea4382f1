// SPDX-License-Identifier: MIT

import LifelintLanguage
import LifelintModel

/// Values of which the median is asked: exact as long as they are few, else counted by their size, to within half a per
/// cent.
///
/// What it comes to depends on the values alone, not on their order, and takes a few kilobytes at most.
struct MeasuredValues {
    /// As many are kept one by one.
    static let exactLimit = 256

    /// How values are printed.
    private enum Unit: Int {
        case number, integer, bytes, duration
    }

    private var exact: [Double] = []
    /// By size, where there are more.
    private var counts: [Int32: UInt32] = [:]
    private var count = 0
    private var unit: Unit?

    /// Takes a value; what has no size is left out.
    mutating func add(_ value: Value) {
        guard let amount = value.amount, amount.isFinite else { return }
        unit = MeasuredValues.greater(unit, MeasuredValues.unit(of: value))
        count += 1
        guard counts.isEmpty, exact.count < MeasuredValues.exactLimit else {
            giveUpOrder()
            return note(amount, times: 1)
        }
        exact.append(amount)
    }

    /// Takes all of another.
    mutating func add(_ other: MeasuredValues) {
        unit = MeasuredValues.greater(unit, other.unit)
        count += other.count
        if counts.isEmpty, other.counts.isEmpty, exact.count + other.exact.count <= MeasuredValues.exactLimit {
            exact += other.exact
            return
        }
        giveUpOrder()
        for amount in other.exact { note(amount, times: 1) }
        for (size, times) in other.counts { counts[size, default: 0] &+= times }
    }

    /// The median as messages print it; nil where there is nothing to take it of.
    ///
    /// Of two values in the middle it is what lies between them, and where values are only counted the lower of them.
    var median: String? {
        guard count > 0 else { return nil }
        let middle = (count - 1) / 2
        if counts.isEmpty {
            let sorted = exact.sorted()
            return printed((sorted[middle] + sorted[count / 2]) / 2)
        }
        var before = 0
        for (size, times) in counts.sorted(by: { $0.key < $1.key }) {
            before += Int(times)
            if before > middle { return "about " + printed(MeasuredValues.amount(of: size)) }
        }
        return nil
    }

    private mutating func giveUpOrder() {
        for amount in exact { note(amount, times: 1) }
        exact = []
    }

    private mutating func note(_ amount: Double, times: UInt32) {
        counts[MeasuredValues.size(of: amount), default: 0] &+= times
    }

    // MARK: Sizes

    /// The bits of a number that are left out: exponent and the seven highest bits of the fraction stay.
    private static let droppedBits: UInt64 = 45

    /// Grows with the amount; amounts that share it differ by less than a hundredth.
    private static func size(of amount: Double) -> Int32 {
        let size = Int32(truncatingIfNeeded: amount.magnitude.bitPattern >> droppedBits)
        return amount < 0 ? -size : size
    }

    /// The middle of the amounts of a size.
    private static func amount(of size: Int32) -> Double {
        if size == 0 { return 0 }
        let middle = UInt64(size.magnitude) << droppedBits | 1 << (droppedBits - 1)
        let amount = Double(bitPattern: middle)
        return size < 0 ? -amount : amount
    }

    // MARK: Units

    private static func unit(of value: Value) -> Unit {
        switch value {
        case .duration: .duration
        case .bytes: .bytes
        case .integer: .integer
        case .number, .string, .bool, .instant: .number
        }
    }

    private static func greater(_ left: Unit?, _ right: Unit?) -> Unit? {
        guard let left, let right else { return left ?? right }
        return left.rawValue < right.rawValue ? right : left
    }

    private func printed(_ amount: Double) -> String {
        let whole = Int64(exactly: amount.rounded()) ?? .max
        return switch unit {
        case .duration: Value.duration(whole).printed
        case .bytes: Value.bytes(whole).printed
        case .integer where amount == amount.rounded(): Value.integer(whole).printed
        case .integer, .number, nil: Value.number(amount).printed
        }
    }
}

/// Measured values, told apart by a name.
struct MeasuredGroups {
    /// As many names are told apart: those that come first in their order.
    static let nameLimit = 64

    private var groups: [String: MeasuredValues] = [:]

    mutating func add(_ value: Value, by name: String) {
        change(name) { $0.add(value) }
    }

    mutating func add(_ other: MeasuredGroups) {
        for (name, values) in other.groups { change(name) { $0.add(values) } }
    }

    /// By name.
    var sorted: [(key: String, value: MeasuredValues)] { groups.sorted { $0.key < $1.key } }

    private mutating func change(_ name: String, _ body: (inout MeasuredValues) -> Void) {
        if groups[name] == nil, groups.count >= MeasuredGroups.nameLimit {
            // Whichever came first, the same names stay.
            guard let last = groups.keys.max(), name < last else { return }
            groups[last] = nil
        }
        body(&groups[name, default: MeasuredValues()])
    }
}
