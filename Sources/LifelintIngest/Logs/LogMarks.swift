// SPDX-License-Identifier: MIT

import LifelintModel

/// What a log shows, by who wrote it, of all processes that it tells of.
struct LogMarks: Sendable {
    /// A driver of UI tests wrote it: it holds the app, starts it and stops it.
    private(set) var isHarnessed = false
    /// It is the log of a simulator, where no watchdog acts and nothing is suspended.
    private(set) var isSimulated = false
    /// A tool that is no debugger started the app, and shows what it writes.
    private(set) var isOfTool = false
    /// It is the log of a build, which tells of tools as well.
    private(set) var isOfBuild = false
    /// It is one that a server or a tool has put something before the lines of, whoever wrote them.
    private(set) var isStamped = false

    init() {}

    /// By the beginning of an input.
    init(_ head: InputHead, _ wrapping: LogWrapping?, _ phrases: PhraseTexts) {
        isStamped = wrapping.map { $0.stampsTimes || $0.isOfBuild } ?? false
        isHarnessed = wrapping?.layers.contains(.appium) ?? false
        head.bytes.withView { view in
            isOfBuild = BuildLog(phrases).begins(view) || wrapping?.isOfBuild ?? false
            let preamble = min(view.count, LogMarks.preamble)
            // So does a server that stamps what it runs.
            isOfTool =
                phrases.holds(.consoleTool, view, from: 0, to: preamble) || isStamped
            isSimulated =
                phrases.holds(.simulatorLog, view, from: 0, to: preamble)
                || phrases.holds(.consoleSimulator, view, from: 0, to: preamble)
                || isHarnessed && phrases.holds(.simulatorAppium, view, from: 0, to: view.count)
        }
    }

    /// A log begins with what its writer has to say.
    private static let preamble = 1_024
}
