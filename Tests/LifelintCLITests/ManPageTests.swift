// SPDX-License-Identifier: MIT

import Testing

@testable import LifelintCLI

/// The manual page says what the declarations say.
@Suite struct ManPageTests {
    private static let page = ManPage.text(for: Commands.all.map(\.spec))
    private static let plain = page.replacing("\\-", with: "-").replacing("\\(aq", with: "'").replacing(
        "\\(ha", with: "^"
    )
    .replacing("\\fB", with: "").replacing("\\fI", with: "").replacing("\\fR", with: "").replacing("\\e", with: "\\")
    .replacing("\\&...", with: "…").replacing("\\(ga", with: "`").replacing("\\(ti", with: "~")

    @Test func `every command, option, section and example stands in it`() {
        let lines = Set(Self.plain.split(separator: "\n").map(String.init))
        for spec in Commands.all.map(\.spec) {
            #expect(lines.contains(".SS lifelint \(spec.name)"))
            #expect(lines.contains(spec.summary))
            for option in spec.options {
                #expect(lines.contains(option.usage), "\(option.usage)")
                #expect(
                    lines.contains(option.isRepeatable ? option.help + " Repeatable." : option.help), "\(option.help)")
            }
            for example in spec.examples { #expect(lines.contains(example.line), "\(example.line)") }
            for row in spec.sections.flatMap(\.entries) { #expect(lines.contains(row.text), "\(row.text)") }
        }
    }

    @Test func `no text is taken for a request`() {
        let requests: Set = [".TH", ".SH", ".SS", ".PP", ".TP", ".B", ".br"]
        for line in Self.page.split(separator: "\n") where line.hasPrefix(".") || line.hasPrefix("'") {
            #expect(requests.contains(String(line.split(separator: " ")[0])), "\(line)")
        }
    }

    @Test func `what formats manual pages accepts it, where it is installed`() throws {
        let lifelint = try BuiltProgram()
        let outcome = try lifelint.shell(
            """
            "$lifelint" help --man > lifelint.1
            # The page has no date, so that the same version gives the same page.
            if command -v mandoc >/dev/null; then mandoc -T lint -W warning lifelint.1 | grep -v 'missing date'
            elif command -v groff >/dev/null; then groff -man -Tutf8 -ww -z lifelint.1 2>&1
            fi
            true
            """)
        #expect(outcome.output.isEmpty, "\(outcome.output)")
    }
}
