// SPDX-License-Identifier: MIT

import LifelintIngest
import LifelintModel

/// Every sample of a line is a test: it must match, by its recogniser alone, and yield what `gives` says.
enum LineCheck {
    /// What is wrong with the samples of a recogniser: one sentence each, with its place.
    static func problems(of recogniser: LineRecogniser, in vocabulary: Vocabulary) -> [String] {
        recogniser.lines.flatMap { line in
            var alone = vocabulary
            var own = recogniser
            var single = line
            // A sample stands for lines of the sources that the line is for.
            single.source = LineSource()
            own.lines = [single]
            alone.lineRecognisers = [own]
            let words = CompiledVocabulary(alone)
            return problems(of: single, words).map { "\(line.at.file):\(line.at.line):\(line.at.column): \($0)" }
        }
    }

    private static func problems(of line: LinePattern, _ words: CompiledVocabulary) -> [String] {
        let probe = LineProbe(words)
        var problems: [String] = []
        for (index, sample) in line.samples.enumerated() {
            let batch = probe.events(of: sample)
            guard batch.records.count == line.meanings.count else {
                problems.append("the sample “\(sample)” does not match")
                continue
            }
            guard index == 0, !line.gives.isEmpty else { continue }
            if let problem = difference(line, batch, words) { problems.append(problem) }
        }
        return problems
    }

    /// The first thing that `gives` says and the sample does not.
    private static func difference(
        _ line: LinePattern, _ batch: EventBatch, _ words: CompiledVocabulary
    ) -> String? {
        guard line.gives.count == batch.records.count else {
            return "the sample gives \(batch.records.count) events, not \(line.gives.count)"
        }
        let reading = SampleReading(words: words)
        for (text, record) in zip(line.gives, batch.records) {
            let wanted = reading.text("1970-01-01T00:00:00Z " + text)
            guard wanted.problemCount == 0, let first = wanted.records.first else {
                return "gives cannot be read: \(wanted.problems.first?.message ?? text)"
            }
            if let difference = RecogniserCheck.difference(wanted, first, batch, record) { return difference }
        }
        return nil
    }
}
