// SPDX-License-Identifier: MIT

public import LifelintModel

/// SQL that makes tables and loads the report into them: for SQLite, PostgreSQL and DuckDB alike.
///
/// Several analyses live beside each other; loading one twice changes nothing, since its id follows from its content.
public struct SQLRenderer: ReportRenderer {
    /// The name after `--report`.
    public let id = "sql"
    /// What it is for.
    public let title = "SQL that loads runs, endings and findings into SQLite, PostgreSQL or DuckDB"

    /// A renderer.
    public init() {}

    /// Writes the tables and the rows, as one transaction.
    public func render(
        _ report: any ReportContents, options: RenderOptions, into sink: inout any ByteSink
    ) throws {
        let analysis = try AnalysisDigest.text(of: report)
        var statements = OutputBuffer(capacity: 131_072)
        statements.append("begin;\n")
        for table in SQLSchema.tables { statements.append(table.declaration) }
        var writer = SQLWriter()
        writer.write(report.header, of: analysis)
        try report.forEachRun { run in
            writer.write(run, of: analysis)
            try flush(&writer, &statements, into: &sink)
        }
        var number = 0
        try report.forEachFinding { finding in
            number += 1
            writer.write(finding, number: number, of: analysis)
            try flush(&writer, &statements, into: &sink)
        }
        writer.flush(into: &statements)
        statements.append("commit;\n")
        try ReportStream.finish(&statements, into: &sink)
    }

    private func flush(
        _ writer: inout SQLWriter, _ statements: inout OutputBuffer, into sink: inout any ByteSink
    ) throws {
        guard writer.isFull else { return }
        writer.flush(into: &statements)
        try ReportStream.finish(&statements, into: &sink)
    }
}
