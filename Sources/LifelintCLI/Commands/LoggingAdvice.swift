// SPDX-License-Identifier: MIT

import LifelintModel

/// What an app would have to log for rules that could not judge it, and the Swift lines for that.
enum LoggingAdvice {
    /// The events that rules wait for, those that most wait for first, each with a line of Swift; empty for none.
    ///
    /// - Parameter lacking: what each rule asks for, in the words of reports.
    static func text(_ lacking: [(rule: String, names: [String])]) -> String {
        var rules: [EventName: Set<String>] = [:]
        var needs: [EventName: Set<String>] = [:]
        for (rule, names) in lacking {
            for name in names {
                guard let event = event(of: name) else { continue }
                rules[event, default: []].insert(rule)
                needs[event, default: []].insert(name)
            }
        }
        if rules.isEmpty { return "" }
        let ranked = rules.sorted { ($1.value.count, $0.key.rawValue) < ($0.value.count, $1.key.rawValue) }
        var text = "\nWhat to log, the event that most rules wait for first\n"
        text += RuleTable.columns(
            ranked.flatMap { event, rules in
                lines(for: event, needs[event] ?? []).enumerated().map { place, line in
                    place > 0
                        ? ["", "", line] : ["  " + event.text, RulesUnderTest.count(rules.count, "rule"), line]
                }
            })
        if ranked.contains(where: { isAppsOwn($0.key) }) { text += "\n" + function }
        return text
    }

    /// The events of the app's own that rules wait for, those that most wait for first.
    ///
    /// Not those that rules ask for more of: the log may show them without.
    static func missing(in verdicts: [String: VerdictCounts]) -> [String] {
        var rules: [EventName: Int] = [:]
        for counts in verdicts.values {
            let bare = counts.requirements.filter { RequirementName.event(ofMore: $0) == nil && !$0.contains("*") }
            for event in Set(bare.compactMap { event(of: $0) }) where isAppsOwn(event) {
                rules[event, default: 0] += 1
            }
        }
        return rules.sorted { ($1.value, $0.key.rawValue) < ($0.value, $1.key.rawValue) }.map(\.key.text)
    }

    /// The first event of `cache.purge or resource.release`, and of `data.save where exists duration`.
    private static func event(of requirement: String) -> EventName? {
        let end = requirement.firstIndex { $0 == " " || $0 == "," } ?? requirement.endIndex
        let name = requirement[..<end]
        if name.hasSuffix(".*") {
            return EventName.declarations.first { $0.name.hasPrefix(name.dropLast()) }?.event
        }
        return EventName.declarations.first { $0.name == name }?.event
    }

    private static func isAppsOwn(_ event: EventName) -> Bool { event.declaration?.witness == .app }

    /// The calls that tell an event with what rules ask of it.
    private static func lines(for event: EventName, _ needs: Set<String>) -> [String] {
        guard isAppsOwn(event) else { return ["// the system tells it: add its log, or the report"] }
        var calls = arguments[event] ?? [[]]
        if calls.count == 1, needs.contains(where: { $0.contains(" with its duration") }) {
            // A duration would make the time of its line that of the begin, which the function below does not know.
            calls = ["begin", "end"].map { phase in [#""phase": "\#(phase)""#] + calls[0] }
        }
        for (need, argument) in asked where needs.contains(where: { $0.contains(need) }) {
            for place in calls.indices where !calls[place].contains(argument) { calls[place].append(argument) }
        }
        return calls.map { arguments in
            let more = arguments.isEmpty ? "" : ", [\(arguments.joined(separator: ", "))]"
            return "lifecycle(\"\(event.text)\"\(more))"
        }
    }

    /// What rules ask of an event in a condition, and what shows it.
    private static let asked: [(need: String, argument: String)] = [
        (#"via == "delegate""#, #""via": "delegate""#),
        ("exists silent", #""silent": isSilent"#),
        ("exists handler", #""handler": true"#),
        ("exists scene", #""scene": id"#),
    ]

    /// What rules ask about an event beside its name, for each call that tells of it.
    private static let arguments: [EventName: [[String]]] = [
        .appDidFinishLaunching: [
            [#""phase": "begin""#],
            [#""phase": "end""#],
        ],
        .sceneWillConnect: [[#""scene": session.persistentIdentifier"#]],
        .sceneDidBecomeActive: [[#""scene": id"#]],
        .dataChange: [[#""document": id"#]],
        .dataSave: [
            [#""document": id"#, #""phase": "begin""#],
            [#""document": id"#, #""phase": "end""#, #""ok": true"#],
        ],
        .dataLoad: [[#""document": id"#, #""ok": true"#]],
        .dataDelete: [[#""document": id"#, #""scene": id"#]],
        .restorationRestore: [[#""ok": true"#]],
        .backgroundTaskBegin: [[#""task": task.rawValue"#, #""name": name"#, #""handler": true"#]],
        .backgroundTaskEnd: [[#""task": task.rawValue"#]],
        .backgroundTaskExpire: [[#""task": task.rawValue"#]],
        .scheduledTaskSubmit: [[#""task": identifier"#, #""kind": "refresh""#]],
        .scheduledTaskStart: [[#""task": identifier"#, #""kind": "refresh""#, #""handler": true"#]],
        .scheduledTaskComplete: [[#""task": identifier"#, #""ok": true"#]],
        .pushReceive: [[#""silent": true"#]],
        .memoryFootprint: [[#""bytes": footprint"#, #""limit": footprint + Int(os_proc_available_memory())"#]],
        .cachePurge: [[#""name": name"#, #""bytes": count"#]],
        .activityStart: [[#""name": name"#, #""kind": "navigation""#]],
        .activityPause: [[#""name": name"#]],
        .activityResume: [[#""name": name"#]],
        .activityStop: [[#""name": name"#]],
        .audioInterruptionBegin: [[#""wasPlaying": true"#]],
        .audioInterruptionEnd: [[#""shouldResume": true"#]],
        .resourceRelease: [[#""name": name"#, #""kind": "cache""#]],
        .networkBegin: [[#""url": name"#]],
        .networkEnd: [[#""url": name"#]],
        .databaseBegin: [[#""name": name"#, #""transaction": true"#]],
        .databaseEnd: [[#""name": name"#]],
        .fileUnlock: [[#""path": path"#]],
        .keychainRead: [[#""name": name"#, #""ok": false"#, #""status": status"#]],
    ]

    /// What these lines call: it writes a file that is read as it is.
    private static let function = """
        Swift for it: a file that is read as it is, without buffers, so that its last line is the app's last word

          import UIKit

          let lifecycleFile: FileHandle? = {
              let url = URL.documentsDirectory.appending(path: "lifecycle.jsonl")
              // A process may begin before the first unlock: a protected file could not be opened then.
              if !FileManager.default.fileExists(atPath: url.path) {
                  try? Data().write(to: url, options: .noFileProtection)
              }
              let file = try? FileHandle(forWritingTo: url)
              _ = try? file?.seekToEnd()
              return file
          }()
          let lifecycleDevice: String = {
              // Logs of several devices are told apart by it.
              let url = URL.documentsDirectory.appending(path: "lifecycle-device")
              if let known = try? String(contentsOf: url, encoding: .utf8), !known.isEmpty { return known }
              let device = UUID().uuidString
              try? Data(device.utf8).write(to: url, options: .noFileProtection)
              return device
          }()
          let lifecycleLock = NSLock()

          func lifecycle(_ event: String, _ more: [String: Any] = [:]) {
              var record = more
              record["time"] = Date.now.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
              record["event"] = event
              record["app"] = Bundle.main.bundleIdentifier
              record["appVersion"] = Bundle.main.infoDictionary?["CFBundleShortVersionString"]
              record["device"] = lifecycleDevice
              record["pid"] = ProcessInfo.processInfo.processIdentifier
              record["main"] = Thread.isMainThread
              // A value that is no JSON would be an exception, and so would write(_:) on a full disk.
              record = record.mapValues { JSONSerialization.isValidJSONObject([$0]) ? $0 : String(describing: $0) }
              guard let line = try? JSONSerialization.data(withJSONObject: record) else { return }
              lifecycleLock.withLock { try? lifecycleFile?.write(contentsOf: line + Data([0x0A])) }
          }

        """
}
