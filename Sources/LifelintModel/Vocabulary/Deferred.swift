// SPDX-License-Identifier: MIT

import Synchronization

/// A value that is made when it is first asked for, once, by whichever thread that is.
///
/// Types that are generic in what they hold are looked up each time that code for any value needs one, which costs more
/// than all else here: therefore what was made is kept as an object of no certain type, and nothing as an optional.
package struct Deferred<Value: Sendable>: Sendable {
    /// What was made.
    private final class Made: Sendable {
        let value: Value

        init(_ value: Value) { self.value = value }
    }

    private final class Maker: Sendable {
        private let made: Mutex<(any AnyObject & Sendable)?>
        private let make: @Sendable () -> Value
        let isGiven: Bool

        init(_ value: Value) {
            made = Mutex(Made(value))
            make = { value }
            isGiven = true
        }

        init(later make: @escaping @Sendable () -> Value) {
            made = Mutex(nil)
            self.make = make
            isGiven = false
        }

        var value: Value {
            let made = made.withLock { made -> any AnyObject & Sendable in
                if let made { return made }
                let value = Made(make())
                made = value
                return value
            }
            // Why unsafe: nothing else is ever put there.
            return unsafe unsafeDowncast(made, to: Made.self).value
        }
    }

    private let maker: Maker

    package init(_ value: Value) { maker = Maker(value) }

    /// - Parameter make: makes the value; it must not ask for it.
    package init(later make: @escaping @Sendable () -> Value) { maker = Maker(later: make) }

    /// The value.
    package var value: Value { maker.value }

    /// The value, if nobody has to make it.
    var ready: Value? { maker.isGiven ? maker.value : nil }
}
