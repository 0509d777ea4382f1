// SPDX-License-Identifier: MIT

import LifelintModel

extension SQLWriter {
    /// Writes a finding with all that belongs to it.
    mutating func write(_ finding: Finding, number: Int, of analysis: String) {
        insert(into: SQLSchema.findings) { writer in
            writer.row { row in
                row.column(analysis)
                row.column(number)
                row.writeColumns(of: finding)
            }
        }
        insert(into: SQLSchema.findingRuns) { writer in
            for (index, run) in finding.runs.enumerated() {
                writer.row { row in
                    row.column(analysis)
                    row.column(number)
                    row.column(index + 1)
                    row.column(run)
                }
            }
        }
        insert(into: SQLSchema.evidence) { writer in
            for (index, evidence) in finding.evidence.enumerated() {
                writer.row { row in
                    row.column(analysis)
                    row.column(number)
                    row.column(index + 1)
                    row.columns(evidence.line.at)
                    row.column(evidence.line.text)
                    row.column(evidence.note)
                }
            }
        }
    }

    private mutating func writeColumns(of finding: Finding) {
        column(finding.rule)
        column(finding.severity.rawValue)
        column(finding.confidence.rawValue)
        column(finding.app)
        column(finding.run)
        column(finding.scene)
        column(finding.key)
        columns(finding.time)
        columns(finding.decided)
        column(finding.message)
        column(finding.culprit)
        column(finding.count)
        column(finding.evidenceOmitted)
        column(finding.relatedTo)
        column(finding.suppressed?.reason)
        column(finding.suppressed?.by)
        column(finding.suppressed?.until.map(SQLWriter.text))
        column(finding.isInBaseline)
        column(CountedFindings.counts(finding))
        column(finding.fingerprint)
    }
}
