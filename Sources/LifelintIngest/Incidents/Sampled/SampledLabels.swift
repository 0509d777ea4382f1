// SPDX-License-Identifier: MIT

import LifelintModel

/// The labels that texts about a sampled process begin with: who it was, on which device, when.
enum SampledLabels {
    /// Takes a line that says who, where or when; whether it was one.
    ///
    /// What was said first stays.
    static func take(_ line: LabelledLine, _ reader: inout SystemReport) -> Bool {
        guard !line.label.isEmpty else { return false }
        return takeTime(line, &reader) || takeProcess(line, &reader) || takeDevice(line, &reader)
    }

    private static func takeTime(_ line: LabelledLine, _ reader: inout SystemReport) -> Bool {
        let isStart = line.isLabelled("Date/Time", in: reader.view)
        let isEnd = line.isLabelled("End time", in: reader.view)
        let isLaunch = line.isLabelled("Launch Time", in: reader.view)
        guard isStart || isEnd || isLaunch else { return false }
        guard !line.value.isEmpty else { return true }
        let place = reader.place(line.value)
        guard let time = IncidentValues.time(reader.view, line.value, at: place, reader.settings) else {
            let label = reader.view.string(line.label.lowerBound, line.label.upperBound)
            reader.problem(.badTime, at: place, IncidentProblem.badTime(label))
            return true
        }
        if isLaunch {
            reader.report.launched = reader.report.launched ?? time
        } else if isEnd || reader.report.captured == nil {
            // The time that was sampled ends with what is told; its start stands before its end.
            reader.report.captured = time
        }
        return true
    }

    private static func takeProcess(_ line: LabelledLine, _ reader: inout SystemReport) -> Bool {
        let view = reader.view
        let value = IncidentValues.text(line.text(in: view))
        var process = reader.report.process
        if line.isLabelled("Command", in: view) {
            process.name = process.name ?? value
        } else if line.isLabelled("Process", in: view) {
            let (name, number) = IncidentValues.named(value ?? "")
            process.name = process.name ?? name
            process.pid = process.pid ?? IncidentValues.pid(number)
        } else if line.isLabelled("PID", in: view) {
            process.pid = process.pid ?? IncidentValues.pid(value.flatMap { Int64($0) })
        } else if line.isLabelled("Path", in: view) {
            process.path = process.path ?? value
        } else if line.isLabelled("Identifier", in: view) {
            process.bundle = process.bundle ?? value
        } else if line.isLabelled("Version", in: view) {
            let (short, build) = IncidentValues.system(value)
            process.version = process.version ?? short
            process.build = process.build ?? build
        } else if line.isLabelled("Parent", in: view) || line.isLabelled("Parent Process", in: view) {
            let (name, number) = IncidentValues.named(value ?? "")
            process.parent = process.parent ?? name
            process.parentPID = process.parentPID ?? IncidentValues.pid(number)
        } else if line.isLabelled("Resource Coalition", in: view) || line.isLabelled("Coalition", in: view) {
            process.coalition = process.coalition ?? value.flatMap { coalition($0) }
        } else if line.isLabelled("Role", in: view) {
            process.role = process.role ?? value
        } else if line.isLabelled("Architecture", in: view) || line.isLabelled("Code Type", in: view) {
            process.architecture = process.architecture ?? value
        } else if line.isLabelled("UUID", in: view) {
            process.uuid = process.uuid ?? value
        } else if line.isLabelled("Beta Identifier", in: view) {
            process.isBeta = true
        } else {
            return false
        }
        reader.report.process = process
        return true
    }

    private static func takeDevice(_ line: LabelledLine, _ reader: inout SystemReport) -> Bool {
        let view = reader.view
        let value = IncidentValues.text(line.text(in: view))
        if line.isLabelled("Incident Identifier", in: view) {
            reader.report.incident = reader.report.incident ?? value
        } else if line.isLabelled("CrashReporter Key", in: view) {
            reader.report.device.key = reader.report.device.key ?? value
        } else if line.isLabelled("Hardware model", in: view) || line.isLabelled("Hardware Model", in: view) {
            reader.report.device.model = reader.report.device.model ?? value
        } else if line.isLabelled("OS Version", in: view) {
            let (system, build) = IncidentValues.system(value)
            reader.report.device.system = reader.report.device.system ?? system
            let isMarked = build?.hasPrefix("Build ") ?? false
            let number = isMarked ? build.map { String($0.dropFirst(6)) } : build
            reader.report.device.systemBuild = reader.report.device.systemBuild ?? number
        } else {
            return false
        }
        return true
    }

    /// `"com.acme.notes"(634)` as other reports write it: `com.acme.notes [634]`.
    private static func coalition(_ text: String) -> String? {
        guard text.hasPrefix("\""), text.hasSuffix(")"), let quote = text.lastIndex(of: "\"") else { return text }
        let name = text[text.index(after: text.startIndex)..<max(quote, text.index(after: text.startIndex))]
        let number = text[text.index(after: quote)...].dropFirst().dropLast()
        return IncidentValues.text(String(name)).map { "\($0) [\(number)]" }
    }
}
