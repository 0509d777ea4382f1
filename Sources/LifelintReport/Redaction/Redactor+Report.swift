// SPDX-License-Identifier: MIT

import LifelintModel

extension Redactor {
    /// What stands before and after runs and findings.
    func redacted(_ header: ReportHeader) -> ReportHeader {
        var header = header
        header.configuration.isRedacted = true
        header.configuration.file = header.configuration.file.map(path)
        header.configuration.selection.apps = header.configuration.selection.apps.map { text($0) }
        header.configuration.selection.device = header.configuration.selection.device.map(device)
        for index in header.inputs.indices { header.inputs[index].path = path(header.inputs[index].path) }
        for index in header.problems.indices {
            header.problems[index].file = path(header.problems[index].file)
            header.problems[index].message = sentence(header.problems[index].message)
        }
        for index in header.exitCounts.indices {
            header.exitCounts[index].version = text(header.exitCounts[index].version)
        }
        for index in header.appVerdicts.indices {
            // What apps are called is shown with each of their runs; a process may be called after somebody.
            guard let app = header.appVerdicts[index].app, !Self.isBundleID(app) else { continue }
            header.appVerdicts[index].app = text(app)
        }
        header.fixed = header.fixed.map(redacted)
        header.notSeen = header.notSeen.map(redacted)
        return header
    }

    private func redacted(_ entry: BaselineEntry) -> BaselineEntry {
        var entry = entry
        entry.process = text(entry.process)
        entry.culprit = entry.culprit.map(culprit)
        return entry
    }

    /// A run.
    func redacted(_ run: AppRun) -> AppRun {
        var run = run
        if let device = run.device {
            remember(device: device)
            run.device = self.device(device)
        }
        run.id = runID(run.id)
        run.process = text(run.process)
        run.version = text(run.version)
        run.build = text(run.build)
        run.os = text(run.os)
        run.model = text(run.model)
        run.boot = text(run.boot)
        for (key, value) in run.ending.detail {
            guard case .string(let string) = value else { continue }
            run.ending.detail[key] = .string(Redactor.ownDetails.contains(key) ? sentence(string) : text(string))
        }
        for index in run.ending.because.indices { redact(&run.ending.because[index]) }
        for index in run.ending.ruledOut.indices {
            run.ending.ruledOut[index].because = sentence(run.ending.ruledOut[index].because)
        }
        for index in run.scenes.indices { run.scenes[index].id = text(run.scenes[index].id) }
        for index in run.spans.indices {
            run.spans[index].key = text(run.spans[index].key)
            run.spans[index].name = text(run.spans[index].name)
        }
        for index in run.events.indices {
            run.events[index].event = event(run.events[index].event)
            run.events[index].scene = text(run.events[index].scene)
            run.events[index].at = place(run.events[index].at)
            run.events[index].text = text(run.events[index].text)
        }
        for index in run.anomalies.indices {
            run.anomalies[index].message = sentence(run.anomalies[index].message)
            run.anomalies[index].at = place(run.anomalies[index].at)
        }
        run.story = story(of: run)
        return run
    }

    /// A run's story; the app at its beginning is called as beside it, though a device may be called like a part of
    /// that.
    private func story(of run: AppRun) -> String {
        guard let app = run.app, run.story.hasPrefix(app) else { return sentence(run.story) }
        return app + sentence(String(run.story.dropFirst(app.count)))
    }

    private static func isBundleID(_ name: String) -> Bool {
        name.utf8.contains(UInt8(ascii: ".")) && name.utf8.allSatisfy { PersonalDataScanner.isWord($0) || $0 == 0x2E }
    }

    /// A finding; its fingerprints were taken before and stay.
    func redacted(_ finding: Finding) -> Finding {
        var finding = finding
        finding.run = finding.run.map(runID)
        finding.runs = finding.runs.map(runID)
        finding.scene = text(finding.scene)
        finding.key = text(finding.key)
        finding.message = sentence(finding.message)
        for index in finding.evidence.indices {
            redact(&finding.evidence[index].line)
            finding.evidence[index].note = sentence(finding.evidence[index].note)
        }
        // Behind the lines that may hold the same words with their numbers.
        finding.culprit = finding.culprit.map { event($0, else: culprit) }
        if var suppression = finding.suppressed {
            suppression.reason = text(suppression.reason)
            suppression.by = path(suppression.by)
            finding.suppressed = suppression
        }
        return finding
    }

    /// Details whose values are words of lifelint, or of the system, that name no device.
    private static let ownDetails: Set<EndingDetail> = [.kind, .event, .direction, .load, .allowanceOf]

    /// The name of an event; what lifelint calls so itself, and the causes of endings, are nobody's.
    private func event(_ name: String) -> String { event(name, else: text) }

    private func event(_ name: String, else mask: (String) -> String) -> String {
        Phrasing.eventNames.contains(name) || EndingCause(rawValue: name) != nil ? name : mask(name)
    }

    private func redact(_ line: inout EvidenceLine) {
        line.text = text(line.text)
        line.at = place(line.at)
    }
}
