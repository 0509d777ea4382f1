// SPDX-License-Identifier: MIT

/// Numbers of what waits, in their order, found by keys: who asks pays for what fits, however many there are.
///
/// A field that either key lacks fits anything, so there is a table for each choice of fields that anybody has asked
/// by.
struct FittingIndex {
    /// What is found by some of the fields.
    private struct Table {
        let places: [Int]
        /// What has all of these fields.
        var whole: [ObligationKey: [Int]] = [:]
        /// What lacks one of them.
        var loose: [Int] = []

        func part(of key: ObligationKey) -> ObligationKey { ObligationKey(values: places.map { key.values[$0] }) }

        mutating func insert(_ number: Int, _ key: ObligationKey) {
            let part = part(of: key)
            if part.isLoose {
                loose.insert(number, at: FittingIndex.place(of: number, in: loose))
            } else {
                let place = whole[part].map { FittingIndex.place(of: number, in: $0) } ?? 0
                whole[part, default: []].insert(number, at: place)
            }
        }

        mutating func remove(_ number: Int, _ key: ObligationKey) {
            let part = part(of: key)
            if part.isLoose {
                loose.remove(at: FittingIndex.place(of: number, in: loose))
            } else if let known = whole[part] {
                if known.count == 1 {
                    whole[part] = nil
                } else {
                    whole[part]?.remove(at: FittingIndex.place(of: number, in: known))
                }
            }
        }
    }

    /// Who asks by more choices of fields than anybody does has to look through all.
    private static let tableLimit = 8

    private var numbers: [Int] = []
    private var keys: [ObligationKey] = []
    private var tables: [Table] = []
    /// How many were looked at: what questions cost.
    private(set) var steps = 0

    var isEmpty: Bool { numbers.isEmpty }

    /// Adds one that is not there.
    mutating func insert(_ number: Int, _ key: ObligationKey) {
        let place = FittingIndex.place(of: number, in: numbers)
        numbers.insert(number, at: place)
        keys.insert(key, at: place)
        for table in tables.indices { tables[table].insert(number, key) }
    }

    /// Takes one out, if it is there.
    mutating func remove(_ number: Int) {
        let place = FittingIndex.place(of: number, in: numbers)
        guard place < numbers.count, numbers[place] == number else { return }
        numbers.remove(at: place)
        let key = keys.remove(at: place)
        for table in tables.indices { tables[table].remove(number, key) }
    }

    /// Those whose keys fit one, in their order; what it does not have at its end fits anything.
    mutating func numbers(fitting key: ObligationKey) -> [Int] {
        let places = key.values.indices.filter { key.values[$0] != nil }
        if places.isEmpty {
            steps += numbers.count
            return numbers
        }
        guard let table = table(of: places) else {
            steps += numbers.count
            return zip(numbers, keys).filter { key.fits($1) }.map(\.0)
        }
        let own = tables[table].whole[tables[table].part(of: key)] ?? []
        let loose = tables[table].loose
        steps += own.count + loose.count + 1
        if loose.isEmpty { return own }
        return (own + loose.filter { key.fits(keys[FittingIndex.place(of: $0, in: numbers)]) }).sorted()
    }

    /// Where the table of some fields stands; nil where there are too many.
    private mutating func table(of places: [Int]) -> Int? {
        if let known = tables.firstIndex(where: { $0.places == places }) { return known }
        if tables.count >= FittingIndex.tableLimit { return nil }
        var table = Table(places: places)
        steps += numbers.count
        for (number, key) in zip(numbers, keys) { table.insert(number, key) }
        tables.append(table)
        return tables.count - 1
    }

    /// Where a number stands among some that are in their order, or belongs.
    fileprivate static func place(of number: Int, in numbers: [Int]) -> Int {
        if let last = numbers.last, last < number { return numbers.count }
        var (start, end) = (0, numbers.count)
        while start < end {
            let middle = (start + end) / 2
            if numbers[middle] < number { start = middle + 1 } else { end = middle }
        }
        return start
    }
}
