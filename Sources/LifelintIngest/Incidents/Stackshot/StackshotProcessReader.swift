// SPDX-License-Identifier: MIT

import LifelintModel

/// Reads the processes of a stackshot, and of each what its main thread did; calls are stepped over.
enum StackshotProcessReader {
    /// The processes by their ids, in the order of the report.
    static func processes(_ json: LooseJSON, _ reader: inout SystemReport) -> [StackshotSnapshot.Process] {
        var processes: [StackshotSnapshot.Process] = []
        var walk = json.members
        while let value = walk.next() {
            guard processes.count < IngestLimits.processesPerIncident else {
                reader.problem(.tooLarge, at: reader.place(value.range), IncidentProblem.tooManyProcesses)
                break
            }
            guard value.isObject else { continue }
            processes.append(process(value, id: walk.name, &reader))
        }
        reader.note(walk.fault)
        return processes
    }

    private static func process(
        _ json: LooseJSON, id: String, _ reader: inout SystemReport
    ) -> StackshotSnapshot.Process {
        var process = StackshotSnapshot.Process(name: "", at: reader.place(json.range))
        process.pid = IncidentValues.pid(Int64(id))
        var waits: [String] = []
        var walk = json.members
        while let value = walk.next() {
            if walk.isKey("procname") {
                process.name = IncidentValues.text(value.string) ?? ""
            } else if walk.isKey("pid") {
                process.pid = IncidentValues.pid(value.integer) ?? process.pid
            } else if walk.isKey("flags") {
                process.flags = value.strings(limit: IngestLimits.textsPerProcess)
            } else if walk.isKey("residentMemoryBytes") {
                process.residentBytes = value.unsigned
            } else if walk.isKey("jetsamCoalition") {
                process.coalition = value.integer
            } else if walk.isKey("waitInfo") {
                waits = value.strings(limit: IngestLimits.threadsPerIncident).map { SystemReport.cut($0) }
            } else if walk.isKey("threadById") {
                readThreads(value, &process, &reader)
            }
        }
        reader.note(walk.fault)
        if let id = process.mainThread?.id {
            // One thread has one sentence; which thread it speaks of stands at its beginning.
            process.mainThread?.wait = waits.first { $0.hasPrefix("thread \(id):") }
        }
        process.waits = Array(waits.prefix(IngestLimits.textsPerProcess))
        return process
    }

    private static func readThreads(
        _ json: LooseJSON, _ process: inout StackshotSnapshot.Process, _ reader: inout SystemReport
    ) {
        var lowest: StackshotSnapshot.Thread?
        var walk = json.members
        while let value = walk.next() {
            process.threadCount += 1
            let thread = thread(value, id: walk.name)
            if thread.queue == MainQueue.name, process.mainThread == nil { process.mainThread = thread }
            if let id = thread.id, id < lowest?.id ?? .max { lowest = thread }
        }
        reader.note(walk.fault)
        process.mainThread = process.mainThread ?? lowest
    }

    private static func thread(_ json: LooseJSON, id: String) -> StackshotSnapshot.Thread {
        var thread = StackshotSnapshot.Thread()
        thread.id = UInt64(id)
        var walk = json.members
        while let value = walk.next() {
            if walk.isKey("name") {
                thread.name = IncidentValues.text(value.string)
            } else if walk.isKey("dispatch_queue_label") {
                thread.queue = IncidentValues.text(value.string)
            } else if walk.isKey("state") {
                thread.states = value.strings(limit: IngestLimits.textsPerProcess)
            }
        }
        return thread
    }
}
