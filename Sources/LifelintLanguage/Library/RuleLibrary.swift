// SPDX-License-Identifier: MIT

public import LifelintModel
import LifelintYAML

/// Everything that is known as data: the vocabulary, the recognisers and the rules, checked and ready for use.
public struct RuleLibrary: Sendable {
    /// What the stages are given.
    public private(set) var vocabulary = Vocabulary() {
        didSet { derived = Derived() }
    }
    /// What readers make of the vocabulary: copies share it until one of them has another vocabulary.
    package private(set) var derived = Derived()
    /// What was loaded, in 16 hexadecimal digits: equal digests mean equal files.
    public private(set) var digest: String
    /// Ids of rules about endings, the most telling first; rules that do not ship yet may be among them.
    package private(set) var headlines: [String] = []
    /// The rules with their files, by id.
    package internal(set) var ruleFiles: [RuleFile] = []
    /// Ids of rules that ship and were left out, since their preset was not asked for.
    package var unread: Set<String> = []
    /// Names of events that configuration declares.
    var customEvents: Set<String> = []
    var fileWarnings: [LoadingProblem] = []
    var setWarnings: [LoadingProblem] = []
    /// What is odd about rules and does not keep them from working.
    package var warnings: [LoadingProblem] { fileWarnings + setWarnings }

    private static let reportFiles = ["vocabulary/bug-types.yml", "vocabulary/exceptions.yml"]
    private static let terminationFile = "vocabulary/terminations.yml"
    private static let terminationWordFile = "vocabulary/termination-words.yml"
    private static let sayingFile = "vocabulary/sayings.yml"
    private static let phraseFile = "vocabulary/phrases.yml"
    private static let stateFiles = ["vocabulary/process-states.yml", "vocabulary/jetsam-bands.yml"]
    /// What only some logs need.
    package static let lateFiles =
        reportFiles + stateFiles + [terminationFile, terminationWordFile, sayingFile, phraseFile]

    /// Leaves files unread until somebody asks for what they say: they ship, so nothing is wrong with them.
    package mutating func read(later files: [DeclarationFile]) {
        let recognisers = files.filter { RuleLibrary.isRecogniser($0.path) }
        if !recognisers.isEmpty {
            vocabulary.deferLineRecognisers {
                recognisers.compactMap { file in
                    if let lines = file.packedLines { return lines }
                    guard var reader = try? DeclarationReader(file) else { return nil }
                    return RecogniserFileReader.read(&reader)?.lines
                }
            }
        }
        let reports = files.filter { RuleLibrary.reportFiles.contains($0.path) }
        if !reports.isEmpty { vocabulary.deferReports { RuleLibrary.vocabulary(of: reports).reports } }
        let states = files.filter { RuleLibrary.stateFiles.contains($0.path) }
        if !states.isEmpty { vocabulary.deferProcessStates { RuleLibrary.vocabulary(of: states).processStates } }
        let terminations = files.filter { $0.path == RuleLibrary.terminationFile }
        if !terminations.isEmpty {
            vocabulary.deferTerminations { RuleLibrary.vocabulary(of: terminations).terminations }
        }
        let sayings = files.filter { $0.path == RuleLibrary.sayingFile }
        if !sayings.isEmpty { vocabulary.deferSayings { RuleLibrary.vocabulary(of: sayings).sayings } }
        let phrases = files.filter { $0.path == RuleLibrary.phraseFile }
        if !phrases.isEmpty { vocabulary.deferPhrases { RuleLibrary.vocabulary(of: phrases).phrases } }
        let words = files.filter { $0.path == RuleLibrary.terminationWordFile }
        if !words.isEmpty {
            vocabulary.deferTerminationWords { RuleLibrary.vocabulary(of: words).terminationWords }
        }
    }

    private static func vocabulary(of files: [DeclarationFile]) -> Vocabulary {
        var library = RuleLibrary(digest: "")
        for file in files { _ = try? library.read(file) }
        return library.vocabulary
    }

    /// A library of these files.
    ///
    /// - Parameter files: paths as they are below `rules/`, such as `vocabulary/spans.yml`, with what they hold.
    public static func load(files: [(path: String, bytes: [UInt8])]) throws(LoadingError) -> RuleLibrary {
        let sorted = files.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
        var digest = FileDigest()
        for file in sorted { digest.add(path: file.path, bytes: file.bytes) }
        var library = RuleLibrary(digest: digest.text)
        try library.read(sorted.map { DeclarationFile(path: $0.path, bytes: $0.bytes) })
        return library
    }

    /// Adds a recogniser of the user's: it decides before the shipped ones.
    ///
    /// - Parameters:
    ///   - path: what the file is called in messages.
    ///   - bytes: what it holds.
    ///   - app: whose records it is for, where the file itself does not say.
    public mutating func add(recogniserFile path: String, bytes: [UInt8], app: Glob? = nil) throws(LoadingError) {
        var reader = try DeclarationReader(bytes: bytes, file: path)
        reader.customEvents = customEvents
        if var found = RecogniserFileReader.read(&reader) {
            if found.records?.app == nil { found.records?.app = app }
            for index in found.lines?.lines.indices ?? 0..<0 where found.lines?.lines[index].source.app == nil {
                found.lines?.lines[index].source.app = app
            }
            insert(found, isUsers: true, &reader)
        }
        if !reader.problems.isEmpty { throw LoadingError(reader.problems) }
        mix(bytes)
    }

    /// Where the user keeps a file says nothing about what it does.
    package mutating func mix(_ bytes: [UInt8]) {
        var mixed = FileDigest()
        mixed.add(path: digest, bytes: bytes)
        digest = mixed.text
    }

    /// Adds spans that are known to be sound.
    package mutating func add(spans: [SpanDeclaration]) { vocabulary.spans += spans }

    /// An empty library.
    package init(digest: String) { self.digest = digest }

    /// Adds what ships.
    package mutating func read(
        _ files: [DeclarationFile], by hands: any ReadingHands = OneByOne()
    ) throws(LoadingError) {
        var problems: [LoadingProblem] = []
        let recognisers = files.filter { RuleLibrary.isRecogniser($0.path) }
        var recognised = hands.map(recognisers.count) { index in
            Result { () throws(LoadingError) in
                var reader = try DeclarationReader(recognisers[index])
                return (RecogniserFileReader.read(&reader), reader)
            }
        }.makeIterator()
        for file in files {
            do {
                if RuleLibrary.isRecogniser(file.path), let result = recognised.next() {
                    var (found, reader) = try result.get()
                    if let found { insert(found, isUsers: false, &reader) }
                    problems += reader.problems
                } else {
                    problems += try read(file)
                }
            } catch {
                problems += error.problems
            }
        }
        if !problems.isEmpty { throw LoadingError(problems) }
        // Must come last: what rules name may stand in any of the other files.
        try readRules(files.filter { RuleLibrary.isRule($0.path) }, isUsers: false, by: hands)
    }

    /// Whether a file below `rules/` holds a rule.
    package static func isRule(_ path: String) -> Bool { !isRecogniser(path) && !path.hasPrefix("vocabulary/") }

    private static func isRecogniser(_ path: String) -> Bool { path.hasPrefix("recognisers/") }

    /// Reads a file of the vocabulary; rules are read when these are.
    private mutating func read(_ file: DeclarationFile) throws(LoadingError) -> [LoadingProblem] {
        let path = file.path
        if RuleLibrary.isRule(path) { return [] }
        var reader = try DeclarationReader(file)
        switch path {
        case "vocabulary/spans.yml": vocabulary.spans = SpanFileReader.read(&reader)
        case "vocabulary/spellings.yml": vocabulary.spellings = SpellingFileReader.read(&reader)
        case "vocabulary/terminations.yml": vocabulary.terminations = TerminationFileReader.read(&reader)
        case "vocabulary/termination-words.yml": vocabulary.terminationWords = TerminationWordReader.read(&reader)
        case "vocabulary/exit-counters.yml": vocabulary.exitCounters = ExitCounterFileReader.read(&reader)
        case "vocabulary/bug-types.yml": vocabulary.reports.bugTypes = ReportWordsReader.bugTypes(&reader)
        case "vocabulary/exceptions.yml":
            vocabulary.reports.exceptions = ReportWordsReader.exceptions(&reader)
            vocabulary.reports.guards = ReportWordsReader.guards(&reader)
        case "vocabulary/sayings.yml": vocabulary.sayings = SayingFileReader.read(&reader)
        case RuleLibrary.phraseFile: vocabulary.phrases = PhraseFileReader.read(&reader)
        case "vocabulary/processes.yml": vocabulary.processes = ProcessFileReader.read(&reader)
        case "vocabulary/process-states.yml": vocabulary.processStates.words = ProcessStateReader.words(&reader)
        case "vocabulary/jetsam-bands.yml": vocabulary.processStates.bands = ProcessStateReader.bands(&reader)
        case "vocabulary/scene-roles.yml": vocabulary.sceneRoles = SceneRoleFileReader.read(&reader)
        case "vocabulary/headlines.yml": headlines = HeadlineFileReader.read(&reader)
        default:
            let names = [
                "spans.yml", "spellings.yml", "terminations.yml", "exit-counters.yml", "headlines.yml", "bug-types.yml",
                "exceptions.yml", "processes.yml", "scene-roles.yml", "termination-words.yml", "sayings.yml",
                "phrases.yml", "process-states.yml", "jetsam-bands.yml",
            ]
            reader.report(
                .badRule, at: SourceLocation(file: path, line: 1, column: 1, offset: 0, length: 0),
                "The vocabulary has no file of this name.",
                suggestion: Suggestion.nearest(to: String(path.dropFirst(11)), among: names))
        }
        return reader.problems
    }

    /// Takes what a file recognises.
    private mutating func insert(
        _ found: RecogniserFileReader.Recognisers, isUsers: Bool, _ reader: inout DeclarationReader
    ) {
        if var records = found.records {
            records.isUsers = isUsers
            insert(records, &reader)
        }
        if var lines = found.lines {
            lines.isUsers = isUsers
            insert(lines, &reader)
        }
    }

    /// What decides between lines is in the lines themselves; here only the names have to differ.
    private mutating func insert(_ recogniser: LineRecogniser, _ reader: inout DeclarationReader) {
        if vocabulary.lineRecognisers.contains(where: { $0.about == recogniser.about }) {
            let start = SourceLocation(file: reader.document.file, line: 1, column: 1, offset: 0, length: 0)
            reader.report(
                .duplicateID, at: reader.document.root?["about"]?.at ?? start,
                "Another recogniser is about “\(recogniser.about)”, too.")
            return
        }
        vocabulary.lineRecognisers.append(recogniser)
    }

    /// Keeps the order in which recognisers are asked: the user's first, then those whose source says more, then by
    /// name.
    private mutating func insert(_ recogniser: RecordRecogniser, _ reader: inout DeclarationReader) {
        let start = SourceLocation(file: reader.document.file, line: 1, column: 1, offset: 0, length: 0)
        if vocabulary.recordRecognisers.contains(where: { $0.about == recogniser.about }) {
            reader.report(
                .duplicateID, at: reader.document.root?["about"]?.at ?? start,
                "Another recogniser is about “\(recogniser.about)”, too.")
            return
        }
        func precedes(_ left: RecordRecogniser, _ right: RecordRecogniser) -> Bool {
            if left.isUsers != right.isUsers { return left.isUsers }
            let (first, second) = (left.namedSources, right.namedSources)
            if first != second { return first > second }
            return left.about.utf8.lexicographicallyPrecedes(right.about.utf8)
        }
        let index = vocabulary.recordRecognisers.firstIndex { precedes(recogniser, $0) }
        vocabulary.recordRecognisers.insert(recogniser, at: index ?? vocabulary.recordRecognisers.endIndex)
    }
}

extension RecordRecogniser {
    /// How much its `from:` names.
    fileprivate var namedSources: Int { (formats.isEmpty ? 0 : 1) + (app == nil ? 0 : 1) }
}
