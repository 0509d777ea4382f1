// SPDX-License-Identifier: MIT

package import Synchronization

/// A value that is made when it is first asked for, once, by whichever thread that is.
///
/// It may be inlined elsewhere: vocabulary is asked for many times for each report, and for types that are not known
/// each time costs a search for them.
package struct Deferred<Value: Sendable>: Sendable {
    @usableFromInline final class Maker: Sendable {
        @usableFromInline let made = Mutex<Value?>(nil)
        @usableFromInline let make: @Sendable () -> Value

        @usableFromInline init(_ make: @escaping @Sendable () -> Value) { self.make = make }

        @inlinable var value: Value {
            made.withLock { made in
                if let made { return made }
                let value = make()
                made = value
                return value
            }
        }
    }

    @usableFromInline enum Form: Sendable {
        case ready(Value)
        case later(Maker)
    }

    @usableFromInline let form: Form

    package init(_ value: Value) { form = .ready(value) }

    /// - Parameter make: makes the value; it must not ask for it.
    package init(later make: @escaping @Sendable () -> Value) { form = .later(Maker(make)) }

    /// The value.
    @inlinable package var value: Value {
        switch form {
        case .ready(let value): value
        case .later(let maker): maker.value
        }
    }

    /// The value, if nobody has to make it.
    var ready: Value? { if case .ready(let value) = form { value } else { nil } }
}
