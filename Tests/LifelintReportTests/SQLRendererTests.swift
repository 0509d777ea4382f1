// SPDX-License-Identifier: MIT

import Foundation
import LifelintModel
import LifelintReport
import Testing

/// What can be said of the statements without a database; `Tests/Loads` loads them for real.
struct SQLRendererTests {
    @Test(arguments: UInt64(0)..<60)
    func `each row has the columns of its table, whatever the texts hold`(seed: UInt64) throws {
        var random = RandomReport(seed: seed)
        var report = random.report()
        report.findings.append(.sample())
        let statements = try SQLText(report.rendered(as: SQLRenderer())).statements
        #expect(statements.first == ["begin"] && statements.last == ["commit"])
        var columns: [String: Int] = [:]
        for statement in statements.dropFirst().dropLast() {
            if statement.starts(with: ["create", "table", "if", "not", "exists"]) {
                columns[statement[5]] = SQLText.columns(statement)
            } else {
                #expect(statement.starts(with: ["insert", "into"]))
                #expect(statement.suffix(4) == ["on", "conflict", "do", "nothing"])
                let rows = SQLText.rows(statement)
                #expect(!rows.isEmpty)
                #expect(rows.allSatisfy { $0 == columns[statement[2]] }, "\(statement[2]): \(rows)")
            }
        }
        #expect(columns.count == 22)
    }

    @Test func `the documentation lists every table with its key`() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let page = try String(contentsOf: root.appending(path: "docs/sql.md"), encoding: .utf8)
        let schema = try SampleReport().rendered(as: SQLRenderer())
        let tables = schema.matches(of: #/create table if not exists (\w+) \([^;]*?primary key \(([^)]*)\)/#)
        #expect(tables.count == 22)
        for table in tables {
            let row = page.split(separator: "\n").first { $0.hasPrefix("| `\(table.output.1)` |") }
            #expect(row?.contains("| `\(table.output.2)` |") == true, "\(table.output.1)")
        }
    }

    @Test(arguments: [
        (false, false, "null, null, false, false)"), (true, false, ", 1772359236000000000, false, false)"),
        (false, true, ", 1772359236000000000, false, true)"),
    ])
    func `a span has an end where it was ended, and not where only its run was`(
        isEnded: Bool, isReplaced: Bool, end: String
    ) throws {
        var run = AppRun.killedInBackground
        run.spans[0].to = run.end.time
        run.spans[0].isEnded = isEnded
        run.spans[0].isReplaced = isReplaced
        let text = try SampleReport(runs: [run]).rendered(as: SQLRenderer())
        let row = text.split(separator: "\n").first { $0.contains("'upload draft'") }
        #expect(row?.contains(end) == true, "\(row ?? "")")
    }

    @Test func `a text stays a text`() throws {
        var finding = Finding.sample()
        finding.culprit = "o'brien'); drop table runs; --\\\u{0}\n.quit"
        let text = try SampleReport(findings: [finding]).rendered(as: SQLRenderer())
        #expect(text.contains("'o''brien''); drop table runs; --\\\u{FFFD}\n.quit'"))
        #expect(!text.contains("\u{0}"))
    }

    @Test func `details of an ending are written as in the JSON report`() throws {
        var run = AppRun.killedInBackground
        run.ending.detail = [
            .allowance: .duration(19_970_000_000), .code: .integer(0x8bad_f00d), .limit: .bytes(2_199_912_448),
            .duringHang: .bool(true), .sceneMandate: .string("no flag"), .reason: .string("per-process-limit"),
        ]
        let text = try SampleReport(runs: [run]).rendered(as: SQLRenderer())
        for (name, detail) in [
            ("allowance", "19.97"), ("code", "0x8badf00d"), ("limit", "2199912448"), ("duringHang", "true"),
            ("reason", "per-process-limit"),
        ] {
            #expect(text.contains("'\(name)', '\(detail)')"), "\(name)")
        }
        #expect(!text.contains("'sceneMandate'"))
    }

    @Test func `what the baseline knows and nothing shows is there, and so is what became of inputs`() throws {
        var input = InputSummary(path: "a.gz", format: "unknown", status: .partly, isExpected: true)
        input.isCut = true
        var report = SampleReport(inputs: [input])
        let entry = BaselineEntry(
            rule: "crashed", app: nil, process: "Notes", culprit: "f", count: 2, fingerprint: "0a")
        let before = try report.rendered(as: SQLRenderer())
        #expect(before.contains("'partly', true, true)"))
        report.header.fixed = [entry]
        report.header.notSeen = [entry]
        let text = try report.rendered(as: SQLRenderer())
        #expect(text.contains("', 'fixed', 1, 'crashed', null, 'Notes', 'f', 2, '0a')"))
        #expect(text.contains("', 'notSeen', 1, 'crashed', null, 'Notes', 'f', 2, '0a')"))
        // It is another analysis: one that is there already would keep its rows out.
        let id = #/insert into analyses values\n\('([0-9a-f]{16})'/#
        #expect(text.firstMatch(of: id)?.output.1 != before.firstMatch(of: id)?.output.1)
    }

    @Test func `the id of an analysis follows from its content`() throws {
        func id(_ report: SampleReport) throws -> Substring {
            let text = try report.rendered(as: SQLRenderer())
            return try #require(text.firstMatch(of: #/insert into analyses values\n\('([0-9a-f]{16})'/#)?.output.1)
        }
        let report = SampleReport(runs: [.killedInBackground], findings: [.sample()])
        #expect(try id(report) == id(report))
        var other = report
        other.findings[0].message += "!"
        #expect(try id(report) != id(other))
        other = report
        other.header.tool.rulesDigest = "11"
        #expect(try id(report) != id(other))
    }

    @Test func `the rows of many runs share a statement, and each comes after what it points to`() throws {
        let runs = (0..<200).map { number in
            var run = AppRun.killedInBackground
            run.id += String(number)
            return run
        }
        let statements = try SQLText(SampleReport(runs: runs, findings: [.sample()]).rendered(as: SQLRenderer()))
            .statements.filter { $0.first == "insert" }
        #expect(statements.count < 60)
        let counts = Dictionary(statements.map { ($0[2], SQLText.rows($0).count) }, uniquingKeysWith: +)
        #expect(counts["runs"] == 200 && counts["states"] == 800 && counts["evidence"] == 1)
        var rows = 0
        for statement in statements {
            if statement[2] == "runs" { rows += SQLText.rows(statement).count }
            if statement[2] == "endings" { rows -= SQLText.rows(statement).count }
            #expect(rows >= 0)
        }
        #expect(rows == 0)
    }
}

/// SQL as words and signs, quoted texts as one word each: as much as it takes to count.
private struct SQLText {
    private(set) var statements: [[String]] = []

    init(_ text: String) {
        var statement: [String] = []
        var word: [UInt8] = []
        var quoted = false
        var bytes = Array(text.utf8)[...]
        func end() {
            if !word.isEmpty { statement.append(String(decoding: word, as: UTF8.self)) }
            word = []
        }
        while let byte = bytes.popFirst() {
            switch byte {
            case 0x27 where quoted && bytes.first == 0x27: bytes.removeFirst()
            case 0x27:
                quoted.toggle()
                if !quoted { word = Array("text".utf8) }
            case _ where quoted: continue
            case 0x2D where bytes.first == 0x2D: bytes = bytes.drop { $0 != 0x0A }
            case 0x20, 0x0A: end()
            case 0x28, 0x29, 0x2C:
                end()
                statement.append(String(UnicodeScalar(byte)))
            case 0x3B:
                end()
                statements.append(statement)
                statement = []
            default: word.append(byte)
            }
        }
        end()
        if !statement.isEmpty { statements.append(statement) }
    }

    /// How many columns each row of an `insert` has.
    static func rows(_ statement: [String]) -> [Int] {
        var rows: [Int] = []
        for word in statement.dropFirst(4).dropLast(4) {
            switch word {
            case "(": rows.append(1)
            case ")": continue
            case "," where statement.isEmpty: continue
            case ",": if let last = rows.indices.last { rows[last] += 1 }
            default: continue
            }
        }
        // The commas between rows were counted with the row before.
        return rows.enumerated().map { $0.offset < rows.count - 1 ? $0.element - 1 : $0.element }
    }

    /// How many columns a `create table` declares.
    static func columns(_ statement: [String]) -> Int {
        let types: Set = ["text", "integer", "bigint", "boolean"]
        return zip(statement.dropFirst(7), statement.dropFirst(8)).count {
            types.contains($1) && $0 != "," && $0 != "("
        }
    }
}
