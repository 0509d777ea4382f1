// SPDX-License-Identifier: MIT

import LifelintModel

extension SignalNames {
    /// `SIGSEGV (11)`, or `signal 99` for a number without a name.
    static func text(_ number: Int64) -> String {
        name(Int(clamping: number)).map { "\($0) (\(number))" } ?? "signal \(number)"
    }
}
