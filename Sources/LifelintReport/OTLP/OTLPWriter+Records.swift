// SPDX-License-Identifier: MIT

import LifelintModel

extension OTLPWriter {
    /// Writes how a run ended as a log record.
    mutating func writeEnding(of run: AppRun) {
        let ending = run.ending
        let severity = ending.page.severity(isVisible: run.isVisible) ?? .info
        let story = run.story.isEmpty ? "The app " + ending.page.phrase + "." : run.story
        beginRecord("lifelint.ending", run.end.time, severity, body: story)
        attribute("lifelint.run.id", run.id)
        attribute("lifelint.ending.cause", ending.cause.rawValue)
        attribute("lifelint.ending.confidence", ending.confidence.rawValue)
        for name in EndingDetail.allCases {
            guard let value = ending.detail[name].flatMap({ name.written($0) }) else { continue }
            attribute("lifelint.ending.\(name.rawValue)", value)
        }
        attribute("lifelint.ending.candidates", ending.candidates.map(\.cause.rawValue))
        attribute("lifelint.ending.likelihoods", ending.candidates.map(\.likelihood.rawValue))
        attribute("lifelint.visible", run.isVisible)
        attribute("lifelint.stateAtEnd", run.stateAtEnd?.rawValue)
        if let line = ending.because.first { write(line) }
        endRecord(run: run.id)
    }

    /// Writes a finding as a log record.
    mutating func write(_ finding: Finding) {
        beginRecord("lifelint.finding", finding.time, finding.severity, body: finding.message)
        attribute("lifelint.rule", finding.rule)
        attribute("lifelint.severity", finding.severity.rawValue)
        attribute("lifelint.confidence", finding.confidence.rawValue)
        attribute("lifelint.fingerprint", finding.fingerprint)
        attribute("lifelint.culprit", finding.culprit)
        attribute("lifelint.key", finding.key)
        attribute("lifelint.scene", finding.scene)
        attribute("lifelint.run.id", finding.run)
        attribute("lifelint.count", finding.count)
        attribute("lifelint.relatedTo", finding.relatedTo)
        attribute("lifelint.suppressed", finding.suppressed?.reason)
        attribute("lifelint.baseline", finding.isInBaseline)
        if let evidence = finding.evidence.first { write(evidence.line) }
        endRecord(run: finding.run)
    }

    private mutating func write(_ line: EvidenceLine) {
        writePlace(line.at)
        attribute("log.record.original", line.text)
    }

    /// Opens a record and its attributes.
    private mutating func beginRecord(
        _ name: String, _ at: Timestamp, _ severity: Finding.Severity, body: String
    ) {
        json.beginObject()
        time("timeUnixNano", at)
        time("observedTimeUnixNano", at)
        json.key("severityNumber")
        json.value(severity.otlpNumber)
        json.key("severityText")
        json.value(plain: severity.otlpText)
        json.key("eventName")
        json.value(plain: name)
        json.key("body")
        json.beginObject()
        json.key("stringValue")
        json.value(body)
        json.endObject()
        beginAttributes()
    }

    /// Closes the attributes and the record, which belongs to that run's trace.
    private mutating func endRecord(run: String?) {
        endAttributes()
        if let run {
            json.key("traceId")
            json.value(plain: TraceID.trace(run: run))
            json.key("spanId")
            json.value(plain: TraceID.span(run: run, kind: "run", index: 0))
        }
        json.endObject()
    }
}

extension Finding.Severity {
    fileprivate var otlpNumber: Int {
        switch self {
        case .error: 17
        case .warning: 13
        case .info: 9
        }
    }

    fileprivate var otlpText: String {
        switch self {
        case .error: "ERROR"
        case .warning: "WARN"
        case .info: "INFO"
        }
    }
}
