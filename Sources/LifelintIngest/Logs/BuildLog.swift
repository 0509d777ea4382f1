// SPDX-License-Identifier: MIT

import LifelintModel

/// What shows the log of a build, in which linkers, scripts and servers speak beside the app.
struct BuildLog {
    private let phrases: PhraseTexts

    /// By what servers, the tool that builds, tools that crash, and XCTest say.
    init(_ phrases: PhraseTexts) { self.phrases = phrases }

    /// Whether a log that begins so is one of a build: it holds a server's marks, names the tool that builds, or shows
    /// the calls of a tool that crashed.
    ///
    /// The stamp of servers alone does not show it: programs in .NET write their times so, too.
    func begins(_ view: ByteView) -> Bool {
        phrases.holds(.buildLog, view, from: 0, to: view.count) || holdsCalls(view)
    }

    /// Whether a log that begins so shows the calls of a tool that crashed.
    func holdsCalls(_ view: ByteView) -> Bool { phrases.holds(.buildCalls, view, from: 0, to: view.count) }

    /// Whether a test was running where that line stands: XCTest told that it began, and not what became of it, and
    /// nobody that the tests or the step that ran them are over.
    func isInTest(_ view: ByteView, at line: Int) -> Bool {
        guard
            let found = phrases.lastStart(of: .buildTest, in: view, from: max(0, line - BuildLog.lookedBack), to: line)
        else { return false }
        let end = view.firstIndex(of: 0x0A, from: found, to: line) ?? line
        guard phrases.holds(.buildStarted, view, from: found, to: end),
            !phrases.holds(.buildOver, view, from: end, to: line)
        else { return false }
        return !isSuiteOver(view, from: end, to: line)
    }

    /// Whether a suite of tests ended there.
    ///
    /// One may begin: what is left of them starts anew behind a crash.
    private func isSuiteOver(_ view: ByteView, from start: Int, to limit: Int) -> Bool {
        var position = start
        while let found = phrases.start(of: .buildSuite, in: view, from: position, to: limit) {
            let end = view.firstIndex(of: 0x0A, from: found, to: limit) ?? limit
            if !phrases.holds(.buildStarted, view, from: found, to: end) { return true }
            position = end
        }
        return false
    }

    /// How much before a line is looked through for that.
    private static let lookedBack = 256 << 10
}
