// SPDX-License-Identifier: MIT

/// Walks one named folder: files in byte order of their names, hidden names left out.
///
/// It goes down through a list rather than by recursion, so that a deep tree costs memory and not the stack.
struct FolderWalk {
    private struct Folder {
        /// Names that are still to be looked at, the next one last.
        var names: [[UInt8]]
        var path: [UInt8]
        var identity: SystemCall.FileIdentity
    }

    private let named: String
    /// The named folder's path as the system knows it.
    private let path: [UInt8]
    /// The folders from the named one down to the one being walked.
    private var open: [Folder] = []
    /// Folders that were entered through a symbolic link.
    ///
    /// Each is entered so only once: links that point at each other's siblings would else multiply with every level.
    private var linked: Set<SystemCall.FileIdentity> = []
    private let start: SystemCall.FileIdentity
    /// Whether a hidden name was left out.
    private(set) var hasHidden = false

    /// A walk through the folder of that path.
    init(named: String, _ path: [UInt8], identity: SystemCall.FileIdentity) {
        self.named = named
        self.path = path
        start = identity
    }

    /// Adds what is found.
    mutating func run(into found: inout [DiscoveredInput]) {
        enter(path, start, into: &found)
        while let name = open.indices.last.flatMap({ open[$0].names.popLast() }) ?? leave() {
            if name.first == 0x2E { hasHidden = true }
            guard name.first != 0x2E, let folder = open.last else { continue }
            visit(Self.path(name, in: folder.path), into: &found)
        }
    }

    /// Goes back up to the next folder in which something is left; gives its next name.
    private mutating func leave() -> [UInt8]? {
        while !open.isEmpty {
            open.removeLast()
            if let last = open.indices.last, let name = open[last].names.popLast() { return name }
        }
        return nil
    }

    private mutating func visit(_ path: [UInt8], into found: inout [DiscoveredInput]) {
        let shown = String(decoding: path, as: UTF8.self)
        switch SystemCall.status(of: path) {
        case .failure(let number):
            let error = FileError(number: number.value, path: shown, fallback: .openFailed)
            found.append(InputDiscovery.input(shown, path, .unavailable(error), folder: named))
        case .success(let status):
            switch status.kind {
            case .file: found.append(InputDiscovery.file(shown, path, status, folder: named))
            case .folder:
                // A loop need not end at a link: one to the folder above leads back through that folder's own entry.
                guard !open.contains(where: { $0.identity == status.identity }) else { return }
                if SystemCall.isLink(path), !linked.insert(status.identity).inserted { return }
                enter(path, status.identity, into: &found)
            case .pipe, .characterDevice, .other:
                let error = InputDiscovery.special(shown)
                found.append(InputDiscovery.input(shown, path, .unavailable(error), folder: named))
            }
        }
    }

    private mutating func enter(
        _ path: [UInt8], _ identity: SystemCall.FileIdentity, into found: inout [DiscoveredInput]
    ) {
        switch SystemCall.names(in: path) {
        case .success(let names): open.append(Folder(names: names.reversed(), path: path, identity: identity))
        case .failure(let number):
            let shown = String(decoding: path, as: UTF8.self)
            let error = FileError(number: number.value, path: shown, fallback: .openFailed)
            found.append(
                InputDiscovery.input(shown, path, .unavailable(error), folder: open.isEmpty ? nil : named))
        }
    }

    private static func path(_ name: [UInt8], in folder: [UInt8]) -> [UInt8] {
        if folder == [0x2E] { return name }
        return folder.last == 0x2F ? folder + name : folder + [0x2F] + name
    }
}
