// SPDX-License-Identifier: MIT

import LifelintKit
import LifelintModel
import Testing

@Suite struct BaselineFileTests {
    private static func entry(_ rule: String, _ app: String?, _ culprit: String?, _ number: Int = 1) -> BaselineEntry {
        BaselineEntry(
            rule: rule, app: app, culprit: culprit, count: 2,
            fingerprint: "00000000000000" + (number < 10 ? "0" : "") + "\(number)")
    }

    private static let text = """
        {"schema":"lifelint.baseline/1","findings":[
        {"rule":"a-rule","app":null,"culprit":null,"count":2,"fingerprint":"0000000000000004"},
        {"rule":"a-rule","app":"com.acme","culprit":"draft \\"x\\"","count":2,"fingerprint":"0000000000000003"},
        {"rule":"b-rule","app":"com.acme","culprit":"y","count":2,"fingerprint":"0000000000000001"}
        ]}

        """

    private static let baseline = Baseline([
        entry("b-rule", "com.acme", "y", 1), entry("a-rule", nil, nil, 4),
        entry("a-rule", "com.acme", "draft \"x\"", 3),
    ])

    private static func read(_ text: String) throws -> Baseline {
        try BaselineFile.baseline(Array(text.utf8), path: "b.json")
    }

    @Test func `a line each, sorted by rule, app and culprit, whatever the order was`() {
        #expect(String(decoding: BaselineFile.bytes(of: Self.baseline), as: UTF8.self) == Self.text)
        let empty = String(decoding: BaselineFile.bytes(of: Baseline()), as: UTF8.self)
        #expect(empty == "{\"schema\":\"lifelint.baseline/1\",\"findings\":[\n]}\n")
    }

    @Test func `where no bundle id is known, the process is named`() throws {
        var entry = Self.entry("a-rule", nil, "y")
        entry.process = "Bistro"
        let text = String(decoding: BaselineFile.bytes(of: Baseline([entry])), as: UTF8.self)
        #expect(text.contains(#""app":null,"process":"Bistro","culprit":"y","#))
        #expect(try Self.read(text).entries == [entry])
    }

    @Test func `what is written is read back`() throws {
        #expect(try Self.read(Self.text) == Self.baseline)
        #expect(try Self.read("{\"schema\":\"lifelint.baseline/1\",\"findings\":[\n]}\n") == Baseline())
    }

    @Test(
        arguments: [
            // Laid out by another program.
            text.replacing(",", with: ",\n   ").replacing("{", with: "{\n "),
            // Lines of both sides of a merge: an extra comma, a missing one, an entry twice, another order.
            text.replacing("0001\"}", with: "0001\"},"),
            text.replacing("0003\"},", with: "0003\"}"),
            text.replacing("\r", with: "").replacing("\n", with: "\r\n").replacing("0003\"},", with: "0003\"}"),
            text.replacing(
                "]}",
                with: #"{"rule":"b-rule","app":"com.acme","culprit":"y","count":1,"fingerprint":"0000000000000001"}"#
                    + "\n]}"),
        ])
    func `what merges and formatters leave is read as it is meant`(text: String) throws {
        #expect(try Self.read(text) == Self.baseline)
    }

    @Test(
        arguments: [
            ("", "b.json: this is no baseline: \"schema\":\"lifelint.baseline/1\" is missing"),
            ("{}", "b.json: this is no baseline: \"schema\":\"lifelint.baseline/1\" is missing"),
            ("[1]", "b.json: this is no baseline: \"schema\":\"lifelint.baseline/1\" is missing"),
            (
                #"{"schema":"lifelint.baseline/2","findings":[]}"#,
                "b.json: this is no baseline that can be read (lifelint.baseline/2): it is of another version than "
                    + "lifelint.baseline/1; write it anew with --write-baseline"
            ),
            (
                #"{"schema":"lifelint.report/1","runs":[]}"#,
                "b.json: this is no baseline that can be read (lifelint.report/1): it is a report; --write-baseline FILE "
                    + "writes a baseline"
            ),
            (#"{"schema":"lifelint.baseline/1"}"#, "b.json: a baseline without \"findings\""),
            (
                text.replacing("\"rule\":\"a-rule\",\"app\":\"com.acme\"", with: "\"app\":\"com.acme\""),
                "b.json:3: an entry without \"rule\""
            ),
            (
                text.replacing("0000000000000001", with: "12"),
                "b.json:4: a fingerprint has 16 lower-case hexadecimal digits"
            ),
            (text.replacing("0000000000000001", with: "000000000000000G"), "b.json:4: a fingerprint has 16 "),
            (
                text.replacing("{\"rule\":\"b", with: "<<<<<<< HEAD\n{\"rule\":\"b"),
                "b.json:4: an unresolved conflict of a merge: keep the lines of both sides"
            ),
            (
                text.replacing("\"culprit\":\"y\",", with: "\"culprit\":"),
                "b.json:4: expected one entry a line, as JSON"
            ),
            ("\u{0}\u{1}garbage", "b.json:1: expected one entry a line, as JSON"),
        ])
    func `what cannot be read is told with its line`(text: String, message: String) {
        do {
            _ = try Self.read(text)
            Issue.record("it was read")
        } catch let error as AnalyzerError {
            #expect(error.message.hasPrefix(message), "\(error.message)")
        } catch {
            Issue.record(error)
        }
    }

    @Test func `a culprit is written without what differs from run to run`() throws {
        let log = BaselineTests.log.replacing("upload draft", with: "upload 4711 /tmp/x")
        let entries = try Baseline(accepting: BaselineTests.analysis(log)).entries
        #expect(entries.contains { $0.culprit == "upload <n> <dir>/x" }, "\(entries)")
    }
}
