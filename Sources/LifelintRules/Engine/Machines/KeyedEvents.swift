// SPDX-License-Identifier: MIT

import LifelintModel

/// The first or the last event of each key, in the order in which the keys came.
///
/// Mostly there are one or two keys, and an event has that of the one before: to compare them costs less than to hash
/// one.
struct KeyedEvents {
    private var rows: [(key: ObligationKey, event: SeenEvent)] = []
    /// Where each key stands; empty while there are few.
    private var places: [ObligationKey: Int] = [:]
    /// So many are compared one by one.
    private static let few = 8

    /// Takes an event of a key.
    ///
    /// - Parameters:
    ///   - isFirst: whether the first event of a key is meant rather than the last.
    ///   - limit: no more keys are kept.
    mutating func take(_ event: SeenEvent, _ key: ObligationKey, isFirst: Bool, limit: Int) {
        if let place = place(of: key) {
            if !isFirst { rows[place].event = event }
            return
        }
        if rows.count >= limit { return }
        rows.append((key, event))
        if rows.count > KeyedEvents.few {
            if places.isEmpty { for (place, row) in rows.enumerated() { places[row.key] = place } }
            places[key] = rows.count - 1
        }
    }

    private func place(of key: ObligationKey) -> Int? {
        places.isEmpty ? rows.lastIndex { $0.key == key } : places[key]
    }

    /// The first or the last event of the keys to which that one may belong; of one moment that of the first key.
    func event(fitting key: ObligationKey, isFirst: Bool) -> SeenEvent? {
        var found: SeenEvent?
        for row in rows where key.fits(row.key) {
            if let found, isFirst ? found.moment <= row.event.moment : found.moment >= row.event.moment { continue }
            found = row.event
        }
        return found
    }
}
