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
            return problems(of: single, in: alone).map { RecogniserCheck.message($0.text, at: $0.at ?? line.at) }
        }
    }

    private static func problems(of line: LinePattern, in vocabulary: Vocabulary) -> [RecogniserCheck.Fault] {
        let words = CompiledVocabulary(vocabulary)
        let probe = LineProbe(words)
        var problems: [RecogniserCheck.Fault] = []
        for (index, sample) in line.samples.enumerated() {
            let batch = probe.events(of: sample)
            guard batch.records.count == line.meanings.count else {
                problems.append(mismatch(sample, index, of: line, in: vocabulary))
                continue
            }
            guard index == 0, !line.gives.isEmpty else { continue }
            if let problem = difference(line, batch, words) { problems.append((problem, line.places.gives)) }
        }
        return problems
    }

    /// Whether it is the text that does not match, or the condition that does not hold.
    private static func mismatch(
        _ sample: String, _ index: Int, of line: LinePattern, in vocabulary: Vocabulary
    ) -> RecogniserCheck.Fault {
        if line.condition != nil, var own = vocabulary.lineRecognisers.first {
            own.lines = own.lines.map { line in
                var line = line
                line.condition = nil
                return line
            }
            var other = vocabulary
            other.lineRecognisers = [own]
            if LineProbe(CompiledVocabulary(other)).events(of: sample).records.count == line.meanings.count {
                return ("“where” does not hold of the sample “\(sample)”", line.places.condition)
            }
        }
        let place = index < line.places.samples.count ? line.places.samples[index] : nil
        return ("the sample “\(sample)” does not match", place)
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
