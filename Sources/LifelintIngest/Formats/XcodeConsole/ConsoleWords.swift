// SPDX-License-Identifier: MIT

import LifelintModel

/// The words by which lines of a console are known, looked up once for all lines of a head.
struct ConsoleWords {
    private let debugger: [SoughtText]
    private let thread: [SoughtText]
    private let stop: [SoughtText]
    private let thrown: [SoughtText]
    private let calls: [SoughtText]

    init(_ phrases: PhraseTexts) {
        debugger = phrases.texts(of: .consoleDebugger)
        thread = phrases.texts(of: .consoleThread)
        stop = phrases.texts(of: .consoleStop)
        thrown = phrases.texts(of: .consoleThrown)
        calls = phrases.texts(of: .consoleCalls)
    }

    /// Whether Xcode says the line, of the app that it ran.
    func isDebuggers(_ view: ByteView, _ line: Range<Int>) -> Bool { ConsoleWords.begins(view, line, debugger) }

    /// `* thread #1, queue = 'com.apple.main-thread', stop reason = signal SIGABRT`, as LLDB says why it stopped.
    func isStop(_ view: ByteView, _ line: Range<Int>) -> Bool {
        let end = min(line.upperBound, line.lowerBound + LogCursor.nameBytes)
        return ConsoleWords.begins(view, line, thread)
            && stop.contains { $0.find(in: view, from: line.lowerBound, to: end) != nil }
    }

    /// Whether the runtime begins to tell of an exception that nobody caught.
    func isThrown(_ view: ByteView, _ line: Range<Int>) -> Bool { ConsoleWords.begins(view, line, thrown) }

    /// Whether the calls that led to an exception stand below.
    func beginsCalls(_ view: ByteView, _ line: Range<Int>) -> Bool { ConsoleWords.begins(view, line, calls) }

    private static func begins(_ view: ByteView, _ line: Range<Int>, _ texts: [SoughtText]) -> Bool {
        for text in texts where text.end(in: view, at: line.lowerBound, to: line.upperBound) != nil { return true }
        return false
    }
}
