// SPDX-License-Identifier: MIT

import LifelintModel

/// Gathers rows and writes them as statements: the rows of many runs to one, and every text quoted so that it stays a
/// text.
///
/// Databases take longer over a statement than over a row. A quote is doubled, and nothing else has a meaning in a
/// standard string of SQLite, PostgreSQL and DuckDB. Zero bytes, which PostgreSQL cannot hold, are replaced by U+FFFD.
struct SQLWriter {
    /// The rows that wait, by table.
    private var waiting: [String: OutputBuffer] = [:]
    /// The rows of the table that is written to.
    private var output = OutputBuffer()
    /// How many bytes wait.
    private var size = 0
    private var isFirstColumn = true

    /// Bytes that are worth a round of statements.
    private static let enough = 262_144

    /// Whether enough waits for a round of statements.
    var isFull: Bool { size >= SQLWriter.enough }

    /// Writes what waits: parents before their children.
    mutating func flush(into statements: inout OutputBuffer) {
        for table in SQLSchema.tables {
            guard let rows = waiting[table.name], !rows.bytes.isEmpty else { continue }
            statements.append("insert into ")
            statements.append(table.name)
            statements.append(" values\n")
            statements.append(contentsOf: rows.bytes)
            // A row that is there already stays as it is.
            statements.append("\non conflict do nothing;\n")
        }
        waiting = [:]
        size = 0
    }

    /// Takes rows of a table.
    mutating func insert(into table: SQLTable, _ body: (inout SQLWriter) -> Void) {
        output = waiting.removeValue(forKey: table.name) ?? OutputBuffer()
        let before = output.bytes.count
        body(&self)
        size += output.bytes.count - before
        waiting[table.name] = output
        output = OutputBuffer()
    }

    /// Begins a row; its columns follow in the order of the table.
    mutating func row(_ columns: (inout SQLWriter) -> Void) {
        output.append(output.bytes.isEmpty ? "(" : ",\n(")
        isFirstColumn = true
        columns(&self)
        output.append(byte: 0x29)
    }

    // MARK: Columns

    /// Writes a text, or null.
    mutating func column(_ text: String?) {
        separate()
        guard let text else {
            output.append("null")
            return
        }
        output.append(byte: 0x27)
        for byte in text.utf8 {
            switch byte {
            case 0x27: output.append("''")
            case 0x00: output.append("\u{FFFD}")
            default: output.append(byte: byte)
            }
        }
        output.append(byte: 0x27)
    }

    /// Writes a whole number, or null.
    mutating func column(_ number: (some BinaryInteger)?) {
        separate()
        if let number { output.append(number) } else { output.append("null") }
    }

    /// Writes true or false.
    mutating func column(_ flag: Bool) {
        separate()
        if flag { output.append("true") } else { output.append("false") }
    }

    /// Writes an instant as text.
    mutating func column(text instant: Timestamp) {
        separate()
        output.append(byte: 0x27)
        output.append(instant)
        output.append(byte: 0x27)
    }

    /// Writes an instant as text and as nanoseconds.
    mutating func columns(_ instant: Timestamp?) {
        guard let instant else {
            column(String?.none)
            column(Int64?.none)
            return
        }
        column(text: instant)
        column(instant.nanoseconds)
    }

    /// Writes where a line stands.
    mutating func columns(_ place: SourceLocation) {
        column(place.file)
        column(place.line)
        column(place.column)
        column(place.offset)
        column(place.length)
    }

    private mutating func separate() {
        if isFirstColumn { isFirstColumn = false } else { output.append(", ") }
    }
}
