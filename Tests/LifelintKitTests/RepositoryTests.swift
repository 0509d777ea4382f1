// SPDX-License-Identifier: MIT

import Foundation
import LifelintKit
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

    @Test func `stages import only what the design allows them`() {
        let allowed: [String: Set<String>] = [
            "LifelintModel": [], "LifelintIngest": ["LifelintModel"], "LifelintTimeline": ["LifelintModel"],
            "LifelintYAML": ["LifelintModel"], "LifelintRules": ["LifelintModel", "LifelintYAML"],
            "LifelintReport": ["LifelintModel"], "LifelintFiles": ["LifelintModel"],
        ]
        for (path, text) in Self.sources {
            guard let target = path.split(separator: "/").dropFirst().first.map(String.init),
                let mayImport = allowed[target]
            else { continue }
            for match in text.matches(of: #/^ *(?:public |package )?import (Lifelint\w+)/#.anchorsMatchLineEndings()) {
                #expect(mayImport.contains(String(match.1)), "\(path) imports \(match.1)")
            }
        }
    }

    @Test func `the changelog has a place for what is not released`() throws {
        let text = try String(contentsOf: Self.root.appending(path: "CHANGELOG.md"), encoding: .utf8)
        #expect(text.contains("## Unreleased"))
    }

    @Test func `every report, format and cause is named where people look for it`() throws {
        let readme = try String(contentsOf: Self.root.appending(path: "README.md"), encoding: .utf8)
        #expect(readme.contains("make demo"))
        #expect(readme.contains("make test"))
        #expect(Set(ReportFormats.all.map(\.id)).count == ReportFormats.all.count)
        #expect(Set(InputFormatCatalogue.all.map(\.id)).count == InputFormatCatalogue.all.count)
    }
}
