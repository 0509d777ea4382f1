// SPDX-License-Identifier: MIT

import LifelintModel

extension Phrasing {
    /// How much was looked at: runs, apps, devices, or what there was instead.
    static func scope(_ survey: RunSurvey, _ header: ReportHeader) -> String {
        guard survey.runs > 0 else {
            if header.inputs.isEmpty { return "no input was given" }
            let events = header.inputs.reduce(0) { $0.addingReportingOverflow($1.events).partialValue }
            return "no " + (nothingLeft(header) ?? "run") + " in " + count(header.inputs.count, "input") + " ("
                + count(events, "event") + ")"
        }
        var text = count(survey.runs, "run")
        if survey.apps.count == 1, let app = survey.apps.first {
            text += " of " + TerminalText.safe(app)
        } else if survey.apps.count > 1 {
            text += " of " + (survey.apps.count < RunSurvey.maximumApps ? "" : "at least ")
            text += count(survey.apps.count, "app")
        }
        // What is told of nobody is not told of the others.
        if survey.unnamed > 0, !survey.apps.isEmpty {
            text += " and " + (survey.unnamed == 1 ? "an unnamed process" : "unnamed processes")
        }
        return text + " on " + (survey.mayHaveMoreDevices ? "at least " : "") + count(survey.devices, "device")
    }

    /// That of all that was read nothing was asked for, behind “no”; nil where something was left, or all was asked for.
    static func nothingLeft(_ header: ReportHeader) -> String? {
        guard header.leavesNothing else { return nil }
        let options = header.configuration.selection.options
        let shown = options.prefix(4).map { TerminalText.safe($0) }
        return "run is left by " + list(shown, of: options.count)
    }

    /// How many findings count, by severity.
    static func findings(_ summary: ReportHeader.Summary) -> String {
        [
            count(summary.errors, "error"), count(summary.warnings, "warning"),
            grouped(summary.infos) + " info",
        ].joined(separator: ", ")
    }

    /// How sure a group of findings is and how often it was found: `likely`, `certain, 3 times`,
    /// `3 times: 1 certain, 2 likely; 1 error, 2 warnings`.
    static func sureness(_ group: FindingGroups.Group) -> String {
        let spread = group.spread
        let sure = spread.sureness == nil ? group.item.confidence.rawValue : nil
        let kinds = [spread.sureness, spread.badness].compactMap(\.self).joined(separator: "; ")
        let often = group.cases > 1 ? count(group.cases, "time") + (kinds.isEmpty ? "" : ": " + kinds) : nil
        return [sure, often].compactMap(\.self).joined(separator: ", ")
    }

    /// The apps of a group, where the report is about several, or about somebody who is not named.
    static func apps(_ group: FindingGroups.Group, _ survey: RunSurvey) -> String? {
        guard survey.apps.count > 1 || survey.unnamed > 0 && !survey.apps.isEmpty else { return nil }
        if !group.spread.apps.isEmpty { return group.spread.apps.joined(separator: ", ") }
        return survey.unnamed > 0 && group.item.run != nil ? "an unnamed process" : nil
    }

    /// How many findings do not count, and why; nil if there is none.
    static func notCounted(_ summary: ReportHeader.Summary) -> String? {
        var parts: [String] = []
        if summary.suppressed > 0 { parts.append(grouped(summary.suppressed) + " suppressed") }
        if summary.baseline > 0 { parts.append(grouped(summary.baseline) + " in the baseline") }
        return parts.isEmpty ? nil : "not counted: " + parts.joined(separator: ", ")
    }

    /// `(likely)`: how sure a finding is whose rule stands before its sentence; nil where it is certain.
    static func unsure(_ finding: Finding) -> String? {
        finding.confidence == .certain ? nil : "(\(finding.confidence.rawValue))"
    }

    /// A problem with its place.
    static func problem(_ problem: Problem) -> String {
        var place = problem.file
        if problem.line > 0 { place += ":\(problem.line):\(problem.column)" }
        return place + ": " + problem.code.rawValue + ": " + problem.message
    }

    /// That no input states on which days it was; nil where one does, by which those of the others are told.
    static func assumed(_ header: ReportHeader) -> String? {
        let files = Set(header.problems.lazy.filter { $0.code == .yearAssumed }.map(\.file))
        let told = header.inputs.lazy.filter { $0.events > 0 }
        return !files.isEmpty && told.allSatisfy { files.contains($0.path) } ? "date assumed" : nil
    }

    /// Whom a finding blames by a name that somebody gave; nil where it only says which kind of event it was.
    static func culprit(_ finding: Finding) -> String? {
        guard let culprit = finding.culprit, EndingCause(rawValue: culprit) == nil, !eventNames.contains(culprit) else {
            return nil
        }
        let isDigest = culprit.utf8.count == 16 && culprit.allSatisfy { $0.isHexDigit }
        return isDigest ? nil : culprit
    }

    /// The names of all events that lifelint knows.
    static let eventNames = Set(EventName.allCases.map(\.text))
}
