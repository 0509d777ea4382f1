// SPDX-License-Identifier: MIT

/// The rules in force where nobody says anything: read by whoever comes first, while others look at the inputs.
///
/// Why unchecked: all of it is protected by the pool's lock.
final class LateRules: @unchecked Sendable {
    typealias Reading = Result<RulesInForce, AnalyzerError>

    private enum State {
        case unread, begun, read(Reading)
    }

    private let pool: WorkPool
    private var state = State.unread

    init(pool: WorkPool) { self.pool = pool }

    /// The rules, for one of the pool's threads.
    func asThread() -> Reading { read() ?? pool.wait { self.reading } }

    /// The rules, for whoever is none: helps meanwhile.
    func asCaller() -> Reading { read() ?? pool.waitAndHelp { self.reading } }

    private var reading: Reading? { if case .read(let reading) = state { reading } else { nil } }

    /// Reads them where nobody has begun to; nil where somebody has.
    private func read() -> Reading? {
        let isMine = pool.locked {
            guard case .unread = state else { return false }
            state = .begun
            return true
        }
        guard isMine else { return nil }
        let reading = Result { () throws(AnalyzerError) in try RulesInForce.load(isBrief: true, by: pool) }
        pool.locked { state = .read(reading) }
        pool.notify()
        return reading
    }
}
