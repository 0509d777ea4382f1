// SPDX-License-Identifier: MIT

import LifelintModel

/// Reads the threads of a report of KSCrash.
enum KSCrashThreads {
    static func read(_ crash: ReportNode, into report: inout IncidentReport) {
        var room = IngestLimits.framesPerIncident
        func add(_ node: ReportNode) {
            var thread = IncidentThread(number: node["index"]?.int ?? report.threads.count)
            thread.name = node["name"]?.text
            thread.queue = node["dispatch_queue"]?.text
            thread.isTriggered = node["crashed"]?.bool == true
            if let contents = node["backtrace"]?["contents"] { thread.frames = frames(contents, &room) }
            if thread.isTriggered, report.triggeredThread == nil { report.triggeredThread = report.threads.count }
            report.threads.append(thread)
        }
        if let threads = crash["threads"] {
            threads.tree.tape.forEachElement(of: threads.index) { index in
                add(ReportNode(threads.tree, index))
                return report.threads.count < IngestLimits.threadsPerIncident
            }
        }
        if report.threads.isEmpty, let thread = crash["crashed_thread"] { add(thread) }
    }

    private static func frames(_ contents: ReportNode, _ room: inout Int) -> [IncidentFrame] {
        var frames: [IncidentFrame] = []
        var left = room
        contents.tree.tape.forEachElement(of: contents.index) { index in
            guard left > 0 else { return false }
            left -= 1
            let node = ReportNode(contents.tree, index)
            var frame = IncidentFrame()
            frame.image = node["object_name"]?.text
            frame.address = node["instruction_addr"]?.bits
            frame.symbol = node["symbol_name"]?.text
            frame.take(imageBase: node["object_addr"]?.bits, symbolBase: node["symbol_addr"]?.bits)
            frames.append(frame)
            return true
        }
        room = left
        return frames
    }
}
