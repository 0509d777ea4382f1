// SPDX-License-Identifier: MIT

import LifelintFiles
import LifelintIngest
import LifelintModel
import LifelintRules

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

    /// What ships, as far as an analysis needs it that nothing is said about: without the rules that are off then.
    static func recommendedOnce() throws(AnalyzerError) -> RuleLibrary {
        // Should a rule use one that is off, all are read.
        if case .success(let shipped) = presetOnce { return shipped }
        return try shippedOnce(isBrief: true)
    }

    /// What ships, with the user's recognisers.
    static func forAnalysis(_ options: AnalyzerOptions) throws(AnalyzerError) -> RuleLibrary {
        var library: RuleLibrary
        if let given = options.library { library = given } else { library = try recommendedOnce() }
        for path in options.recogniserFiles {
            let bytes: [UInt8]
            do throws(FileError) {
                bytes = try RuleFolder.read(path)
            } catch {
                throw AnalyzerError(message: error.message)
            }
            do throws(LoadingError) {
                try library.add(recogniserFile: path, bytes: bytes)
            } catch {
                throw AnalyzerError(message: error.description)
            }
        }
        var problems = library.vocabulary.recordRecognisers.filter(\.isUsers).flatMap {
            RecogniserCheck.problems(of: $0, in: library.vocabulary)
        }
        let users = library.vocabulary.lineRecognisersAtHand.filter(\.isUsers)
        problems += users.flatMap { LineCheck.problems(of: $0, in: library.vocabulary) }
        problems += PatternOverlap.ties(users).map { first, second in
            "\(second.at.file):\(second.at.line):\(second.at.column): recogniser-tie: this line and the one at "
                + "\(first.at.file):\(first.at.line) may both match a message, and nothing says which one decides; make one "
                + "more exact, name more under from:, or add after:"
        }
        if !problems.isEmpty { throw AnalyzerError(message: problems.joined(separator: "\n")) }
        return library
    }

    // A short log takes less time than reading the rules: so two threads do that, whatever else they may do.
    private static let briefOnce = Result { () throws(LoadingError) in try readTogether(nil) }
    private static let presetOnce = Result { () throws(LoadingError) in try readTogether(.recommended) }
    private static func readTogether(_ preset: Rule.Preset?) throws(LoadingError) -> RuleLibrary {
        let pool = WorkPool(count: 1)
        defer { pool.finish() }
        return try RuleLibrary.shipped(isBrief: true, of: preset, by: pool)
    }
    private static let wholeOnce = Result { () throws(LoadingError) in try RuleLibrary.shipped() }
}
