// SPDX-License-Identifier: MIT

import LifelintKit
import LifelintModel
import Testing

/// The pages of rules that a report can show beside its findings.
struct RulePagesTests {
    @Test func `without rules there is no page`() throws {
        #expect(try Analyzer().analyze(bytes: [], named: "a").rulePages.isEmpty)
    }

    @Test func `each rule in force has its page, by id, with what was written`() throws {
        var options = AnalyzerOptions()
        try options.useRules(select: ["slow-launch", "crashed", "background-task-never-ended"])
        let pages = try Analyzer(options).analyze(bytes: [], named: "a").rulePages
        #expect(pages.map(\.id) == ["background-task-never-ended", "crashed", "slow-launch"])
        let page = try #require(pages.first)
        #expect(page.topic == "tasks")
        #expect(page.severity == .error)
        #expect(page.configuredAt == nil)
        for text in [page.title, page.why, page.fix, page.blindSpots, page.links.first ?? ""] {
            #expect(!text.isEmpty)
        }
    }

    @Test func `every rule that ships has a page that says why and what to do`() throws {
        var options = AnalyzerOptions()
        try options.useRules(select: ["*"])
        let pages = try Analyzer(options).analyze(bytes: [], named: "a").rulePages
        #expect(pages.count > 50)
        for page in pages {
            #expect(!page.title.isEmpty && !page.why.isEmpty && !page.fix.isEmpty, "\(page.id)")
            #expect(page.severity != nil, "\(page.id)")
        }
    }

    @Test func `a page knows the line of the configuration that switched its rule on`() throws {
        let scratch = try ScratchFiles()
        try scratch.write(".lifelint.yml", Array("extends: recommended\nrules:\n  slow-launch: on\n".utf8))
        let file = scratch(".lifelint.yml")
        var options = AnalyzerOptions()
        try options.useRules(configuration: file)
        let pages = try Analyzer(options).analyze(bytes: [], named: "a").rulePages
        let page = try #require(pages.first { $0.id == "slow-launch" })
        #expect(page.configuredAt?.file == file)
        #expect(page.configuredAt?.line == 3)
    }
}
