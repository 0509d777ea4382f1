// SPDX-License-Identifier: MIT

import LifelintLanguage
import LifelintModel
import LifelintYAML

extension ConfigurationBuilder {
    /// A file that the command line or a configuration leads to.
    struct FoundFile {
        /// What a file below a folder of rules is.
        enum Kind { case rule, spans, recogniser, unknownVocabulary }

        var path: String
        var bytes: [UInt8]
        var kind: Kind
        var app: Glob?
    }

    /// Adds the events, spans, recognisers and rules that the command line and the layers name.
    mutating func addFiles() throws(ConfigurationError) {
        // The command line first: where a configuration names the same file, too, it keeps the name that was typed.
        try findRequested()
        let requested = Set(found.map(\.path))
        for index in layers.indices { findNamed(in: index) }
        library.add(events: layers.flatMap(\.configuration.events).map(\.text))
        library.add(spans: layers.flatMap(\.configuration.spans))
        // Names first, then what uses them; rules together, since they may use each other.
        for kind in [FoundFile.Kind.unknownVocabulary, .spans, .recogniser] {
            for file in found where file.kind == kind {
                gather { library throws(LoadingError) in try file.add(to: &library) }
            }
        }
        let rules = found.filter { $0.kind == .rule }.map { (path: $0.path, bytes: $0.bytes) }
        gather { library throws(LoadingError) in try library.add(ruleFiles: rules) }
        namedRules = Set(library.rules.filter { requested.contains($0.at.file) }.map(\.id))
    }

    private mutating func gather(_ add: (inout RuleLibrary) throws(LoadingError) -> Void) {
        do throws(LoadingError) {
            try add(&library)
        } catch {
            problems += error.problems
        }
    }

    // MARK: Finding

    private mutating func findRequested() throws(ConfigurationError) {
        for path in request.rulePaths {
            do throws(ConfigurationFiles.Unreadable) {
                try findFolder(path)
            } catch {
                throw ConfigurationError(message: "\(path) cannot be read: \(error.reason)")
            }
        }
    }

    private mutating func findNamed(in layer: Int) {
        let configuration = layers[layer].configuration
        for name in configuration.rulePaths { find(name, isFolder: true, app: nil, in: layer) }
        for name in configuration.recognisers { find(name, isFolder: false, app: nil, in: layer) }
        for app in configuration.apps {
            for name in app.recognisers { find(name, isFolder: false, app: Glob(app.app.text), in: layer) }
        }
    }

    private mutating func find(_ name: Configuration.Name, isFolder: Bool, app: Glob?, in layer: Int) {
        let path = Self.path(name.text, in: layers[layer].folder)
        do throws(ConfigurationFiles.Unreadable) {
            if isFolder { try findFolder(path) } else { try findFile(path, .recogniser, app: app) }
        } catch {
            isMissingFiles = true
            readers[layer].report(.unreadable, at: name.at, "\(path) cannot be read: \(error.reason).")
        }
    }

    /// What lies in a folder of rules; a file that is named itself is a rule, whatever folder it lies in.
    private mutating func findFolder(_ path: String) throws(ConfigurationFiles.Unreadable) {
        let depth = Self.components(path).count
        for file in try files.list(path) {
            try findFile(file, Self.kind(Self.components(file).dropFirst(depth)), app: nil)
        }
    }

    private mutating func findFile(
        _ path: String, _ kind: FoundFile.Kind, app: Glob?
    ) throws(ConfigurationFiles.Unreadable) {
        let bytes = try files.read(path)
        let name = Self.components(path).last
        if kind == .rule, bytes.isEmpty, let begun = request.begun, name == "\(begun).yml" || name == "\(begun).yaml" {
            return
        }
        // One file may be reached by two paths; equal files of one name say the same, wherever they lie.
        let isKnown = found.contains {
            // What costs most comes last: there may be thousands of them.
            $0.kind == kind && $0.bytes == bytes && $0.app == app && Self.components($0.path).last == name
        }
        if !isKnown { found.append(FoundFile(path: path, bytes: bytes, kind: kind, app: app)) }
    }

    private static func components(_ path: String) -> [Substring] { path.split(separator: "/").filter { $0 != "." } }

    private static func kind(_ components: ArraySlice<Substring>) -> FoundFile.Kind {
        let folders = components.dropLast()
        if folders.contains("recognisers") { return .recogniser }
        guard folders.contains("vocabulary") else { return .rule }
        return components.last == "spans.yml" ? .spans : .unknownVocabulary
    }
}

extension ConfigurationBuilder.FoundFile {
    fileprivate func add(to library: inout RuleLibrary) throws(LoadingError) {
        switch kind {
        case .rule: try library.add(ruleFile: path, bytes: bytes)
        case .spans: try library.add(spansFile: path, bytes: bytes)
        case .recogniser: try library.add(recogniserFile: path, bytes: bytes, app: app)
        case .unknownVocabulary:
            var reader = try DeclarationReader(bytes: bytes, file: path)
            reader.report(
                .badRule, at: SourceLocation(file: path, line: 1, column: 1, offset: 0, length: 0),
                "Of a folder “vocabulary”, only “spans.yml” is read.")
            throw LoadingError(reader.problems)
        }
    }
}
