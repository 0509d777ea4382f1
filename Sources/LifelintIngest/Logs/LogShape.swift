// SPDX-License-Identifier: MIT

import LifelintModel

/// How one container of logs writes its rows: a format of text lines, or of JSON objects.
///
/// Lines come without what wraps them (``LogWrapper``): `start` is where their content begins.
protocol LogShape: Sendable {
    /// How texts of rows are escaped.
    static var escaping: LogEscaping { get }
    /// Whether lines without a prefix go on with the message before them.
    static var hasContinuations: Bool { get }
    /// Whether times lack the date or the year, so that each row's depends on the rows before it.
    static var dependsOnOrder: Bool { get }
    /// Whether rows name the device by what people call it.
    static var namesHosts: Bool { get }
    /// Whether the tool may write a row twice, a moment apart.
    static var repeatsRows: Bool { get }
    /// Whether rows without a prefix are of the process that those with one name, since the log is of a single one.
    static var isOfOneProcess: Bool { get }
    /// Whether nothing else looks like a row of it: then one at the very beginning tells what the lines behind it are.
    static var isUnmistakable: Bool { get }

    /// The row that begins on the line in that range, without its line feed; nil if none does.
    ///
    /// Of a shape whose rows span lines, the range is that of ``rowStart(_:around:from:)`` and
    /// ``rowEnd(_:around:to:)``. The view's instant parser is handed in, since it remembers the day.
    func row(_ view: ByteView, _ start: Int, _ end: Int, _ instants: inout InstantParser) -> LogRow?

    /// What an input of this shape is wrapped in that stands around no other one; nil where it has no such thing.
    var wrapping: LogWrapping? { get }

    /// The shape with what words tell of those lines, which an input begins with.
    func settled(_ view: ByteView, in lines: [Range<Int>], _ words: CompiledVocabulary) -> Self

    /// Whether a row begins on the line in that range: whether ``row(_:_:_:_:)`` gives one.
    func beginsRow(_ view: ByteView, _ start: Int, _ end: Int, _ instants: inout InstantParser) -> Bool

    /// A search for messages where they can be told from the rest without reading rows; else nil, and texts of patterns
    /// are searched for everywhere.
    func makeMessageSearch() -> LogMessageSearch?

    /// Whether the line is no part of a message: a header, a footer, a divider of the tool that wrote the log.
    func isFurniture(_ view: ByteView, _ start: Int, _ end: Int) -> Bool

    /// Reads what a row of several lines says behind its message.
    func complete(_ record: inout LogRecord, _ view: ByteView)

    /// Whether time stands behind the message, so that of a message of several lines the last one tells whose it is.
    var endsWithTime: Bool { get }

    /// The row that ends on the last of those lines, where it began on one before; nil if there is none.
    ///
    /// Its index among the lines comes with it. The lines behind that one go on with the message.
    func row(
        _ view: ByteView, ending lines: [Range<Int>], _ instants: inout InstantParser
    ) -> (record: LogRecord, first: Int)?

    /// Whether the last row of a log, up to its last byte that is no white space, lacks its end.
    func isCut(_ view: ByteView, _ start: Int, _ end: Int) -> Bool

    /// Whether the line is one that the tool writes at the head of this very container, which proves it.
    func isHeader(_ view: ByteView, _ start: Int, _ end: Int) -> Bool

    /// The day that a piece of furniture says the rows behind it are of; nil for any other line.
    func day(_ view: ByteView, _ start: Int, _ end: Int) -> CalendarDay?

    /// Whether a piece of furniture says the day in words that are not known.
    func hidesDay(_ view: ByteView, _ start: Int, _ end: Int) -> Bool

    /// The device that a piece of furniture says the rows behind it are of; nil for any other line.
    func device(_ view: ByteView, _ start: Int, _ end: Int) -> Range<Int>?

    /// Whether a row may reach over several lines, as in JSON that is printed for people.
    ///
    /// The last row of a chunk may then have its end in the next one.
    var spansLines: Bool { get }

    /// Where the row around a position begins, at least `lower`: for most shapes, the line's start.
    func rowStart(_ view: ByteView, around position: Int, from lower: Int) -> Int

    /// Where the row around a position ends, its line feed excluded; nil if its end is not before `upper`.
    func rowEnd(_ view: ByteView, around position: Int, to upper: Int) -> Int?
}

extension LogShape {
    static var escaping: LogEscaping { .none }
    static var hasContinuations: Bool { true }
    static var dependsOnOrder: Bool { false }
    static var namesHosts: Bool { false }
    static var repeatsRows: Bool { false }
    static var isOfOneProcess: Bool { false }
    static var isUnmistakable: Bool { false }
    var wrapping: LogWrapping? { nil }
    func settled(_ view: ByteView, in lines: [Range<Int>], _ words: CompiledVocabulary) -> Self { self }
    func makeMessageSearch() -> LogMessageSearch? { nil }
    func isFurniture(_ view: ByteView, _ start: Int, _ end: Int) -> Bool { false }
    func complete(_ record: inout LogRecord, _ view: ByteView) {}
    var endsWithTime: Bool { false }
    func row(
        _ view: ByteView, ending lines: [Range<Int>], _ instants: inout InstantParser
    ) -> (record: LogRecord, first: Int)? { nil }
    func isCut(_ view: ByteView, _ start: Int, _ end: Int) -> Bool { false }
    func isHeader(_ view: ByteView, _ start: Int, _ end: Int) -> Bool { false }
    func day(_ view: ByteView, _ start: Int, _ end: Int) -> CalendarDay? { nil }
    func hidesDay(_ view: ByteView, _ start: Int, _ end: Int) -> Bool { false }
    func device(_ view: ByteView, _ start: Int, _ end: Int) -> Range<Int>? { nil }
    var spansLines: Bool { false }

    func beginsRow(_ view: ByteView, _ start: Int, _ end: Int, _ instants: inout InstantParser) -> Bool {
        row(view, start, end, &instants) != nil
    }

    func rowStart(_ view: ByteView, around position: Int, from lower: Int) -> Int {
        view.lineStart(around: position, from: lower)
    }

    func rowEnd(_ view: ByteView, around position: Int, to upper: Int) -> Int? {
        view.firstIndex(of: 0x0A, from: position, to: upper)
    }
}

/// How texts of rows are escaped.
enum LogEscaping: Sendable {
    case none
    /// As strings of JSON.
    case json
    /// As vis(3) writes bytes that are not printable: `\M-b\M^@\M-&`, `\240`.
    case vis
}
