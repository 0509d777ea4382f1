// SPDX-License-Identifier: MIT

import LifelintRules

/// Compiles the rules for whoever judges first on a thread of the pool, while another one makes the engine.
///
/// Why unchecked: all of it is protected by the pool's lock.
final class SpareRules: @unchecked Sendable {
    private enum State {
        case waiting, begun, done(PreparedRules), taken
    }

    private let pool: WorkPool
    private var state = State.waiting

    init(_ rules: RuleSet, pool: WorkPool) {
        self.pool = pool
        pool.submit { [self] in
            let isMine = pool.locked {
                guard case .waiting = state else { return false }
                state = .begun
                return true
            }
            guard isMine else { return }
            let prepared = PreparedRules(rules)
            pool.locked { state = .done(prepared) }
            pool.notify()
        }
    }

    /// The rules, once; nil where somebody has them, or nobody has begun to compile them.
    func take() -> PreparedRules? {
        pool.wait { () -> PreparedRules?? in
            switch state {
            case .begun: return nil
            case .done(let prepared):
                state = .taken
                return .some(prepared)
            case .waiting, .taken:
                state = .taken
                return .some(nil)
            }
        }
    }
}
