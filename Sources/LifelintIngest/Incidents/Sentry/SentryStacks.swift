// SPDX-License-Identifier: MIT

import LifelintModel

/// Reads threads and images of an event of Sentry, whose calls stand with the outermost first.
enum SentryStacks {
    static func read(_ event: ReportNode, into report: inout IncidentReport) {
        var room = IngestLimits.framesPerIncident
        for node in SentryEntries.values("threads", of: event).prefix(IngestLimits.threadsPerIncident) {
            let number = (node["id"] ?? node["uuid"])?.int
            var thread = IncidentThread(number: number ?? report.threads.count)
            thread.isNumbered = number != nil
            thread.name = node["name"]?.text
            thread.isTriggered = node["crashed"]?.bool == true
            thread.frames = frames(node["stacktrace"], &room)
            if thread.isTriggered, report.triggeredThread == nil { report.triggeredThread = report.threads.count }
            report.threads.append(thread)
        }
        readThrown(event, into: &report, &room)
        let images = (event["debug_meta"] ?? SentryEntries.part("debugmeta", of: event))?["images"]?.elements ?? []
        for node in images.prefix(IngestLimits.imagesPerIncident) {
            var image = IncidentImage()
            image.path = (node["code_file"] ?? node["name"])?.text
            image.name = ImageTable.name(ofPath: image.path)
            image.uuid = (node["debug_id"] ?? node["uuid"])?.text
            image.base = node["image_addr"]?.bits
            image.size = node["image_size"]?.bits
            image.architecture = node["arch"]?.text
            report.images.append(image)
        }
    }

    /// The stack of the exception stands for that of its thread where that has none.
    private static func readThrown(_ event: ReportNode, into report: inout IncidentReport, _ room: inout Int) {
        guard let thrown = SentryEntries.values("exception", of: event).last else { return }
        let number = thrown.first(of: ["thread_id", "threadId"])?.int
        let place = report.triggeredThread ?? report.threads.firstIndex { $0.number == number }
        if let place {
            if report.threads[place].frames.isEmpty {
                report.threads[place].frames = frames(thrown["stacktrace"], &room)
            }
            if report.triggeredThread == nil, report.kind == .crash {
                report.threads[place].isTriggered = true
                report.triggeredThread = place
            }
            return
        }
        let calls = frames(thrown["stacktrace"], &room)
        guard !calls.isEmpty else { return }
        var thread = IncidentThread(number: number ?? 0, isTriggered: true)
        thread.isNumbered = number != nil
        thread.frames = calls
        report.triggeredThread = report.threads.count
        report.threads.append(thread)
    }

    private static func frames(_ stack: ReportNode?, _ room: inout Int) -> [IncidentFrame] {
        let nodes = (stack?["frames"]?.elements ?? []).suffix(room)
        room -= nodes.count
        return nodes.reversed().map { node in
            var frame = IncidentFrame()
            frame.image = ImageTable.name(ofPath: (node["package"] ?? node["object_name"])?.text)
            frame.address = node.first(of: ["instruction_addr", "instructionAddr"])?.bits
            frame.symbol = node["function"]?.text
            frame.take(
                imageBase: (node["image_addr"] ?? node["object_addr"])?.bits,
                symbolBase: node.first(of: ["symbol_addr", "symbolAddr"])?.bits, isRenamed: node["filename"] != nil)
            frame.isOfApp = node.first(of: ["in_app", "inApp"])?.bool
            frame.file = node.first(of: ["filename", "abs_path", "absPath"])?.text
            frame.line = node.first(of: ["lineno", "lineNo"])?.int
            return frame
        }
    }
}
