// SPDX-License-Identifier: MIT

import LifelintRules

/// Rules that a thread of the pool reads and compiles for whoever needs them later, while others have something else to
/// do.
///
/// Why unchecked: all of it is protected by the pool's lock.
final class SpareRules: @unchecked Sendable {
    private enum State {
        case waiting, begun, done(PreparedRules), taken
        /// Nobody needs them.
        case abandoned
    }

    private let rules: @Sendable () -> RuleSet?
    private let pool: WorkPool
    private let shelf: PreparedShelf
    private var state = State.taken

    /// - Parameters:
    ///   - shelf: may have some that are compiled already.
    ///   - rules: gives the rules, and reads them if need be; nil where they cannot be read.
    init(pool: WorkPool, shelf: PreparedShelf, _ rules: @escaping @Sendable () -> RuleSet?) {
        self.rules = rules
        self.pool = pool
        self.shelf = shelf
    }

    /// Has them compiled once more, if those from before are taken.
    func prepare() {
        let isMissing = pool.locked {
            guard case .taken = state else { return false }
            state = .waiting
            return true
        }
        guard isMissing else { return }
        pool.submit { [self] in
            let isMine = pool.locked {
                guard case .waiting = state else { return false }
                state = .begun
                return true
            }
            guard isMine else { return }
            let read = rules()
            // What was to be analysed may have turned out to be short meanwhile.
            let isNeeded = pool.locked {
                if case .begun = state { return true }
                return false
            }
            let prepared = isNeeded ? read.map { shelf.take() ?? PreparedRules($0) } : nil
            pool.locked {
                guard case .begun = state else { return }
                state = prepared.map { .done($0) } ?? .taken
            }
            pool.notify()
        }
    }

    /// Nobody but the caller will judge, who compiles them sooner than they come.
    func abandon() { pool.locked { state = .abandoned } }

    /// The rules, once, if they are done: who has nothing else to do compiles them sooner than they come.
    func takeDone() -> PreparedRules? {
        pool.locked {
            guard case .done(let prepared) = state else { return nil }
            state = .taken
            return prepared
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
            case .abandoned: return .some(nil)
            }
        }
    }
}
