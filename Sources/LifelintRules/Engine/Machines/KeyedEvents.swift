// SPDX-License-Identifier: MIT

import LifelintModel

/// The first or the last event of each key, in the order in which the keys came.
///
/// Mostly there are one or two keys, and an event has that of the one before: to compare them costs less than to hash
/// one.
struct KeyedEvents {
    private var rows: [(key: ObligationKey, event: SeenEvent, earlier: SeenEvent?)] = []
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
            if isFirst { return }
            if rows[place].event.isPast(event) { rows[place].earlier = rows[place].event }
            rows[place].event = event
            return
        }
        if rows.count >= limit { return }
        rows.append((key, event, nil))
        if rows.count > KeyedEvents.few {
            if places.isEmpty { for (place, row) in rows.enumerated() { places[row.key] = place } }
            places[key] = rows.count - 1
        }
    }

    /// The last event of the keys to which that one may belong that is certainly of an earlier instant than the last of
    /// them.
    func earlier(fitting key: ObligationKey) -> SeenEvent? {
        guard let last = event(fitting: key, isFirst: false) else { return nil }
        var found: SeenEvent?
        for row in rows where key.fits(row.key) {
            guard let event = row.event.isPast(last) ? row.event : row.earlier else { continue }
            if found.map({ $0.moment < event.moment }) ?? true { found = event }
        }
        return found
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
