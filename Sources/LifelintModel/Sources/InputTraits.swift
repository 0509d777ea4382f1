// SPDX-License-Identifier: MIT

/// What a format is like, for those who know none by name: it is declared where the format is.
public struct InputTraits: OptionSet, Sendable, Hashable {
    /// One bit for each.
    public let rawValue: UInt8

    /// Those bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Its lines are the system's, which another log may carry, too.
    public static let systemLog = InputTraits(rawValue: 1)
    /// Only lines that somebody recognises are read: others, which show no more than that a process ran, may have stood
    /// between them.
    public static let passesLinesOver = InputTraits(rawValue: 2)
    /// It holds records with fields, which recognisers of records know.
    public static let hasFields = InputTraits(rawValue: 4)
    /// Its reports are written inside of the app, and of other ends than the system tells.
    public static let ofSDK = InputTraits(rawValue: 8)
    /// Where its reports tell a reason, that is what an exception said that nobody caught.
    public static let tellsThrownReasons = InputTraits(rawValue: 16)
    /// Its reports mark the thread that crashed, and tell of every exception that was thrown.
    public static let marksCrashes = InputTraits(rawValue: 32)
}
