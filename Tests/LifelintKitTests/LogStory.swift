// SPDX-License-Identifier: MIT

import LifelintModel
import Testing

/// What a person reads in one log: the events of the life cycle in its order, and why each run ended.
struct LogStory: Sendable, CustomTestStringConvertible {
    /// The file, below the folder of logs.
    let file: String
    /// `name who pid key=value …`; `?` at the end of one that its wording does not prove.
    private(set) var events: [String] = []
    /// `who pid cause confidence key=value …`, in the order of reports.
    private(set) var endings: [String] = []

    var testDescription: String { file }

    /// The stories of a text: a line with a file, then its events, then its endings behind a mark.
    static func read(_ text: String) -> [LogStory] {
        var stories: [LogStory] = []
        for line in text.split(separator: "\n") {
            let words = line.drop { $0 == " " }
            if !line.hasPrefix(" ") {
                stories.append(LogStory(file: String(line)))
            } else if let last = stories.indices.last {
                if words.hasPrefix("= ") {
                    stories[last].endings.append(String(words.dropFirst(2)))
                } else if !words.hasPrefix("- ") {
                    stories[last].events.append(String(words))
                }
            }
        }
        return stories
    }

    private init(file: String) { self.file = file }

    /// An event in one line.
    static func describe(_ record: EventRecord, in batch: EventBatch) -> String {
        var parts = [batch.name(of: record)]
        if let who = batch.string(record.app) ?? batch.string(record.process) { parts.append(who) }
        if record.hasPID { parts.append(String(record.pid)) }
        var isProven = true
        var attributes: [String] = []
        if let via = record.via.name { attributes.append("via=\(via)") }
        if record.phase != .missing { attributes.append("phase=\(record.phase)") }
        if let task = batch.string(record.task) { attributes.append("task=\(task)") }
        for attribute in batch.attributes(of: record) {
            let key = batch.key(attribute)
            if attribute.key == .proven {
                isProven = false
            } else if worded.contains(key) {
                attributes.append(key)
            } else {
                attributes.append("\(key)=\(batch.string(attribute.text) ?? "")")
            }
        }
        return (parts + attributes.sorted() + (isProven ? [] : ["?"])).joined(separator: " ")
    }

    /// The ending of a run in one line.
    static func describe(_ run: AppRun) -> String {
        var parts = [run.app ?? run.process ?? "-"]
        if let pid = run.pid { parts.append(String(pid)) }
        parts += [run.ending.cause.rawValue, run.ending.confidence.rawValue]
        for detail in [EndingDetail.kind, .path, .task, .owner, .limit, .allowance] {
            guard let value = run.ending.detail[detail] else { continue }
            if detail == .kind, case .string(let text) = value {
                parts.append("kind=\(text)")
            } else {
                parts.append(detail.rawValue)
            }
        }
        return parts.joined(separator: " ")
    }

    /// What holds words of the log, which have no place in a table: only that it is told counts.
    private static let worded: Set = ["api", "explanation", "name", "path", "session"]
}
