// SPDX-License-Identifier: MIT

package import LifelintLanguage
import LifelintModel
import LifelintYAML

/// Makes what is in force out of the rules that ship, the configuration and the command line.
package struct ConfigurationBuilder {
    typealias Origin = EffectiveConfiguration.Origin

    /// A configuration file that was read, and what keeps its lines for messages.
    struct Layer {
        var configuration: Configuration
        var folder: String
    }

    /// Which rules are on where nothing else is said.
    struct Preset {
        /// Nil is none.
        var preset: Rule.Preset? = .recommended
        var name = Rule.Preset.recommended.rawValue
        var origin = Origin.standard
    }

    let request: ConfigurationRequest
    let files: ConfigurationFiles
    var library: RuleLibrary
    /// In order: later ones win; their readers stand at the same places.
    var layers: [Layer] = []
    var readers: [DeclarationReader] = []
    var preset = Preset()
    /// The files that are named, once each.
    var found: [FoundFile] = []
    /// What is wrong beyond what the readers have gathered.
    var problems: [LoadingProblem] = []
    /// A file that may hold rules or names could not be read.
    var isMissingFiles = false
    /// Whether something that others may mention is not known.
    private var isIncomplete: Bool { isMissingFiles || !problems.isEmpty }
    /// The ids that only the command line named.
    var namedRules: Set<String> = []

    /// What is in force, and the library with all that the configuration adds to it.
    package static func build(
        _ request: ConfigurationRequest, library: RuleLibrary, files: ConfigurationFiles
    ) throws(ConfigurationError) -> (configuration: EffectiveConfiguration, library: RuleLibrary) {
        var builder = ConfigurationBuilder(request: request, files: files, library: library)
        if let file = request.file { builder.readLayers(file, within: []) }
        try builder.addFiles()
        // Rules that could not be read would make every mention of them look misspelt.
        if builder.isIncomplete {
            throw ConfigurationError(problems: builder.readers.flatMap(\.problems) + builder.problems)
        }
        var resolver = RuleResolver(builder)
        let configuration = try resolver.resolve()
        return (configuration, builder.library)
    }

    private init(request: ConfigurationRequest, files: ConfigurationFiles, library: RuleLibrary) {
        self.request = request
        self.files = files
        self.library = library
    }

    // MARK: Layers

    private static let depthLimit = 16

    /// Reads a file after those that it extends.
    private mutating func readLayers(_ file: ConfigurationRequest.File, within chain: [String]) {
        var reader: DeclarationReader
        do throws(LoadingError) {
            reader = try DeclarationReader(bytes: file.bytes, file: file.path)
        } catch {
            problems += error.problems
            return
        }
        // What is extended may declare events and spans that this file goes on from; so its own come second.
        let base = ConfigurationReader.extends(&reader)
        let folder = Self.folder(of: file.path)
        for name in base { extend(name, &reader, folder, chain + [file.path]) }
        reader.customEvents = Set(layers.flatMap(\.configuration.events).map(\.text))
        let known = (library.vocabulary.spans + layers.flatMap(\.configuration.spans)).map(\.name)
        let configuration = ConfigurationReader.read(&reader, spans: known)
        layers.append(Layer(configuration: configuration, folder: folder))
        readers.append(reader)
    }

    private mutating func extend(
        _ name: Configuration.Name, _ reader: inout DeclarationReader, _ folder: String, _ chain: [String]
    ) {
        if name.text == "none" || Rule.Preset(rawValue: name.text) != nil {
            preset = Preset(preset: Rule.Preset(rawValue: name.text), name: name.text, origin: Origin(name.at))
            return
        }
        let names = Rule.Preset.allCases.map(\.rawValue) + ["none"]
        guard name.text.contains("/") || name.text.hasSuffix(".yml") || name.text.hasSuffix(".yaml") else {
            reader.report(
                .badRule, at: name.at,
                "“\(name.text)” is no preset (\(names.joined(separator: ", "))) and no file (its name ends in .yml).",
                suggestion: Suggestion.nearest(to: name.text, among: names))
            return
        }
        let path = Self.path(name.text, in: folder)
        if chain.contains(path) {
            let cycle = (chain.drop { $0 != path } + [path]).joined(separator: " → ")
            reader.report(.cycle, at: name.at, "The files extend each other in a circle: \(cycle).")
            return
        }
        guard chain.count < Self.depthLimit else {
            reader.report(.nestingTooDeep, at: name.at, "Files extend each other more than \(Self.depthLimit) deep.")
            return
        }
        do throws(ConfigurationFiles.Unreadable) {
            readLayers(.init(path: path, bytes: try files.read(path)), within: chain)
        } catch {
            isMissingFiles = true
            reader.report(.unreadable, at: name.at, "\(path) cannot be read: \(error.reason).")
        }
    }

    // MARK: Paths

    /// The folder of a file, with its separator; empty for the working directory.
    private static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    }

    /// A path as a file of that folder writes it.
    static func path(_ path: String, in folder: String) -> String { path.hasPrefix("/") ? path : folder + path }
}
