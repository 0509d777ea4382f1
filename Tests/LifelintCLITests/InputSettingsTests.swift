// SPDX-License-Identifier: MIT

import LifelintModel
import Testing

@testable import LifelintCLI
@testable import LifelintKit

@Suite struct InputSettingsTests {
    @Test("Every option arrives in the options of the analysis")
    func options() throws {
        let settings = try Self.settings([
            "--recognisers", "a.yml", "--recognisers=b", "--app", "com.acme.*", "--device=A1", "--since", "2026-03-01",
            "--until", "2026-03-02 12:00", "--timezone", "-0300", "--date", "2026-03-01", "--today", "2026-04-01",
            "--jobs", "2", "--memory", "32MB", "--max-problems", "7",
        ])
        let options = try settings.analyzerOptions(Surroundings())
        #expect(options.recogniserFiles == ["a.yml", "b"])
        #expect(options.apps == ["com.acme.*"])
        #expect(options.device == "A1")
        #expect(options.since?.rfc3339 == "2026-03-01T03:00:00Z")
        #expect(options.until?.rfc3339 == "2026-03-02T15:00:00Z")
        #expect(options.zoneOffset == -10_800)
        #expect(options.date == CalendarDay(year: 2026, month: 3, day: 1))
        #expect(options.today == CalendarDay(year: 2026, month: 4, day: 1))
        #expect(options.jobs == 2)
        #expect(options.memoryBudget == 32_000_000)
        #expect(options.keptProblems == 7)
        #expect(options.spoolDirectory == "/tmp")
        #expect(settings.renderOptions(Surroundings()).maximumProblems == 7)
    }

    @Test("What no option says comes from the surroundings")
    func surroundings() throws {
        var surroundings = Surroundings()
        surroundings.today = CalendarDay(year: 2026, month: 3, day: 9)
        surroundings.processors = 6
        surroundings.temporaryFolder = "/elsewhere"
        let options = try Self.settings([]).analyzerOptions(surroundings)
        #expect(options.today == surroundings.today)
        #expect(options.jobs == 6)
        #expect(options.spoolDirectory == "/elsewhere")
        #expect(try Self.settings(["--no-spool"]).analyzerOptions(surroundings).spoolDirectory == nil)
    }

    @Test("A stretch of time that ends before it begins is refused")
    func emptyStretch() throws {
        let settings = try Self.settings(["--since", "2026-03-02", "--until", "2026-03-01"])
        #expect(throws: UsageError(.conflict, "")) { _ = try settings.analyzerOptions(Surroundings()) }
        let oneDay = try Self.settings(["--since", "2026-03-01", "--until", "2026-03-01"])
        #expect(throws: Never.self) { _ = try oneDay.analyzerOptions(Surroundings()) }
    }

    @Test(
        "Colours need a terminal that wants them, or to be asked for",
        arguments: [
            ("auto", true, false, true), ("auto", true, true, false), ("auto", false, false, false),
            ("always", false, true, true), ("never", true, false, false),
        ])
    func color(value: String, isTerminal: Bool, isRefused: Bool, expected: Bool) throws {
        var surroundings = Surroundings()
        surroundings.isOutputTerminal = isTerminal
        surroundings.refusesColor = isRefused
        surroundings.width = 100
        let options = try Self.settings(["--color", value]).renderOptions(surroundings)
        #expect(options.usesColor == expected)
        #expect(options.width == (isTerminal ? 100 : nil))
    }

    @Test(
        "Progress tells how much, how fast and how long",
        arguments: [
            (50_000_000, 100_000_000, 1, 4, 1_000, "50 MB of 100 MB, 1 of 4 files, 50 MB/s, 1 s left"),
            (50_000_000, nil, 0, 1, 2_000, "50 MB, 25 MB/s"),
            (0, 100_000_000, 0, 1, 500, "0 MB of 100 MB"),
            (100_000_000, 50_000_000, 1, 1, 1_000, "100 MB of 100 MB, 100 MB/s"),
            (1, .max, 0, 1, 1_000_000, "1 B of 9223372036855 MB, 0 MB/s, 277 h 47 min left"),
        ] as [(Int64, Int64?, Int, Int, Int, String)])
    func progress(read: Int64, total: Int64?, done: Int, files: Int, milliseconds: Int, expected: String) {
        let progress = AnalysisProgress(bytesRead: read, bytesTotal: total, filesDone: done, filesTotal: files)
        #expect(ProgressLine.text(progress, elapsed: .milliseconds(milliseconds)) == expected)
    }

    private static func settings(_ arguments: [String]) throws -> InputSettings {
        var settings = InputSettings()
        let options = InputSettings.readingOptions + InputSettings.workingOptions
        _ = try ArgumentParser.parse(arguments, options: options, into: &settings)
        return settings
    }
}
