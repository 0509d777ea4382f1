// SPDX-License-Identifier: MIT

import Synchronization

/// What somebody makes of a library, made once for all copies of it that say the same.
package final class Derived: Sendable {
    private let made = Mutex<(any Sendable)?>(nil)

    /// What was made of it, or what is made of it now; who asks meanwhile waits.
    package func value<Value: Sendable>(_ make: () -> Value) -> Value {
        made.withLock { made in
            if let value = made as? Value { return value }
            let value = make()
            made = value
            return value
        }
    }
}
