// SPDX-License-Identifier: MIT

import LifelintModel

/// What the lines of an input are wrapped in, the outermost first: a letter quotes what a server wrote of a device.
struct LogWrapping: Sendable, Equatable {
    /// More than that is no log that somebody passed on, but a text about one.
    static let most = 3

    /// From the outside to the inside.
    private(set) var layers: [LogWrapper]

    /// The names in reports.
    var name: String { layers.map(\.name).joined(separator: ", ") }

    /// Whether the innermost thing is the console of an app, whatever the lines themselves look like.
    var isConsole: Bool { layers.contains(where: \.isConsole) }

    /// Whether rows of the system's log are passed on between the lines of a console.
    var passesRowsOn: Bool { layers.contains { $0.kind == .flutterVerbose } }

    /// Whether nothing stands before the lines.
    var isFence: Bool { layers.allSatisfy { $0.kind == .codeFence } }

    /// Whether lines are of the time of a server's stamp.
    var stampsTimes: Bool { layers.contains(where: \.stampsTimes) }

    /// Whether a tool that builds and tests has passed the lines on.
    var isOfBuild: Bool { layers.contains { $0.kind == .fastlane } }

    /// Where the content of a line begins; nil if the line is none of the log's.
    func content(_ view: ByteView, _ start: Int, _ end: Int) -> Int? {
        var start = start
        for layer in layers {
            guard let content = layer.content(view, start, end) else { return nil }
            start = content
        }
        return start
    }

    /// Whether a server stamps the lines with a date of its own.
    var stampsDays: Bool { layers.contains(where: \.stampsDays) }

    /// The day that a server stamped a line with; nil where none did.
    func day(_ view: ByteView, _ start: Int, _ end: Int) -> CalendarDay? {
        var start = start
        for layer in layers {
            if layer.stampsDays { return LogWrapper.day(view, start, end) }
            guard let content = layer.content(view, start, end) else { return nil }
            start = content
        }
        return nil
    }

    /// The layers around some lines, and what is left of these without them; nil where they stand for themselves.
    ///
    /// - Parameter outermost: what is known to be around them all.
    static func find(
        _ view: ByteView, in lines: [Range<Int>], outermost: LogWrapper?
    ) -> (wrapping: LogWrapping, lines: [Range<Int>])? {
        var layers: [LogWrapper] = []
        var lines = lines
        var next = outermost ?? LogWrapper.find(view, in: lines)
        while let layer = next, layers.count < most {
            // What stands before the content of its lines is left for the shape, which would be found again.
            if layers.contains(layer), layer.kind != .quote { break }
            layers.append(layer)
            lines = lines.compactMap { line in
                guard let content = layer.content(view, line.lowerBound, line.upperBound),
                    view.skipWhiteSpace(from: content, to: line.upperBound) < line.upperBound
                else { return nil }
                return content..<line.upperBound
            }
            next = server(view, lines, layers) ?? LogWrapper.find(view, in: lines)
        }
        return layers.isEmpty ? nil : (LogWrapping(layers: layers), lines)
    }

    /// A server's log inside of something: its own lines are passed over.
    private static func server(_ view: ByteView, _ lines: [Range<Int>], _ layers: [LogWrapper]) -> LogWrapper? {
        guard !layers.contains(.appium), let first = lines.first, let last = lines.last,
            ByteSearch.find("[IOS_SYSLOG_ROW", in: view, from: first.lowerBound, to: last.upperBound) != nil,
            lines.contains(where: { LogWrapper.appium.wraps(view, $0.lowerBound, $0.upperBound) })
        else { return nil }
        return .appium
    }
}
