// SPDX-License-Identifier: MIT

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The folder `rules/`: which files it holds, and what they say.
///
/// Why unsafe: the file calls of C; every pointer stays within its function.
struct RuleFolder {
    let root: String

    /// Paths of the `*.yml` files below the folder, in byte order; nil if it cannot be read.
    func paths() -> [String]? {
        guard let top = names(in: "") else { return nil }
        var waiting = top
        var found: [String] = []
        while let path = waiting.popLast() {
            if let inner = names(in: path) {
                waiting += inner.map { "\(path)/\($0)" }
            } else if path.hasSuffix(".yml") {
                found.append(path)
            }
        }
        return found.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// What a file holds; nil if it cannot be read.
    func read(_ path: String) -> [UInt8]? {
        guard let file = unsafe fopen("\(root)/\(path)", "rb") else { return nil }
        defer { unsafe fclose(file) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = unsafe fread(&chunk, 1, chunk.count, file)
            if count == 0 { return unsafe ferror(file) == 0 ? bytes : nil }
            bytes.append(contentsOf: chunk[..<count])
        }
    }

    /// Names in a folder but hidden ones; nil if the path is none.
    private func names(in path: String) -> [String]? {
        guard let folder = unsafe opendir("\(root)/\(path)") else { return nil }
        defer { unsafe closedir(folder) }
        var names: [String] = []
        while let entry = unsafe readdir(folder) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { tuple in
                unsafe tuple.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: tuple.pointee)) {
                    unsafe String(cString: $0)
                }
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names
    }
}
