// SPDX-License-Identifier: MIT

/// Finds what there is to read behind the paths of a command line.
///
/// Named files come as they are named; folders are walked in byte order of their names, so that the same tree gives the
/// same list everywhere. What cannot be read is listed with its error: nothing that was named goes unmentioned.
public enum InputDiscovery {
    /// What stands behind these paths, in the order of the paths; what was found before is left out.
    ///
    /// What is named itself counts as named, whatever folder it is found in as well; what two named folders hold
    /// belongs to the inner one.
    public static func discover(_ paths: [String]) -> [DiscoveredInput] {
        var found: [DiscoveredInput] = []
        // A walk through one folder finds nothing twice.
        let isAlone = paths.count == 1
        // By bytes: two spellings of one letter are two files, although they are one text.
        var seen: Set<[UInt8]> = []
        for path in paths {
            let shown = normalised(path)
            guard seen.insert(Array(shown.utf8)).inserted else { continue }
            if isStandardInput(shown) {
                found.append(input(shown, Array(shown.utf8), .stream))
                continue
            }
            discover(named: shown, into: &found)
        }
        return isAlone ? found : withoutRepetitions(found)
    }

    private static func withoutRepetitions(_ found: [DiscoveredInput]) -> [DiscoveredInput] {
        var places: [[UInt8]: Int] = [:]
        var kept: [DiscoveredInput] = []
        for input in found {
            if let place = places[input.systemPath] {
                let known = kept[place]
                let isInner = (input.folder?.utf8.count ?? 0) > (known.folder?.utf8.count ?? 0)
                if !known.isNamed, input.isNamed || isInner { kept[place] = input }
            } else {
                places[input.systemPath] = kept.count
                kept.append(input)
            }
        }
        return kept
    }

    /// Whether the path means the process's standard input.
    static func isStandardInput(_ path: String) -> Bool {
        path == "-" || path == "/dev/stdin" || path == "/dev/fd/0"
    }

    /// The path without `.` components, doubled separators and a final separator.
    static func normalised(_ path: String) -> String {
        let parts = path.utf8.split(separator: 0x2F).filter { !($0.count == 1 && $0.first == 0x2E) }
        let joined = parts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "/")
        if path.utf8.first == 0x2F { return "/" + joined }
        // An empty argument names nothing; any other that is empty by now meant the current folder.
        return joined.isEmpty && !path.isEmpty ? "." : joined
    }

    private static func discover(named path: String, into found: inout [DiscoveredInput]) {
        let bytes: [UInt8]
        switch RepairedName.resolve(path) {
        case .path(let known): bytes = known
        case .ambiguous:
            let error = FileError(
                code: .notFound, path: path,
                reason: "several files have names that are not UTF-8 and read like this: name their folder")
            return found.append(input(path, Array(path.utf8), .unavailable(error)))
        }
        switch SystemCall.status(of: bytes) {
        case .failure(let number):
            let error = FileError(number: number.value, path: path, fallback: .openFailed)
            found.append(input(path, bytes, .unavailable(error)))
        case .success(let status):
            switch status.kind {
            case .folder:
                let before = found.count
                var walk = FolderWalk(named: path, bytes, identity: status.identity)
                walk.run(into: &found)
                if found.count == before {
                    let reason =
                        walk.hasHidden
                        ? "no files in this folder but hidden ones, which are left out" : "no files in this folder"
                    let error = FileError(code: .emptyFolder, path: path, reason: reason)
                    found.append(input(path, bytes, .unavailable(error)))
                }
            case .file: found.append(file(path, bytes, status))
            case .pipe, .characterDevice: found.append(input(path, bytes, .stream))
            case .other: found.append(input(path, bytes, .unavailable(special(path))))
            }
        }
    }

    /// A regular file, or why it cannot be read.
    static func file(
        _ path: String, _ bytes: [UInt8], _ status: SystemCall.FileStatus, folder: String? = nil
    ) -> DiscoveredInput {
        if !status.isReadableByAll, case .failure(let number) = SystemCall.mayRead(bytes) {
            let error = FileError(number: number, path: path, fallback: .openFailed)
            return input(path, bytes, .unavailable(error), folder: folder)
        }
        return input(path, bytes, .file, size: status.size, folder: folder)
    }

    /// The error of what is neither a file nor a folder nor a stream.
    static func special(_ path: String) -> FileError {
        FileError(code: .isSpecial, path: path, reason: "not a regular file")
    }

    /// An input; without a folder it was named itself.
    static func input(
        _ path: String, _ bytes: [UInt8], _ source: DiscoveredInput.Source, size: Int64? = nil, folder: String? = nil
    ) -> DiscoveredInput {
        DiscoveredInput(
            path: path, source: source, isNamed: folder == nil, folder: folder, size: size, systemPath: bytes)
    }
}
