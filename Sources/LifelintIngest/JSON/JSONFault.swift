// SPDX-License-Identifier: MIT

import LifelintModel

/// Where and why bytes are no JSON.
struct JSONFault: Error {
    /// The position of the first byte that does not fit.
    var position: Int
    /// What kind of trouble it is.
    var code: ProblemCode
    /// What is wrong, for people.
    var message: String
}
