// SPDX-License-Identifier: MIT

import Foundation
import LifelintModel
import LifelintReport
import TestSupport
import Testing

struct ReportSchemaTests {
    private let checker: SchemaChecker

    init() throws { checker = try SchemaChecker(schema: ReportSchema.json) }

    @Test("The schema describes an empty report")
    func empty() throws {
        #expect(try checker.complaints(about: SampleReport().rendered(as: JSONRenderer())) == [])
    }

    @Test("The schema describes a report with runs and findings")
    func sample() throws {
        let report = SampleReport(runs: [.killedInBackground, .crashed, .bare(.unknown)], findings: [.sample()])
        #expect(try checker.complaints(about: report.rendered(as: JSONRenderer())) == [])
    }

    @Test("The schema describes whatever a report may hold", arguments: 0..<60 as Range<UInt64>)
    func random(seed: UInt64) throws {
        var random = RandomReport(seed: seed)
        #expect(try checker.complaints(about: random.report().rendered(as: JSONRenderer())) == [])
    }

    @Test(
        "The schema refuses what is no report",
        arguments: [
            ("\"lifelint.report/1\"", "\"lifelint.report/2\""), ("\"cause\":\"backgroundTask\"", "\"cause\":\"oom\""),
            ("\"pid\":71", "\"pid\":\"71\""), ("\"visible\":false", "\"visible\":0"), ("\"story\":", "\"tale\":"),
            ("10:00:36.000Z\",\"known\"", "10:00:36.000\",\"known\""),
            ("\"code\":\"0x2182bad2\"", "\"code\":562215634"),
            ("\"problems\":[]", "\"problems\":[],\"extra\":1"), ("0123456789abcdef", "0123456789ABCDEF"),
        ])
    func refusals(good: String, bad: String) throws {
        let text = try SampleReport(runs: [.killedInBackground], findings: [.sample()]).rendered(as: JSONRenderer())
        #expect(text.contains(good))
        #expect(try checker.complaints(about: text.replacingOccurrences(of: good, with: bad)) != [])
    }

    @Test("Every object of the schema allows only what it names, and requires it")
    func strictness() throws {
        let schema = try JSONSerialization.jsonObject(with: Data(ReportSchema.json.utf8))
        var open: [String] = []
        var partial = 0
        func walk(_ node: Any, _ path: String) {
            if let object = node as? [String: Any] {
                if object["type"] as? String == "object", let properties = object["properties"] as? [String: Any] {
                    if object["additionalProperties"] as? Bool != false { open.append(path) }
                    if Set(object["required"] as? [String] ?? []) != Set(properties.keys) { partial += 1 }
                }
                for (key, value) in object { walk(value, path + "/" + key) }
            }
            if let array = node as? [Any] { for value in array { walk(value, path) } }
        }
        walk(schema, "")
        #expect(open == [])
        #expect(partial == 1, "only ending.detail has optional keys")
    }
}
