// SPDX-License-Identifier: MIT

import Synchronization

/// A value that is made when it is first asked for, once, by whichever thread that is.
package struct Deferred<Value: Sendable>: Sendable {
    private final class Maker: Sendable {
        private let made = Mutex<Value?>(nil)
        private let make: @Sendable () -> Value

        init(_ make: @escaping @Sendable () -> Value) { self.make = make }

        var value: Value {
            made.withLock { made in
                if let made { return made }
                let value = make()
                made = value
                return value
            }
        }
    }

    private enum Form: Sendable {
        case ready(Value)
        case later(Maker)
    }

    private let form: Form

    package init(_ value: Value) { form = .ready(value) }

    /// - Parameter make: makes the value; it must not ask for it.
    package init(later make: @escaping @Sendable () -> Value) { form = .later(Maker(make)) }

    /// The value.
    package var value: Value {
        switch form {
        case .ready(let value): value
        case .later(let maker): maker.value
        }
    }

    /// The value, if nobody has to make it.
    var ready: Value? { if case .ready(let value) = form { value } else { nil } }
}
