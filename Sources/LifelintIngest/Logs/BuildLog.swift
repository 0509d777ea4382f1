// SPDX-License-Identifier: MIT

/// What shows the log of a build, in which linkers, scripts and servers speak beside the app.
enum BuildLog {
    /// Whether a log that begins so is one of a build: it holds a server's marks, or names the tool that builds.
    ///
    /// The stamp of servers alone does not show it: programs in .NET write their times so, too.
    static func begins(_ view: ByteView) -> Bool {
        marks.contains { ByteSearch.find($0, in: view, from: 0, to: view.count) != nil }
    }

    /// Whether a test was running where that line stands: XCTest told that it began, and not what became of it, and nobody
    /// that the tests or the step that ran them are over.
    static func isInTest(_ view: ByteView, at line: Int) -> Bool {
        guard let found = ByteSearch.findLast("Test Case '", in: view, from: max(0, line - lookedBack), to: line) else {
            return false
        }
        let end = view.firstIndex(of: 0x0A, from: found, to: line) ?? line
        guard ByteSearch.find("' started", in: view, from: found, to: end) != nil,
            !ends.contains(where: { ByteSearch.find($0, in: view, from: end, to: line) != nil })
        else { return false }
        return !isSuiteOver(view, from: end, to: line)
    }

    /// Whether a suite of tests ended there.
    ///
    /// One may begin: what is left of them starts anew behind a crash.
    private static func isSuiteOver(_ view: ByteView, from start: Int, to limit: Int) -> Bool {
        var position = start
        while let found = ByteSearch.find("Test Suite '", in: view, from: position, to: limit) {
            let end = view.firstIndex(of: 0x0A, from: found, to: limit) ?? limit
            if ByteSearch.find("' started", in: view, from: found, to: end) == nil { return true }
            position = end
        }
        return false
    }

    private static let marks: [StaticString] = ["##[", "xcodebuild"]
    /// What `xcodebuild` says behind all tests, and servers around the steps of a build.
    private static let ends: [StaticString] = ["** TEST ", "##[error]", "##[group]", "##[endgroup]", "##[section]"]
    /// How much before a line is looked through for that.
    private static let lookedBack = 256 << 10
}
