// SPDX-License-Identifier: MIT

import Foundation
import LifelintModel
import Testing

@testable import LifelintIngest

/// Set `LIFELINT_CORPUS` to a folder that holds real logs as `logs/<kind>/<file>`.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["LIFELINT_CORPUS"] != nil))
struct LogCorpusTests {
    private static let kinds = [
        "compact", "default", "flutter", "idevicesyslog", "json", "nslog", "other", "otlp", "reactnative",
        "syslog", "xcode-console",
    ]

    @Test func `Real logs are of the format, in the wrapper and of as many rows as people see in them`() throws {
        let corpus = ProcessInfo.processInfo.environment["LIFELINT_CORPUS"] ?? ""
        let formats = InputFormats(words: Sample.words)
        var found: Set<String> = []
        for kind in Self.kinds {
            let folder = URL(fileURLWithPath: corpus).appendingPathComponent("logs/\(kind)")
            for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) {
                let bytes = [UInt8](try Data(contentsOf: file))
                let format = formats.format(of: InputHead(bytes: bytes, isWhole: true))
                var settings = ReadingSettings(words: Sample.words)
                // Rows are counted one by one only where somebody wants to know of all.
                settings.tally = RecognitionTally(Sample.words)
                var reader = format?.makeReader(settings)
                let rows = reader?.read(bytes, offset: 0, isLast: true).recordCount ?? 0
                found.insert("\(kind)/\(file.lastPathComponent)|\(format?.id ?? "")|\(format?.wrapper ?? "")|\(rows)")
            }
        }
        let expected = Set(LogCorpusTable.rows.split(separator: "\n").map { String($0) })
        #expect(found.subtracting(expected).sorted() == [])
        #expect(expected.subtracting(found).sorted() == [])
    }
}
