// SPDX-License-Identifier: MIT

/// The build in what a system is called.
enum SystemBuild {
    /// `22F76` of `iPhone OS 18.5 (22F76)`, and of `Version 18.5 (Build 22F76)`.
    static func of(_ system: String) -> String? {
        guard let open = system.lastIndex(of: "("), system.last == ")" else { return nil }
        let build = system[system.index(after: open)...].dropLast().split(separator: " ").last
        // A letter alone is that of a rapid response.
        guard let build, build.utf8.first.map({ 0x30...0x39 ~= $0 }) == true else { return nil }
        return String(build)
    }
}
