// SPDX-License-Identifier: MIT

import LifelintFiles
package import LifelintRules

/// Files of rules on disk: small ones, read whole.
package enum RuleFiles {
    /// What a configuration reads through.
    package static var files: ConfigurationFiles {
        ConfigurationFiles(
            read: { path throws(ConfigurationFiles.Unreadable) in
                do throws(FileError) {
                    return try read(path)
                } catch {
                    throw ConfigurationFiles.Unreadable(reason: error.reason)
                }
            },
            list: { path throws(ConfigurationFiles.Unreadable) in
                do throws(FileError) {
                    return try list(path)
                } catch {
                    throw ConfigurationFiles.Unreadable(reason: error.reason)
                }
            })
    }

    /// Rule files are small; one that is not is no rule file.
    static func read(_ path: String) throws(FileError) -> [UInt8] {
        try SmallFile.read(path, limit: 4 << 20, noun: "file of rules")
    }

    /// The YAML files below a folder, in byte order; a file stands for itself.
    static func list(_ path: String) throws(FileError) -> [String] {
        var paths: [String] = []
        for input in InputDiscovery.discover([path]) {
            if let error = input.error { throw error }
            if input.isNamed || input.path.hasSuffix(".yml") || input.path.hasSuffix(".yaml") {
                paths.append(input.path)
            }
        }
        if paths.isEmpty { throw FileError(code: .emptyFolder, path: path, reason: "no .yml file in this folder") }
        return paths
    }
}
