// SPDX-License-Identifier: MIT

/// UIKit's reasons for which an app is not active, as far as they say where it is: bits of the masks that it writes.
///
/// They stand here and not in the vocabulary since every line of such masks is asked for them.
enum DeactivationReasons {
    /// The process has been launched, and nobody has seen it yet.
    static let launch: Int64 = 1 << 10
    /// The app is in the background, or on its way there.
    static let background: Int64 = 1 << 11
}
