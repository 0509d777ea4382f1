// SPDX-License-Identifier: MIT

import Foundation
import PackagePlugin

/// Turns `rules/` into one Swift file of static strings, so that the rules are in the binary wherever it is moved.
///
/// The link `rules` beside this file makes the folder part of the package's sources: a file that is added or removed
/// makes a new plan of the build, and with it new input files.
@main struct EmbedRules: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) async throws -> [Command] {
        let rules = context.package.directoryURL.appending(path: "rules", directoryHint: .isDirectory)
            .resolvingSymlinksInPath()
        let output = context.pluginWorkDirectoryURL.appending(path: "EmbeddedRules.swift")
        return [
            .buildCommand(
                displayName: "Embedding rules",
                executable: try context.tool(named: "EmbedRulesTool").url,
                arguments: [output.path(percentEncoded: false), rules.path(percentEncoded: false)],
                // Why folders: in a package that depends on this one the plan outlives many builds, and a file that was
                // added or removed after it was made shows in its folder only. So the tool looks for the files itself.
                inputFiles: [rules] + contents(of: rules),
                outputFiles: [output])
        ]
    }

    /// The rule files below a folder, and the folders that hold them.
    private func contents(of rules: URL) -> [URL] {
        guard let walk = FileManager.default.enumerator(at: rules, includingPropertiesForKeys: [.isDirectoryKey]) else {
            return []
        }
        return walk.compactMap { $0 as? URL }
            .filter { $0.hasDirectoryPath || $0.pathExtension == "yml" }
            .sorted { $0.path < $1.path }
    }
}
