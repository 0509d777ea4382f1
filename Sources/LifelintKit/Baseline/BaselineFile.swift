// SPDX-License-Identifier: MIT

import LifelintFiles
import LifelintIngest
import LifelintModel
import LifelintReport

/// A baseline as a file: a JSON document with one entry a line.
///
/// It is made to be reviewed and merged: a changed mistake is a changed line, entries are sorted by what people look
/// for, and what a merge of lines leaves (a missing or an extra comma, an entry twice) is read as it is meant.
///
///     {"schema":"lifelint.baseline/1","findings":[
///     {"rule":"slow-launch","app":"com.acme.notes","culprit":"launch","count":2,"fingerprint":"0123456789abcdef"},
///     …
///     ]}
package enum BaselineFile {
    private static let schema = "lifelint.baseline/1"
    private static let schemaPrefix = "lifelint.baseline/"
    /// A hundred thousand entries; a larger file is something else.
    private static let maximumBytes = 32 << 20

    /// The bytes of the file.
    package static func bytes(of baseline: Baseline) -> [UInt8] {
        var writer = JSONWriter(OutputBuffer(capacity: 4_096))
        writer.beginObject()
        writer.key("schema")
        writer.value(plain: schema)
        writer.key("findings")
        writer.beginArray()
        for entry in baseline.entries {
            writer.breakLine()
            writer.beginObject()
            writer.writeFields(of: entry, hasAllKeys: false)
            writer.endObject()
        }
        writer.output.append(byte: 0x0A)
        writer.endArray()
        writer.endObject()
        writer.output.append(byte: 0x0A)
        return writer.output.bytes
    }

    /// Reads the file of that path.
    package static func read(_ path: String) throws(AnalyzerError) -> Baseline {
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try SmallFile.read(path, limit: maximumBytes, noun: "baseline")
        } catch {
            throw AnalyzerError(message: "baseline \(error.message)")
        }
        return try baseline(bytes, path: path)
    }

    /// The baseline that these bytes are.
    package static func baseline(_ bytes: [UInt8], path: String) throws(AnalyzerError) -> Baseline {
        if let root = JSONDocument(strict: bytes)?.root { return try document(root, bytes, path) }
        return try lines(bytes, path)
    }

    // MARK: A whole document

    private static func document(_ root: JSONValue, _ bytes: [UInt8], _ path: String) throws(AnalyzerError) -> Baseline
    {
        guard let name = root["schema"]?.string else {
            throw AnalyzerError(message: "\(path): this is no baseline: \"schema\":\"\(schema)\" is missing")
        }
        guard name == schema else { throw wrong(schema: name, path) }
        guard let findings = root["findings"], findings.isArray else {
            throw AnalyzerError(message: "\(path): a baseline without \"findings\"")
        }
        var baseline = Baseline()
        var line = 1
        var counted = bytes.startIndex
        for value in findings.elements {
            let start = value.byteRange.lowerBound
            line += bytes[counted..<start].count { $0 == 0x0A }
            counted = start
            baseline.add(try entry(value, path, line))
        }
        return baseline
    }

    private static func wrong(schema name: String, _ path: String) -> AnalyzerError {
        let hint =
            name.hasPrefix(schemaPrefix)
            ? "it is of another version than \(schema); write it anew with --write-baseline"
            : name.hasPrefix("lifelint.report/")
                ? "it is a report; --write-baseline FILE writes a baseline" : "expected \(schema)"
        return AnalyzerError(message: "\(path): this is no baseline that can be read (\(name)): \(hint)")
    }

    // MARK: Line by line

    /// What a merge of lines left: not valid as a whole, but every line speaks for itself.
    private static func lines(_ bytes: [UInt8], _ path: String) throws(AnalyzerError) -> Baseline {
        var baseline = Baseline()
        var hasSchema = false
        for (index, line) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
            let text = trimmed(line)
            if text.isEmpty || text.elementsEqual("]}".utf8) { continue }
            if isConflict(text) {
                throw AnalyzerError(
                    message: "\(path):\(index + 1): an unresolved conflict of a merge: keep the lines of both sides")
            }
            if let name = header(text) {
                guard name == schema else { throw wrong(schema: name, path) }
                hasSchema = true
                continue
            }
            let object = text.last == 0x2C ? text.dropLast() : text
            guard let root = JSONDocument(strict: Array(object))?.root, root.isObject else {
                throw AnalyzerError(message: "\(path):\(index + 1): expected one entry a line, as JSON")
            }
            baseline.add(try entry(root, path, index + 1))
        }
        if !hasSchema {
            throw AnalyzerError(message: "\(path): this is no baseline: \"schema\":\"\(schema)\" is missing")
        }
        return baseline
    }

    private static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var line = line
        while let first = line.first, first == 0x20 || first == 0x09 { line = line.dropFirst() }
        while let last = line.last, last == 0x20 || last == 0x09 || last == 0x0D { line = line.dropLast() }
        return line
    }

    private static func isConflict(_ line: ArraySlice<UInt8>) -> Bool {
        ["<<<<<<<", "=======", ">>>>>>>", "|||||||"].contains { line.starts(with: $0.utf8) }
    }

    /// The schema that the first line names.
    private static func header(_ line: ArraySlice<UInt8>) -> String? {
        guard line.starts(with: #"{"schema":"#.utf8), line.last == 0x5B else { return nil }
        // Closed, the line is a document of its own.
        return JSONDocument(strict: Array(line) + Array("]}".utf8))?.root?["schema"]?.string
    }

    // MARK: Entries

    private static func entry(_ value: JSONValue, _ path: String, _ line: Int) throws(AnalyzerError) -> BaselineEntry {
        guard let rule = value["rule"]?.string, !rule.isEmpty else { throw missing("rule", path, line) }
        guard let fingerprint = value["fingerprint"]?.string, isFingerprint(fingerprint) else {
            throw AnalyzerError(
                message: "\(path):\(line): a fingerprint has 16 lower-case hexadecimal digits")
        }
        let count = value["count"]?.count ?? 1
        return BaselineEntry(
            rule: rule, app: value["app"]?.string, process: value["process"]?.string,
            culprit: value["culprit"]?.string, count: max(count, 1), fingerprint: fingerprint)
    }

    private static func missing(_ key: String, _ path: String, _ line: Int) -> AnalyzerError {
        AnalyzerError(message: "\(path):\(line): an entry without \"\(key)\"")
    }

    private static func isFingerprint(_ text: String) -> Bool {
        text.utf8.count == 16 && text.utf8.allSatisfy { ($0 >= 0x30 && $0 <= 0x39) || ($0 >= 0x61 && $0 <= 0x66) }
    }
}
