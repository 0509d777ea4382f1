// SPDX-License-Identifier: MIT

import LifelintModel

/// The order of an app's versions, each with the moment of its first run.
///
/// Numbers compare with numbers, and nothing else with anything. So the numbers are put in order first, and each of the
/// others behind the last one that had begun by then: asked in pairs, three of them could each come before the next.
enum VersionOrder {
    typealias Row = (version: String?, start: Moment)

    /// The places of the rows, in order.
    static func places(of rows: [Row]) -> [Int] {
        let numbers = rows.map { row in row.version.flatMap { VersionNumber($0) } }
        func started(_ left: Int, _ right: Int) -> Bool {
            if rows[left].start != rows[right].start { return rows[left].start < rows[right].start }
            guard let first = rows[left].version, let second = rows[right].version else {
                return rows[left].version == nil && rows[right].version != nil
            }
            return first < second
        }
        let compared = rows.indices.filter { numbers[$0] != nil }.sorted { left, right in
            if let first = numbers[left], let second = numbers[right], first != second { return first < second }
            return started(left, right)
        }
        var others = rows.indices.filter { numbers[$0] == nil }.sorted(by: started)[...]
        // From which on every number began later than that.
        var earliest = compared.map { rows[$0].start }
        for index in earliest.indices.dropLast().reversed() {
            earliest[index] = min(earliest[index], earliest[index + 1])
        }
        var places: [Int] = []
        for (index, place) in compared.enumerated() {
            while let other = others.first, rows[other].start < earliest[index] { places.append(others.removeFirst()) }
            places.append(place)
        }
        return places + others
    }
}
