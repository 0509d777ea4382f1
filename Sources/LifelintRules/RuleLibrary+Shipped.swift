// SPDX-License-Identifier: MIT

public import LifelintLanguage
import LifelintModel

/// What is part of the program.
extension RuleLibrary {
    /// The library that is part of the program.
    public static func shipped() throws(LoadingError) -> RuleLibrary { try shipped(isBrief: false) }

    /// The library that is part of the program.
    ///
    /// - Parameters:
    ///   - isBrief: without the tests of the rules, which are more than half of what there is to read and of no use to
    ///     an analysis; what only some logs need is read when somebody asks for it.
    ///   - hands: who reads rules side by side.
    package static func shipped(
        isBrief: Bool, by hands: (any ReadingHands)? = nil
    ) throws(LoadingError) -> RuleLibrary { try shipped(isBrief: isBrief, hasRules: true, by: hands ?? OneByOne()) }

    /// The same without its rules, and without what only some logs need: enough to begin to read with.
    package static func shippedWords() throws(LoadingError) -> RuleLibrary {
        try shipped(isBrief: true, hasRules: false, by: OneByOne())
    }

    /// These words and the rules that ship, without their tests.
    ///
    /// - Parameters:
    ///   - preset: only the rules that it selects; a rule that they use has to be among them.
    ///   - hands: who reads rules side by side.
    package func withRules(
        of preset: Rule.Preset, by hands: (any ReadingHands)? = nil
    ) throws(LoadingError) -> RuleLibrary {
        var library = self
        var files: [DeclarationFile] = []
        for file in EmbeddedRules.files where RuleLibrary.isRule(file.path) {
            if preset.includes(file.kind) {
                files.append(RuleLibrary.file(file))
            } else {
                library.unread.insert(RulePath(file.path, isUsers: false).stem)
            }
        }
        try library.readRules(files, isUsers: false, by: hands ?? OneByOne())
        return library
    }

    private static func shipped(
        isBrief: Bool, hasRules: Bool, by hands: any ReadingHands
    ) throws(LoadingError) -> RuleLibrary {
        var library = RuleLibrary(digest: EmbeddedRules.digest)
        var files: [DeclarationFile] = []
        var later: [DeclarationFile] = []
        for file in EmbeddedRules.files where hasRules || !isRule(file.path) {
            let packed = RuleLibrary.file(file)
            if isBrief, file.kind == "lines" || lateFiles.contains(file.path) {
                later.append(packed)
            } else if isBrief || file.tests.isEmpty {
                files.append(packed)
            } else {
                files.append(
                    DeclarationFile(path: file.path, bytes: Array(file.text.utf8) + Array(file.tests.utf8)))
            }
        }
        try library.read(files, by: hands)
        library.read(later: later)
        return library
    }

    /// A file without its tests.
    private static func file(_ file: EmbeddedRules.File) -> DeclarationFile {
        if isRule(file.path) {
            return DeclarationFile(path: file.path, text: file.text, rule: file.packed, paths: paths)
        }
        return file.lines.isEmpty
            ? DeclarationFile(path: file.path, text: file.text, packed: file.packed)
            : DeclarationFile(path: file.path, text: file.text, packed: file.packed, lines: file.lines, paths: paths)
    }

    /// What the rules and recognisers have in common.
    private static let paths = EmbeddedRules.paths.map { FieldPath($0) }

    /// The ids of the rules that ship, by name: known without reading them.
    package static let shippedIds: [String] = {
        let paths = EmbeddedRules.files.map(\.path).filter { isRule($0) && $0.hasSuffix(".yml") }
        return paths.map { RulePath($0, isUsers: false).stem }.sorted()
    }()
}

extension Rule.Preset {
    /// Whether it selects what names this preset; what names none that exists is for the reader to judge.
    fileprivate func includes(_ name: String) -> Bool { Rule.Preset(rawValue: name).map { includes($0) } ?? true }
}
