// SPDX-License-Identifier: MIT

import Foundation

/// A folder of a test's own, gone with the test.
final class ScratchFolder {
    /// Its path.
    let path: String

    init() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("lifelint-tests-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        path = folder.resolvingSymlinksInPath().path
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The path of a name in it.
    func callAsFunction(_ name: String) -> String { path + "/" + name }

    /// Writes files, with the folders that they lie in.
    func write(_ files: [String: String]) throws {
        for (name, text) in files {
            let url = URL(fileURLWithPath: self(name))
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: url)
        }
    }

    /// Makes a symbolic link.
    func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: self(name), withDestinationPath: target)
    }

    /// Makes a named pipe.
    func makePipe(_ name: String) -> Bool { unsafe mkfifo(self(name), 0o600) == 0 }

    /// Sets who may do what.
    func setPermissions(_ name: String, _ permissions: mode_t) -> Bool { unsafe chmod(self(name), permissions) == 0 }

    /// Cuts a file off.
    func truncate(_ name: String, _ size: Int) -> Bool { unsafe Foundation.truncate(self(name), off_t(size)) == 0 }

    /// What a file holds.
    func text(_ name: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(fileURLWithPath: self(name))), as: UTF8.self)
    }

    /// All names in it.
    var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: path).sorted()) ?? [] }
}
