// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// The program as it was built beside the tests, run in a folder of the test's own.
final class BuiltProgram {
    /// What came of a run.
    struct Outcome {
        var status: Int32
        var output: String
        var errors: String
    }

    /// The folder in which it runs.
    let folder: String
    /// The program.
    let path: String

    init() throws {
        let scratch = FileManager.default.temporaryDirectory.appendingPathComponent("lifelint-tests-\(UUID())")
        try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
        folder = scratch.resolvingSymlinksInPath().path
        // On Linux the tests are a program in the folder of products; on macOS a bundle in it.
        let candidates = [Bundle.main.executableURL] + Bundle.allBundles.map { Optional($0.bundleURL) }
        path = try #require(
            candidates.compactMap { $0?.deletingLastPathComponent().appendingPathComponent("lifelint").path }
                .first { FileManager.default.isExecutableFile(atPath: $0) }, "the program is not built beside the tests"
        )
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// Runs it with these arguments.
    func callAsFunction(_ arguments: String...) throws -> Outcome { try run(path, arguments) }

    /// Runs a script of the shell, in which `$lifelint` is the program.
    func shell(_ script: String) throws -> Outcome { try run("/bin/bash", ["-c", script]) }

    /// Starts it and does not wait.
    func start(_ arguments: [String]) throws -> Process {
        let process = process(path, arguments)
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        return process
    }

    /// Writes a file into the folder.
    func write(_ name: String, _ text: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/" + name))
    }

    /// What a file of the folder holds.
    func text(_ name: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(fileURLWithPath: folder + "/" + name)), as: UTF8.self)
    }

    /// All names in the folder.
    var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder).sorted()) ?? [] }

    private func run(_ program: String, _ arguments: [String]) throws -> Outcome {
        // Files rather than pipes: nothing can fill up while the other is read.
        let logs = FileManager.default.temporaryDirectory.appendingPathComponent("lifelint-output-\(UUID())")
        try FileManager.default.createDirectory(at: logs, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: logs) }
        let files = ["output", "errors"].map { logs.appendingPathComponent($0) }
        for file in files { try Data().write(to: file) }
        let process = process(program, arguments)
        process.standardOutput = try FileHandle(forWritingTo: files[0])
        process.standardError = try FileHandle(forWritingTo: files[1])
        try process.run()
        process.waitUntilExit()
        let texts = try files.map { String(decoding: try Data(contentsOf: $0), as: UTF8.self) }
        return Outcome(status: process.terminationStatus, output: texts[0], errors: texts[1])
    }

    private func process(_ program: String, _ arguments: [String]) -> Process {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.currentDirectoryURL = URL(fileURLWithPath: folder)
        process.environment = ["PATH": "/usr/bin:/bin:/usr/local/bin:/opt/homebrew/bin", "lifelint": path]
        process.standardInput = FileHandle.nullDevice
        return process
    }
}
