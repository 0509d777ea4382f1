// SPDX-License-Identifier: MIT

import LifelintLanguage

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// `EmbedRulesTool OUTPUT ROOT`: writes every `*.yml` below `ROOT` as one Swift table of strings, in the order of
/// paths.
@main struct EmbedRulesTool {
    static func main() {
        let arguments = CommandLine.arguments
        guard arguments.count == 3 else { fail("usage: EmbedRulesTool OUTPUT ROOT") }
        let walk = RuleFolder(root: arguments[2])
        guard let paths = walk.paths() else { fail("\(arguments[2]): cannot be read") }
        var files: [(path: String, text: String)] = []
        for path in paths {
            guard let bytes = walk.read(path) else { fail("\(path): cannot be read") }
            guard let text = String(validating: bytes, as: UTF8.self) else { fail("\(path): is not UTF-8") }
            files.append((path, text))
        }
        let source: RuleTableSource
        do throws(LoadingError) {
            source = try RuleTableSource(files)
        } catch {
            for problem in error.problems { tell("\(walk.root)\(walk.root.hasSuffix("/") ? "" : "/")\(line(problem))") }
            exit(1)
        }
        // What is written anew is compiled anew, however little it says that is new.
        if holds(source.text, arguments[1]) { return }
        guard write(source.text, to: arguments[1]) else { fail("\(arguments[1]): cannot be written") }
    }

    /// Whether a file has that text already.
    // Why unsafe: the file calls of C; the buffer stays within its call.
    private static func holds(_ text: String, _ path: String) -> Bool {
        guard let file = unsafe fopen(path, "rb") else { return false }
        defer { _ = unsafe fclose(file) }
        let bytes = Array(text.utf8)
        // One byte more shows whether the file goes on.
        let read = unsafe [UInt8](unsafeUninitializedCapacity: bytes.count + 1) { buffer, count in
            count = unsafe fread(buffer.baseAddress, 1, buffer.count, file)
        }
        return read == bytes
    }

    /// A problem as compilers tell it.
    private static func line(_ problem: LoadingProblem) -> String {
        let meant = problem.suggestion.map { " Did you mean “\($0)”?" } ?? ""
        return "\(problem.file):\(problem.line):\(problem.column): error: \(problem.message)\(meant)"
    }

    /// Ends the build with a message.
    private static func fail(_ message: String) -> Never {
        tell("error: \(message)")
        exit(1)
    }

    private static func tell(_ message: String) { _ = write(message + "\n", to: "/dev/stderr") }

    // Why unsafe: the file calls of C; the buffer stays within its call.
    private static func write(_ text: String, to path: String) -> Bool {
        guard let file = unsafe fopen(path, "wb") else { return false }
        let bytes = Array(text.utf8)
        let written = unsafe fwrite(bytes, 1, bytes.count, file)
        return unsafe fclose(file) == 0 && written == bytes.count
    }
}
