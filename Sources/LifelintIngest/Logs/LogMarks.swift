// SPDX-License-Identifier: MIT

import LifelintModel

/// What a log shows, by who wrote it, of all processes that it tells of.
struct LogMarks: Sendable {
    /// A driver of UI tests wrote it: it holds the app, starts it and stops it.
    private(set) var isHarnessed = false
    /// It is the log of a simulator, where no watchdog acts and nothing is suspended.
    private(set) var isSimulated = false
    /// It is the log of a build, which tells of tools as well.
    private(set) var isOfBuild = false

    init() {}

    /// By the beginning of an input.
    init(_ head: InputHead, _ wrapping: LogWrapping?) {
        isHarnessed = wrapping?.layers.contains(.appium) ?? false
        head.bytes.withView { view in
            isOfBuild = BuildLog.begins(view)
            let end = min(view.count, LogMarks.preamble)
            // What `log` writes first when simctl has started it, and what Appium calls the log of a simulator.
            isSimulated =
                ByteSearch.find("getpwuid_r", in: view, from: 0, to: end) != nil
                || isHarnessed && ByteSearch.find("[IOSSimulatorLog]", in: view, from: 0, to: view.count) != nil
        }
    }

    /// A log begins with what its writer has to say.
    private static let preamble = 1_024
}
