// SPDX-License-Identifier: MIT

import LifelintModel

extension CompiledVocabulary {
    /// What a capture of that name is.
    func meaning(named name: [UInt8]) -> KeyMeaning { targetMeaning(String(decoding: name, as: UTF8.self)) }

    /// Who speaks where a recogniser does not say: the system's own processes, or an app.
    func impliedWitness(_ row: LogRow, _ view: ByteView) -> WitnessClass {
        if view.matches("kernel", from: row.process.lowerBound, to: row.process.upperBound) { return .kernel }
        if isDaemon(row, view) { return .system }
        let isUIKit = view.starts("com.apple.UIKit", at: row.subsystem.lowerBound, to: row.subsystem.upperBound)
        return isUIKit ? .uikit : .app
    }

    /// Whether a row was written by a process of the system's own: told by where its program lies, or else by its name.
    func isDaemon(_ row: LogRow, _ view: ByteView) -> Bool {
        if !row.path.isEmpty {
            let path = view.string(row.path.lowerBound, row.path.upperBound).replacingEscapedSlashes
            if processes.appPaths.contains(where: path.contains) { return false }
            if processes.systemPaths.contains(where: path.contains) { return true }
        }
        guard !row.process.isEmpty else { return false }
        return processes.daemons.contains(view.string(row.process.lowerBound, row.process.upperBound))
    }
}

extension String {
    /// The text with `\/` as the `/` that it means in JSON.
    fileprivate var replacingEscapedSlashes: String {
        utf8.contains(0x5C) ? String(decoding: utf8.filter { $0 != 0x5C }, as: UTF8.self) : self
    }
}

extension PatternCapture {
    /// How its value is read: numbers by what they are, anything else as text.
    var form: ValueForm { isNumber ? .word : .string }
}
