// SPDX-License-Identifier: MIT

/// A table of the SQL report: its columns and keys, as SQLite, PostgreSQL and DuckDB all understand them.
struct SQLTable: Sendable {
    /// The type of a column: each of the three databases has it.
    enum Kind: String, Sendable {
        case text
        case integer
        case bigint
        case flag = "boolean"
    }

    /// A column.
    struct Column: Sendable {
        let name: String
        let kind: Kind
        let isRequired: Bool

        /// A column that always has a value.
        static func required(_ name: String, _ kind: Kind) -> Column {
            Column(name: name, kind: kind, isRequired: true)
        }

        /// A column that may be null.
        static func optional(_ name: String, _ kind: Kind) -> Column {
            Column(name: name, kind: kind, isRequired: false)
        }
    }

    let name: String
    /// What a row is, for the schema's reader.
    let summary: String
    let columns: [Column]
    /// The columns of the primary key.
    let key: [String]
    /// The columns that point to another table, and that table with its columns.
    var references: (columns: [String], table: String, keys: [String])?

    /// A table whose rows belong to an analysis.
    static func ofAnalysis(_ name: String, _ summary: String, key: [String], _ columns: [Column]) -> SQLTable {
        SQLTable(
            name: name, summary: summary, columns: [.required("analysis", .text)] + columns, key: ["analysis"] + key,
            references: (["analysis"], "analyses", ["id"]))
    }

    /// A table whose rows belong to a run.
    static func ofRun(_ name: String, _ summary: String, key: [String], _ columns: [Column]) -> SQLTable {
        SQLTable(
            name: name, summary: summary,
            columns: [.required("analysis", .text), .required("run", .text)] + columns,
            key: ["analysis", "run"] + key, references: (["analysis", "run"], "runs", ["analysis", "id"]))
    }

    /// A table whose rows belong to a finding.
    static func ofFinding(_ name: String, _ summary: String, key: [String], _ columns: [Column]) -> SQLTable {
        SQLTable(
            name: name, summary: summary,
            columns: [.required("analysis", .text), .required("finding", .integer)] + columns,
            key: ["analysis", "finding"] + key,
            references: (["analysis", "finding"], "findings", ["analysis", "number"]))
    }

    /// The statement that makes the table where there is none yet.
    var declaration: String {
        var lines = columns.map { "    \($0.name) \($0.kind.rawValue)\($0.isRequired ? " not null" : "")" }
        lines.append("    primary key (\(key.joined(separator: ", ")))")
        if let references {
            lines.append(
                "    foreign key (\(references.columns.joined(separator: ", "))) references \(references.table) "
                    + "(\(references.keys.joined(separator: ", ")))")
        }
        return "-- \(summary)\ncreate table if not exists \(name) (\n" + lines.joined(separator: ",\n") + "\n);\n"
    }
}
