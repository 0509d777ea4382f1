// SPDX-License-Identifier: MIT

import LifelintModel

/// How one container of logs writes its rows: a format of text lines, or of JSON objects.
protocol LogShape: Sendable {
    /// How texts of rows are escaped.
    static var escaping: LogEscaping { get }
    /// Whether lines without a prefix go on with the message before them.
    static var hasContinuations: Bool { get }
    /// Whether times lack the date or the year, so that each row's depends on the rows before it.
    static var dependsOnOrder: Bool { get }

    /// The row that begins on the line in that range, without its line feed; nil if none does.
    ///
    /// The view's instant parser is handed in, since it remembers the day.
    func row(_ view: ByteView, _ start: Int, _ end: Int, _ instants: inout InstantParser) -> LogRow?

    /// Whether the line is no part of a message: a header, a footer, a divider of the tool that wrote the log.
    func isFurniture(_ view: ByteView, _ start: Int, _ end: Int) -> Bool
}

extension LogShape {
    static var escaping: LogEscaping { .none }
    static var hasContinuations: Bool { true }
    static var dependsOnOrder: Bool { false }
    func isFurniture(_ view: ByteView, _ start: Int, _ end: Int) -> Bool { false }
}

/// How texts of rows are escaped.
enum LogEscaping: Sendable {
    case none
    /// As strings of JSON.
    case json
    /// As vis(3) writes bytes that are not printable: `\M-b\M^@\M-&`, `\240`.
    case vis
}
