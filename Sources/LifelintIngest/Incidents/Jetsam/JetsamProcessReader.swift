// SPDX-License-Identifier: MIT

import LifelintModel

/// Reads one process of a jetsam report.
enum JetsamProcessReader {
    /// The process that an element is; nil if nothing says who it is.
    static func read(_ json: LooseJSON, _ reader: inout SystemReport) -> JetsamSnapshot.Process? {
        var process = JetsamSnapshot.Process(name: "", at: reader.place(json.range))
        var walk = json.members
        while let value = walk.next() {
            if !takeText(walk, value, &process) { takeNumber(walk, value, &process, &reader) }
        }
        reader.note(walk.fault)
        // The kernel counts the ticks up to the end of those only that it ended; for some reasons it has no name.
        if process.reason == nil, let ticks = process.killDelta, ticks > 0 { process.reason = "" }
        return process.name.isEmpty && process.pid == nil ? nil : process
    }

    private static func takeText(
        _ walk: LooseWalk, _ value: LooseJSON, _ process: inout JetsamSnapshot.Process
    ) -> Bool {
        if walk.isKey("name") {
            process.name = IncidentValues.text(value.string) ?? ""
        } else if walk.isKey("uuid") {
            process.uuid = IncidentValues.text(value.string)
        } else if walk.isKey("states") || walk.isKey("state") {
            process.states = value.isString ? value.string.map { [$0] } ?? [] : value.strings(limit: limit)
        } else if walk.isKey("reason") {
            process.reason = IncidentValues.text(value.string)
        } else if walk.isKey("freeze_skip_reason:") || walk.isKey("freeze_skip_reason") {
            process.freezeSkipReason = value.string.flatMap { $0 == "none" ? nil : IncidentValues.text($0) }
        } else {
            return false
        }
        return true
    }

    private static func takeNumber(
        _ walk: LooseWalk, _ value: LooseJSON, _ process: inout JetsamSnapshot.Process, _ reader: inout SystemReport
    ) {
        if walk.isKey("pid") {
            process.pid = IncidentValues.pid(value.integer)
            if process.pid == nil { reader.badNumber("pid", value) }
        } else if walk.isKey("rpages") {
            process.pages = value.unsigned
            if process.pages == nil { reader.badNumber("rpages", value) }
        } else if walk.isKey("lifetimeMax") {
            process.peakPages = value.unsigned
        } else if walk.isKey("killDelta") {
            process.killDelta = value.unsigned
        } else if walk.isKey("age") {
            process.age = value.unsigned
        } else if walk.isKey("idleDelta") {
            process.idleTicks = value.unsigned
        } else if walk.isKey("priority") {
            process.priority = value.integer.flatMap { Int(exactly: $0) }
        } else if walk.isKey("cpuTime") {
            process.processorTime = value.number
        } else if walk.isKey("coalition") {
            process.coalition = value.integer
        } else if walk.isKey("fds") {
            process.fileDescriptors = value.unsigned
        }
    }

    private static let limit = IngestLimits.textsPerProcess
}
