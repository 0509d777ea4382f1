// SPDX-License-Identifier: MIT

/// What runs show of their app having scenes.
struct ShownScenes: OptionSet {
    let rawValue: UInt8

    /// It has some.
    static let some = ShownScenes(rawValue: 1)
    /// The app itself tells when one is connected.
    static let connections = ShownScenes(rawValue: 2)
}
