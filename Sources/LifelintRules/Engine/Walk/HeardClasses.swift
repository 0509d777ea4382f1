// SPDX-License-Identifier: MIT

import LifelintModel

/// The classes of sources that have told anything of a run, with what each of them covers.
struct HeardClasses {
    /// More of them are looked for.
    private static let tellerLimit = 16
    /// Few runs are told of by more classes.
    private static let usualCount = 4

    private(set) var rows: [ClassCoverage] = []
    /// The places of the classes that have told anything, by input and witness.
    private var tellers: [(input: UInt32, witness: WitnessClass, place: Int)] = []
    /// The last of them that told anything: mostly many lines of one class come in a row.
    private var latest: (input: UInt32, witness: WitnessClass, place: Int)?

    /// The format of the input that tells a record.
    static func format(of record: EventRecord, among formats: [String]) -> String {
        let input = Int(record.input)
        return input < formats.count ? formats[input] : ""
    }

    /// Notes what an event covers; returns the place of its class.
    ///
    /// - Parameter formats: those of the inputs.
    mutating func take(_ record: EventRecord, _ moment: Moment, _ clocks: ClockReading, formats: [String]) -> Int {
        let isImmediate = record.durability == .immediate
        if let place = place(of: record, formats) {
            rows[place].take(moment, clocks, isImmediate: isImmediate, isTransition: record.name.isTransition)
            return place
        }
        if rows.isEmpty { rows.reserveCapacity(HeardClasses.usualCount) }
        rows.append(
            ClassCoverage(
                sourceClass: SourceClass(
                    witness: record.witness, format: HeardClasses.format(of: record, among: formats)),
                first: moment, last: moment, lastClocks: clocks, isImmediate: isImmediate,
                tellsTransitions: record.name.isTransition,
                lastTransition: record.name.isTransition ? moment : nil))
        return rows.count - 1
    }

    /// The place of the class that tells a record, if it is known.
    private mutating func place(of record: EventRecord, _ formats: [String]) -> Int? {
        if let latest, latest.input == record.input, latest.witness == record.witness { return latest.place }
        // There are few.
        for row in tellers where row.input == record.input && row.witness == record.witness {
            latest = row
            return row.place
        }
        let format = HeardClasses.format(of: record, among: formats)
        let place = rows.firstIndex {
            $0.sourceClass.witness == record.witness && $0.sourceClass.format == format
        }
        if let place, tellers.count < HeardClasses.tellerLimit {
            if tellers.isEmpty { tellers.reserveCapacity(HeardClasses.usualCount) }
            tellers.append((record.input, record.witness, place))
        }
        return place
    }
}
