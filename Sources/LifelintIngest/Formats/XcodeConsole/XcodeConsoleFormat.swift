// SPDX-License-Identifier: MIT

import LifelintModel

/// The console of Xcode, of a test run or of a framework's tool.
///
/// Nearly all its lines may be bare, which any text has. So it is known by lines with a prefix, of which there are few;
/// by what a framework puts before its lines; by metadata; by the words of the debugger; and by bare lines that the
/// system itself is known to say, or a runtime when an app ends.
enum XcodeConsoleFormat {
    /// The format, recognised with that vocabulary.
    static func format(_ words: CompiledVocabulary) -> TextLogFormat<XcodeConsoleShape> {
        TextLogFormat(
            "xcode-console", XcodeConsoleShape(), title: "Xcode console",
            recognisedBy: """
                Lines of NSLog or os_log with process[pid:thread], metadata of Xcode, words of the debugger, or bare lines \
                that recognisers know as the system's or as the last words of an app.
                """,
            tells: "What the app and the frameworks in it said, and how a debugger saw it end.", durability: .buffered,
            traits: .systemLog
        ) { view, head in
            let shape = XcodeConsoleShape(passesRowsOn: head.passesRowsOn)
            let isPlain = isRecognised(shape, view, head, words)
            // Programs in .NET write their times as servers do.
            let isOfBuild = BuildLog(words.phrases).begins(view)
            if isPlain || isOfBuild, let bare = head.withoutServerStamps(view, ofBuild: isOfBuild),
                isRecognised(shape, view, bare, words)
            {
                return XcodeConsoleShape(wrapping: bare.wrapping)
            }
            return isPlain ? shape : nil
        }
    }

    private static func isRecognised(
        _ shape: XcodeConsoleShape, _ view: ByteView, _ head: LogHead, _ words: CompiledVocabulary
    ) -> Bool {
        if head.wrapping?.isConsole ?? false { return true }
        let said = ConsoleWords(words.phrases)
        if isConsole(shape, view, head, said) || holdsDetails(view, head, words) { return true }
        // Some apps print much before a framework of the system says something.
        let longer = head.longer(view, limit: lines)
        if isConsole(shape, view, longer, said) || tellsEnd(view, longer, words, said) { return true }
        return isKnown(shape, view, head, words) || BareLines(view, head).areKnown(by: words)
    }

    private static let lines = 400
    /// How far before the end of a console the last words of an app stand, with the calls behind them.
    private static let lastLines = 40

    /// Half of the lines have a prefix or are Xcode's; or, in what is no text for readers, some are of one process.
    private static func isConsole(
        _ shape: XcodeConsoleShape, _ view: ByteView, _ head: LogHead, _ said: ConsoleWords
    ) -> Bool {
        var instants = InstantParser()
        var marked = 0
        var bare = 0
        var pids: [Int32: Int] = [:]
        var (isFirst, isSystems) = (false, false)
        for (index, line) in head.lines.enumerated() {
            let (start, end) = (line.lowerBound, line.upperBound)
            if let row = shape.prefixedRow(view, start, end, &instants) {
                marked += 1
                // Alone they are a log of CocoaLumberjack.
                if !LogStamp.hasColon(view, start) { isSystems = true }
                pids[row.pid, default: 0] += 1
                if index == 0 { isFirst = true }
            } else if said.isDebuggers(view, line) || ConsoleMetadata.begins(view, start, end) {
                // It stands for the message before it, too.
                marked += 2
                isSystems = true
            } else if marked == 0 || !LogHead.goesOn(view[start]) {
                bare += 1
            }
        }
        guard isSystems else { return false }
        if marked > 0, marked >= bare { return true }
        return !head.isProse && (isFirst || pids.values.contains { $0 > 1 })
    }

    /// Whether a fourth of the lines, as in other consoles, have a prefix, and one of them says what the system itself
    /// says: what the app prints between has none.
    private static func isKnown(
        _ shape: XcodeConsoleShape, _ view: ByteView, _ head: LogHead, _ words: CompiledVocabulary
    ) -> Bool {
        if head.isProse { return false }
        var instants = InstantParser()
        let rows = head.lines.compactMap { line in
            LogStamp.hasColon(view, line.lowerBound)
                ? nil : shape.prefixedRow(view, line.lowerBound, line.upperBound, &instants)
        }
        guard !rows.isEmpty, rows.count * 4 >= head.lines.count else { return false }
        let probe = LineProbe(words)
        return rows.contains { BareLines.isSystems(view.string($0.message.lowerBound, $0.message.upperBound), probe) }
    }

    /// Whether bare lines end with the words of the debugger, or hold what the runtime writes of an exception that
    /// nobody caught: more than its first line, which texts quote.
    private static func tellsEnd(
        _ view: ByteView, _ head: LogHead, _ words: CompiledVocabulary, _ said: ConsoleWords
    ) -> Bool {
        if head.isProse { return false }
        let lines = head.lines
        if head.isWhole, lines.count < XcodeConsoleFormat.lines,
            case let probe = LineProbe(words),
            lines.suffix(3).contains(where: {
                said.isDebuggers(view, $0) || probe.isOfDebugger(view.string($0.lowerBound, $0.upperBound))
            })
        {
            return true
        }
        if lines.contains(where: { said.isStop(view, $0) }) { return true }
        // The debugger asks what to do behind the runtime's last words, of which the first line alone is there.
        if head.isWhole,
            lines.suffix(3).contains(where: { view.starts("(lldb)", at: $0.lowerBound, to: $0.upperBound) }),
            case let probe = LineProbe(words),
            lines.suffix(XcodeConsoleFormat.lastLines).contains(where: {
                probe.knowledge(of: view.string($0.lowerBound, $0.upperBound))?.events.contains("process.exit") ?? false
            })
        {
            return true
        }
        return lines.indices.contains { index in
            said.isThrown(view, lines[index]) && lines[(index + 1)...].prefix(4).contains { said.beginsCalls(view, $0) }
        }
    }

    /// Whether an error of Xcode's about an app that it ran stands there with its details.
    private static func holdsDetails(_ view: ByteView, _ head: LogHead, _ words: CompiledVocabulary) -> Bool {
        !head.isProse
            && head.lines.contains {
                words.phrases.holds(.consoleDetails, view, from: $0.lowerBound, to: $0.upperBound)
            }
    }
}
