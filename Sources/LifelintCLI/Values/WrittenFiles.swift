// SPDX-License-Identifier: MIT

import LifelintFiles
import LifelintModel

/// The files that a command writes: none may be one that it reads, or be written twice.
struct WrittenFiles {
    /// What is written, by its name on the command line.
    private var written: [(what: String, path: String, place: FilePlace)] = []

    /// Takes in what is written to a file.
    mutating func add(_ what: String, to path: String) throws(UsageError) {
        let place = FilePlace(path)
        if let other = written.first(where: { $0.place == place }) {
            let both =
                other.what.hasPrefix("report") && what.hasPrefix("report")
                ? "two reports" : "a report and the baseline"
            let spelled = other.path == path ? "" : " and \(other.path), which are one file"
            throw UsageError(.conflict, "\(both) would be written to \(path)\(spelled)")
        }
        if place == FilePlace.standardOutput, place.isFile {
            throw UsageError(.conflict, "\(what) would be written to \(path), where standard output goes")
        }
        written.append((what, path, place))
    }

    /// Refuses to write over something that is read.
    func check(_ role: String, _ paths: [String]) throws(UsageError) {
        if written.isEmpty { return }
        for path in paths where path != "-" {
            let place = FilePlace(path)
            guard place.isFile, let output = written.first(where: { $0.place == place }) else { continue }
            throw UsageError(
                .conflict, "\(output.what) would be written over \(role) \(path)",
                hint: "Write it to a file of its own.")
        }
    }

    /// Refuses to write over evidence that lay in a folder: what is no log, or a report of lifelint's, may be replaced.
    ///
    /// - Parameter places: the files that were looked at, if all of them are known: none need be looked up then.
    func check(_ inputs: [InputSummary], in places: Set<FilePlace>? = nil) throws(UsageError) {
        if written.isEmpty { return }
        if let places, !written.contains(where: { places.contains($0.place) }) { return }
        var files: [String] = []
        for input in inputs where input.status != .unread {
            let mark = input.path[...].firstRange(ofASCII: "!/")
            let path = mark.map { String(input.path[..<$0.lowerBound]) } ?? input.path
            if files.last != path { files.append(path) }
        }
        try check("the input", files)
    }
}
