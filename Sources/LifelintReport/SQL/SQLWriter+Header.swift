// SPDX-License-Identifier: MIT

import LifelintModel

extension SQLWriter {
    /// Writes the analysis and everything that is small.
    mutating func write(_ header: ReportHeader, of analysis: String) {
        insert(into: SQLSchema.analyses) { writer in
            writer.row { row in
                row.column(analysis)
                row.column(header.tool.name)
                row.column(header.tool.version)
                row.column(header.tool.rulesDigest)
                row.column(header.configuration.file)
                row.column(header.configuration.preset)
                row.column(header.configuration.digest)
                row.column(header.configuration.today.map(SQLWriter.text))
                row.column(header.configuration.isRedacted)
            }
        }
        writeInputs(header.inputs, of: analysis)
        writeProblems(header.problems, of: analysis)
        writeExitCounts(header.exitCounts, of: analysis)
        writeVerdicts(header.verdicts, of: analysis)
        writeEntries("fixed", header.fixed, of: analysis)
        writeEntries("notSeen", header.notSeen, of: analysis)
    }

    private mutating func writeInputs(_ inputs: [InputSummary], of analysis: String) {
        insert(into: SQLSchema.inputs) { writer in
            for (index, input) in inputs.enumerated() {
                writer.row { row in
                    row.column(analysis)
                    row.column(index + 1)
                    row.column(input.path)
                    row.column(input.format)
                    row.column(input.wrapper)
                    row.column(input.bytes)
                    row.column(input.records)
                    row.column(input.events)
                    row.column(input.problems)
                    row.column(input.status.rawValue)
                    row.column(input.isExpected)
                    row.column(input.isCut)
                }
            }
        }
    }

    private mutating func writeProblems(_ problems: [Problem], of analysis: String) {
        insert(into: SQLSchema.problems) { writer in
            for (index, problem) in problems.enumerated() {
                writer.row { row in
                    row.column(analysis)
                    row.column(index + 1)
                    row.column(problem.file)
                    row.column(problem.line)
                    row.column(problem.column)
                    row.column(problem.offset)
                    row.column(problem.code.rawValue)
                    row.column(problem.message)
                }
            }
        }
    }

    private mutating func writeExitCounts(_ exitCounts: [ExitCounts], of analysis: String) {
        insert(into: SQLSchema.exitCounts) { writer in
            for (index, exits) in exitCounts.enumerated() {
                for (cause, count) in exits.counts.sorted(by: { $0.key < $1.key }) {
                    writer.row { row in
                        row.column(analysis)
                        row.column(index + 1)
                        row.column(exits.app)
                        row.column(exits.version)
                        row.column(text: exits.from)
                        row.column(text: exits.to)
                        row.column(exits.place)
                        row.column(cause)
                        row.column(count)
                    }
                }
            }
        }
    }

    private mutating func writeVerdicts(_ verdicts: [String: VerdictCounts], of analysis: String) {
        let ordered = verdicts.sorted { $0.key < $1.key }
        insert(into: SQLSchema.verdicts) { writer in
            for (rule, counts) in ordered {
                writer.row { row in
                    row.column(analysis)
                    row.column(rule)
                    row.column(counts.violated)
                    row.column(counts.satisfied)
                    row.column(counts.inconclusive)
                    row.column(counts.notEvaluated)
                    row.column(counts.partial)
                }
            }
        }
        insert(into: SQLSchema.verdictReasons) { writer in
            for (rule, counts) in ordered {
                for (reason, count) in counts.reasons.sorted(by: { $0.key < $1.key }) {
                    writer.row { row in
                        row.column(analysis)
                        row.column(rule)
                        row.column(reason)
                        row.column(count)
                    }
                }
            }
        }
    }

    private mutating func writeEntries(_ standing: String, _ entries: [BaselineEntry], of analysis: String) {
        insert(into: SQLSchema.baselineEntries) { writer in
            for (index, entry) in entries.enumerated() {
                writer.row { row in
                    row.column(analysis)
                    row.column(standing)
                    row.column(index + 1)
                    row.column(entry.rule)
                    row.column(entry.app)
                    row.column(entry.process)
                    row.column(entry.culprit)
                    row.column(entry.count)
                    row.column(entry.fingerprint)
                }
            }
        }
    }

    /// A day as `YYYY-MM-DD`.
    static func text(_ day: CalendarDay) -> String {
        var output = OutputBuffer(capacity: 10)
        output.append(padded: day.year, width: 4)
        output.append(byte: 0x2D)
        output.append(padded: day.month, width: 2)
        output.append(byte: 0x2D)
        output.append(padded: day.day, width: 2)
        return output.string
    }
}
