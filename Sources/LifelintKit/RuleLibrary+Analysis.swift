// SPDX-License-Identifier: MIT

import LifelintFiles
import LifelintIngest
import LifelintLanguage
import LifelintModel
import LifelintRules
import Synchronization

extension RuleLibrary {
    /// What ships, read once in a process: who embeds the library may analyse often.
    ///
    /// - Parameter isBrief: without the tests of the rules.
    static func shippedOnce(isBrief: Bool) throws(AnalyzerError) -> RuleLibrary {
        switch isBrief ? briefOnce : wholeOnce {
        case .success(let shipped): return shipped
        case .failure(let error): throw AnalyzerError(message: error.description)
        }
    }

    /// What ships but the rules, read once in a process.
    static func wordsOnce() throws(AnalyzerError) -> RuleLibrary {
        switch words {
        case .success(let words): return words
        case .failure(let error): throw AnalyzerError(message: error.description)
        }
    }

    /// What ships, as far as an analysis needs it that nothing is said about, read once in a process: without the rules
    /// that are off then.
    ///
    /// - Parameter hands: who reads rules side by side.
    static func recommendedOnce(by hands: (any ReadingHands)? = nil) throws(AnalyzerError) -> RuleLibrary {
        if let known = recommended.withLock({ $0 }) { return known }
        let words = try wordsOnce()
        let library: RuleLibrary
        do throws(LoadingError) {
            library = try words.withRules(of: .recommended, by: hands)
        } catch {
            // Should a rule use one that is off, all are read.
            library = try shippedOnce(isBrief: true)
        }
        recommended.withLock { $0 = library }
        return library
    }

    /// The vocabulary as readers ask it: who embeds lifelint may analyse often, and each test of a rule is an analysis.
    var compiledWords: CompiledVocabulary { derived.value { CompiledVocabulary(vocabulary) } }

    /// What ships, with the user's recognisers.
    static func forAnalysis(_ options: AnalyzerOptions) throws(AnalyzerError) -> RuleLibrary {
        var library: RuleLibrary
        if let given = options.library { library = given } else { library = try wordsOnce() }
        for path in options.recogniserFiles {
            let bytes: [UInt8]
            do throws(FileError) {
                bytes = try RuleFiles.read(path)
            } catch {
                throw AnalyzerError(message: error.message)
            }
            do throws(LoadingError) {
                try library.add(recogniserFile: path, bytes: bytes)
            } catch {
                throw AnalyzerError(message: error.description)
            }
        }
        let records = library.vocabulary.recordRecognisers.filter(\.isUsers)
        var problems = records.flatMap {
            RecogniserCheck.problems(of: $0, in: library.vocabulary)
        }
        let users = library.vocabulary.lineRecognisersAtHand.filter(\.isUsers)
        if !users.isEmpty || !records.isEmpty {
            problems += library.unknownNames(formats: InputFormatCatalogue.traits)
        }
        problems += users.flatMap { LineCheck.problems(of: $0, in: library.vocabulary) }
        problems += PatternOverlap.ties(users).map { first, second in
            "\(second.at.file):\(second.at.line):\(second.at.column): \(ProblemCode.recogniserTie.rawValue): this line and "
                + "the one at \(first.at.file):\(first.at.line) may both match a message, and nothing says which one decides; "
                + "make one more exact, name more under from:, or add after:"
        }
        if !problems.isEmpty { throw AnalyzerError(message: problems.joined(separator: "\n")) }
        return library
    }

    // A short log takes less time than reading the rules: so two threads do that, whatever else they may do.
    private static let briefOnce = Result { () throws(LoadingError) in
        let pool = WorkPool(count: 1)
        defer { pool.finish() }
        return try RuleLibrary.shipped(isBrief: true, by: pool)
    }
    private static let words = Result { () throws(LoadingError) in try RuleLibrary.shippedWords() }
    private static let recommended = Mutex<RuleLibrary?>(nil)
    private static let wholeOnce = Result { () throws(LoadingError) in try RuleLibrary.shipped() }
}
