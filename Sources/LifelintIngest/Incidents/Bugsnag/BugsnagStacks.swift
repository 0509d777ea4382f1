// SPDX-License-Identifier: MIT

import LifelintModel

/// Reads the threads of an event of Bugsnag; images are known only from the calls into them.
enum BugsnagStacks {
    static func read(_ event: ReportNode, into report: inout IncidentReport) {
        var images = ImageTable()
        var room = IngestLimits.framesPerIncident
        for node in (event["threads"]?.elements ?? []).prefix(IngestLimits.threadsPerIncident) {
            let number = node["id"]?.int
            var thread = IncidentThread(number: number ?? report.threads.count)
            thread.isNumbered = number != nil
            thread.name = node["name"]?.text
            thread.isTriggered = node.first(of: ["errorReportingThread", "error_reporting_thread"])?.bool == true
            thread.frames = frames(node["stacktrace"], &images, &room)
            if thread.isTriggered, report.triggeredThread == nil { report.triggeredThread = report.threads.count }
            report.threads.append(thread)
        }
        if let thrown = event["exceptions"]?.elements.first?["stacktrace"] {
            let calls = frames(thrown, &images, &room)
            if report.threads.isEmpty, !calls.isEmpty {
                var thread = IncidentThread(number: 0, isTriggered: true)
                thread.isNumbered = false
                thread.frames = calls
                report.threads = [thread]
                report.triggeredThread = 0
            } else if report.exception?.name != nil {
                report.lastExceptionBacktrace = calls
            } else if let place = report.triggeredThread, report.threads[place].frames.isEmpty {
                report.threads[place].frames = calls
            }
        }
        report.images = images.images
    }

    private static func frames(
        _ stack: ReportNode?, _ images: inout ImageTable, _ room: inout Int
    ) -> [IncidentFrame] {
        let nodes = (stack?.elements ?? []).prefix(room)
        room -= nodes.count
        return nodes.map { node in
            var frame = IncidentFrame()
            var image = IncidentImage()
            image.path = node.first(of: ["machoFile", "macho_file"])?.text
            image.name = ImageTable.name(ofPath: image.path)
            image.uuid = node.first(of: ["machoUUID", "macho_uuid"])?.text
            image.base =
                node.first(of: ["machoLoadAddress", "loadAddress", "macho_load_address", "load_address"])?.bits
            frame.image = image.name
            frame.imageIndex = images.place(of: image)
            frame.address = node.first(of: ["frameAddress", "frame_address"])?.bits
            frame.symbol = node["method"]?.text
            frame.take(
                imageBase: image.base, symbolBase: node.first(of: ["symbolAddress", "symbol_address"])?.bits,
                isRenamed: node["file"] != nil)
            frame.file = node["file"]?.text
            frame.line = node.first(of: ["lineNumber", "line_number"])?.int
            return frame
        }
    }
}
