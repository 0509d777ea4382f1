// SPDX-License-Identifier: MIT

import Foundation
import LifelintKit
import LifelintModel
import LifelintReport
import Testing

/// Rules of the house that a compiler does not check.
@Suite struct RepositoryTests {
    private static let root = SampleReportTests.root

    private static func files(under folder: String, withSuffix suffix: String = ".swift") -> [(
        path: String, text: String
    )] {
        let base = root.appending(path: folder)
        guard let walk = FileManager.default.enumerator(atPath: base.path) else { return [] }
        return walk.compactMap { $0 as? String }.filter { $0.hasSuffix(suffix) }.sorted().compactMap { path in
            (try? String(contentsOf: base.appending(path: path), encoding: .utf8)).map { ("\(folder)/\(path)", $0) }
        }
    }

    private static let sources = files(under: "Sources")

    @Test func `there are sources to look at`() { #expect(Self.sources.count > 60) }

    @Test func `the product does without Foundation`() {
        for (path, text) in Self.sources where !path.contains("EmbedRulesTool") {
            #expect(
                !text.contains(
                    #/^ *(@_exported |public |internal |package )*import Foundation/#.anchorsMatchLineEndings()),
                "\(path)")
        }
    }

    @Test(arguments: ["fatalError(", "preconditionFailure(", "try! ", " as! "]) func `nothing traps on purpose`(
        word: String
    ) {
        for (path, text) in Self.sources {
            #expect(!text.contains(word), Comment(rawValue: "\(path) contains \(word)"))
        }
    }

    @Test(arguments: ["print(", "exit(", "getenv(", "time(nil)", "clock_gettime", "localtime"])
    func `only the command line prints, ends, and asks for environment and time`(word: String) {
        for (path, text) in Self.sources
        where !path.hasPrefix("Sources/LifelintCLI/") && !path.hasPrefix("Sources/EmbedRulesTool/") {
            let lines = text.split(separator: "\n").filter { line in
                if line.contains("\"") { return false }
                return
                    line.firstRange(of: word).map { range in
                        range.lowerBound == line.startIndex || !line[line.index(before: range.lowerBound)].isLetter
                    } ?? false
            }
            #expect(lines.allSatisfy { $0.contains("///") || $0.contains("//") }, "\(path): \(lines)")
        }
    }

    /// That each is read, the compiler sees: whoever reads them asks for one after the other.
    @Test func `what the timeline reads of reports, something writes`() {
        let written =
            Self.files(under: "Sources/LifelintIngest") + Self.files(under: "rules/recognisers", withSuffix: ".yml")
        for attribute in ReportAttribute.allCases {
            let (call, key) = ("attributes.add(.\(attribute.rawValue),", " \(attribute.rawValue): ")
            #expect(
                written.contains { $0.text.contains($0.path.hasSuffix(".yml") ? key : call) }, "\(attribute.rawValue)")
        }
    }

    /// An anchor of YAML does not reach into another file.
    @Test func `labels deny a sentence as they deny a callback`() throws {
        let files = Self.files(under: "rules/recognisers", withSuffix: ".yml")
        let labels = ["app-callbacks.yml", "app-sentences.yml"].map { name -> Set<Substring> in
            guard let text = files.first(where: { $0.path.hasSuffix("/" + name) })?.text,
                let anchor = text.firstRange(of: "where: &bracketed"),
                let end = text[anchor.upperBound...].firstIndex(of: "]")
            else { return [] }
            return Set(text[anchor.upperBound..<end].matches(of: #/"([^"]*)"/#).map(\.1))
        }
        #expect(labels[0].count > 100 && labels[0] == labels[1], "\(labels[0].symmetricDifference(labels[1]))")
    }

    @Test func `no folder is a place for anything`() {
        let forbidden = ["Utils", "Utilities", "Helpers", "Extensions", "Shared", "Common", "Core", "Misc"]
        for (path, _) in Self.sources {
            let folders = path.split(separator: "/").dropLast().map(String.init)
            #expect(folders.allSatisfy { !forbidden.contains($0) }, "\(path)")
        }
    }

    @Test func `every source says its licence in its first line`() {
        for (path, text) in Self.sources {
            #expect(text.hasPrefix("// SPDX-License-Identifier: MIT\n"), "\(path)")
        }
    }

    /// What each target may import of the others.
    ///
    /// The build looks at that, too, but passes over a target with a plugin and all that depend on it.
    private static let imports: [String: Set<String>] = [
        "LifelintModel": [], "LifelintIngest": ["LifelintModel"], "LifelintTimeline": ["LifelintModel"],
        "LifelintYAML": ["LifelintModel"], "LifelintLanguage": ["LifelintModel", "LifelintYAML"],
        "LifelintRules": ["LifelintModel", "LifelintYAML", "LifelintLanguage"],
        "LifelintReport": ["LifelintModel"], "LifelintFiles": ["LifelintModel"],
        "LifelintKit": [
            "LifelintModel", "LifelintIngest", "LifelintTimeline", "LifelintLanguage", "LifelintRules",
            "LifelintReport", "LifelintFiles",
        ],
        "LifelintCLI": [
            "LifelintKit", "LifelintFiles", "LifelintModel", "LifelintReport", "LifelintLanguage", "LifelintRules",
        ],
        "EmbedRulesTool": ["LifelintLanguage", "LifelintModel", "LifelintYAML"],
    ]

    @Test func `targets import only what they may`() {
        for (path, text) in Self.sources {
            guard let target = path.split(separator: "/").dropFirst().first.map(String.init), target != "CLibYAML"
            else { continue }
            let allowed = Self.imports[target] ?? []
            for match in text.matches(of: #/^ *(?:public |package )?import (Lifelint\w+)/#.anchorsMatchLineEndings()) {
                #expect(allowed.contains(String(match.1)), "\(path) imports \(match.1)")
            }
        }
    }

    @Test func `the manifest declares what targets may import`() throws {
        let manifest = try String(contentsOf: Self.root.appending(path: "Package.swift"), encoding: .utf8)
        let target = #/(?:stage|executableTarget)\(\s*(?:name: )?"(\w+)",\s*(?:dependencies: )?\[([^\]]*)\]/#
        var declared: [String: Set<String>] = [:]
        for match in manifest.matches(of: target) {
            declared[String(match.1)] = Set(match.2.matches(of: #/Lifelint\w+/#).map { String($0.output) })
        }
        #expect(declared == Self.imports)
    }

    @Test func `the changelog has a place for what is not released`() throws {
        let text = try String(contentsOf: Self.root.appending(path: "CHANGELOG.md"), encoding: .utf8)
        #expect(text.contains("## Unreleased"))
    }

    /// The text of a document between a heading and the next one.
    private static func section(_ heading: String, of document: String) throws -> String {
        let text = try String(contentsOf: root.appending(path: document), encoding: .utf8)
        let start = try #require(text.range(of: "\n## \(heading)\n"))
        return text[start.upperBound...].components(separatedBy: "\n## ")[0]
    }

    @Test func `what is left out of the search for races is there`() throws {
        let text = try String(
            contentsOf: Self.root.appending(path: "Tests/Races/suppressions.txt"), encoding: .utf8)
        // A function, or a type inside, stands behind its type as Swift mangles it: `TypeC5lines`.
        let types = text.matches(of: #/(?m)^race:([A-Za-z]+?)([CV][0-9].*)?$/#).map { String($0.1) }
        #expect(types.count == text.split(separator: "\n").count { $0.hasPrefix("race:") })
        for type in types {
            let declaration = "(class|struct|enum) \(type)\\b"
            #expect(
                Self.sources.contains { $0.text.range(of: declaration, options: .regularExpression) != nil },
                Comment(rawValue: "there is no type “\(type)”"))
        }
    }

    @Test func `the guide says of every report whether it is redacted`() throws {
        let section = try Self.section("Passing reports on", of: "docs/guide.md")
        let parts = section.components(separatedBy: "All others are not")
        try #require(parts.count == 2)
        for report in ReportFormats.all {
            let isRedacted = parts[0].contains(try Regex("\\b\(report.id)\\b"))
            #expect(isRedacted == report.redactsByDefault, "\(report.id)")
            #expect(try isRedacted != parts[1].contains(Regex("\\b\(report.id)\\b")), "\(report.id)")
        }
    }

    @Test func `every cause stands where rules are described`() throws {
        let readme = try String(contentsOf: Self.root.appending(path: "rules/README.md"), encoding: .utf8)
        for cause in EndingCause.allCases { #expect(readme.contains("`\(cause.rawValue)`"), "\(cause.rawValue)") }
    }

    @Test func `reports and formats have names of their own`() {
        #expect(Set(ReportFormats.all.map(\.id)).count == ReportFormats.all.count)
        #expect(Set(InputFormatCatalogue.all.map(\.id)).count == InputFormatCatalogue.all.count)
    }

    @Test(arguments: ["README.md", "CONTRIBUTING.md", "ARCHITECTURE.md"]) func `what documents let make do, it does`(
        document: String
    ) throws {
        let text = try String(contentsOf: Self.root.appending(path: document), encoding: .utf8)
        let makefile = try String(contentsOf: Self.root.appending(path: "Makefile"), encoding: .utf8)
        for match in text.matches(of: #/(?:`|^ *)make ([a-z-]+)/#.anchorsMatchLineEndings()) {
            #expect(makefile.contains("\n\(match.1):"), "\(document): make \(match.1)")
        }
    }
}
