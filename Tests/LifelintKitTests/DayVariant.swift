// SPDX-License-Identifier: MIT

import Foundation
import LifelintKit

/// The sources of a day, as they are and as they might have reached us.
struct DayVariant {
    typealias Source = (name: String, bytes: [UInt8])

    var what: String
    var sources: [Source]

    /// Everything in a scenario's folder that is evidence.
    static func sources(of scenario: String) throws -> [Source] {
        let folder = SampleReportTests.root.appending(path: "samples/\(scenario)")
        return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
            .filter { $0 != "README.md" && $0 != "expected" }
            .map { ($0, [UInt8](try Data(contentsOf: folder.appending(path: $0)))) }
    }

    /// The same files under names that sort in the opposite order.
    static func reordered(_ sources: [Source]) -> DayVariant {
        let renamed = sources.reversed().enumerated().map { ("\($0)-\($1.name)", $1.bytes) }
        return DayVariant(what: "files in another order", sources: renamed)
    }

    /// One source is missing.
    static func withoutOne(_ sources: [Source]) -> [DayVariant] {
        guard sources.count > 1 else { return [] }
        return sources.indices.map { index in
            var left = sources
            let removed = left.remove(at: index)
            return DayVariant(what: "without \(removed.name)", sources: left)
        }
    }

    /// A log ends after each of its lines; reports are whole or not there.
    static func cut(_ sources: [Source]) -> [DayVariant] {
        sources.indices.flatMap { index -> [DayVariant] in
            guard !sources[index].name.hasSuffix(".ips") else { return [] }
            let lines = lines(sources[index])
            return (1..<max(lines.count, 1)).map { count in
                var cut = sources
                cut[index].bytes = lines[..<count].flatMap { Array($0.utf8) + [0x0A] }
                return DayVariant(what: "\(sources[index].name) cut after line \(count)", sources: cut)
            }
        }
    }

    /// Every time of a log has lost what is below a second.
    static func inSeconds(_ sources: [Source]) -> DayVariant {
        changed(sources, "times in whole seconds") { line in
            line.replacing(#/(\d\d:\d\d:\d\d)\.\d+/#) { "\($0.output.1)" }
        }
    }

    /// Logs say no zone: the app's own, all of them, and the system's in each style in which it may have been shown.
    static func withoutZones(_ sources: [Source]) -> [DayVariant] {
        let own = changed(sources, "times of the app without a zone", only: ".jsonl", unzoned)
        let all = changed(sources, "times without a zone", unzoned)
        let styles = LogStyle.allCases.map { style in
            changed(all.sources, "times without a zone, \(style) style", only: "system.log") { style.restyled($0) }
        }
        return [own, all] + styles
    }

    private static func unzoned(_ line: String) -> String {
        line.replacing(#/(\d\d:\d\d:\d\d(?:\.\d+)?)-03:?00/#) { "\($0.output.1)" }
    }

    /// A style in which the tool `log` may have shown a row.
    enum LogStyle: CaseIterable {
        case plain, compact, syslog

        /// A row of the syslog style without a zone, or the header above such rows, in this one.
        func restyled(_ line: String) -> String {
            if line.hasPrefix("Timestamp") {
                switch self {
                case .plain:
                    return "Timestamp                       Thread     Type        Activity             PID    TTL"
                case .compact: return "Timestamp               Ty Process[PID:TID]"
                case .syslog: return line
                }
            }
            guard let row = line.wholeMatch(of: #/(\S+ \S+)  localhost (.+?)\[(\d+)\]: (.*)/#)?.output else {
                return line
            }
            switch self {
            case .plain:
                return "\(row.1) 0x1a2b     Default     0x0                  \(row.3)     0    \(row.2): \(row.4)"
            case .compact: return "\(row.1.prefix(23)) Df \(row.2)[\(row.3):1a2b] \(row.4)"
            case .syslog: return line
            }
        }
    }

    /// Names that the system keeps to itself.
    static func withPrivateNames(_ sources: [Source]) -> DayVariant {
        changed(sources, "names that are private") { line in
            line.replacing(#/taskName = [^,]+,/#, with: "taskName = <private>,")
                .replacing(#/"(name|document|url)":"[^"]*"/#) { "\"\($0.output.1)\":\"<private>\"" }
                .replacing(#/ (name|document|url)=("[^"]*"|[^ ]+)/#) { " \($0.output.1)=<private>" }
        }
    }

    /// What stands under the keys that ``withPrivateNames(_:)`` withholds.
    static func privateNames(_ sources: [Source]) -> Set<String> {
        var names: Set<String> = []
        for source in sources where !source.name.hasSuffix(".ips") {
            let text = String(decoding: source.bytes, as: UTF8.self)
            for match in text.matches(of: #/"(?:name|document|url)":"([^"]*)"/#) {
                names.insert(String(match.output.1))
            }
            for match in text.matches(of: #/ (?:name|document|url)="?([^" ]*)/#) {
                names.insert(String(match.output.1))
            }
        }
        return names
    }

    /// Every line of the app's own log says what kind of run it is.
    static func run(as attribute: String, _ sources: [Source]) -> DayVariant {
        let value = attribute == "extension" ? "\"host\":\"extension\"" : "\"\(attribute)\":true"
        let text = attribute == "extension" ? "host=extension" : "\(attribute)=true"
        return changed(sources, "in a run with \(text)", only: "l") { line in
            if line.hasPrefix("{") { return String(line.dropLast()) + ",\(value)}" }
            return line.hasPrefix("#") || line.isEmpty || line.contains("class=system") ? line : line + " " + text
        }
    }

    private static func changed(
        _ sources: [Source], _ what: String, only suffix: String = "", _ change: (String) -> String
    ) -> DayVariant {
        let changed = sources.map { source -> Source in
            guard source.name.hasSuffix(suffix), !source.name.hasSuffix(".ips") else { return source }
            return (source.name, lines(source).flatMap { Array(change($0).utf8) + [0x0A] })
        }
        return DayVariant(what: what, sources: changed)
    }

    private static func lines(_ source: Source) -> [String] {
        var lines = String(decoding: source.bytes, as: UTF8.self).components(separatedBy: "\n")
        if lines.last?.isEmpty == true { lines.removeLast() }
        return lines
    }
}
