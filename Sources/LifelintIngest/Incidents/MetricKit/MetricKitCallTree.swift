// SPDX-License-Identifier: MIT

import LifelintModel

/// Reads a tree of calls: a chain for each thread, or the most frequent one of those that samples were merged into.
enum MetricKitCallTree {
    /// Adds threads and images of a tree to a report.
    static func read(_ tree: ReportNode, into report: inout IncidentReport) {
        var images = ImageTable()
        var room = IngestLimits.framesPerIncident
        let isPerThread = tree["callStackPerThread"]?.bool ?? true
        var isSimulated = true
        for (number, stack) in (tree["callStacks"]?.elements ?? []).enumerated() {
            guard number < IngestLimits.threadsPerIncident else { break }
            var thread = IncidentThread(number: number)
            thread.isTriggered = isPerThread && stack["threadAttributed"]?.bool == true
            thread.frames = frames(of: stack, &images, &room)
            if thread.isTriggered, report.triggeredThread == nil { report.triggeredThread = report.threads.count }
            if !thread.frames.allSatisfy(isConstant) { isSimulated = false }
            report.threads.append(thread)
        }
        report.images = images.images
        tellOwn(in: &report, executable(of: report, tree))
        if isSimulated, report.threads.contains(where: { !$0.frames.isEmpty }) {
            report.isMadeUp = true
            report.endsNothing = IncidentText("Xcode simulated this payload: its calls are constants.", at: tree.place)
        }
    }

    /// Says which calls are the app's own, where payloads tell no paths: those in what was started.
    ///
    /// Where no stack shows that, a binary is mostly called like the end of its bundle id.
    private static func tellOwn(in report: inout IncidentReport, _ executable: String?) {
        guard let name = (executable?[...] ?? report.process.bundle?.split(separator: ".").last).map(plain),
            !name.isEmpty
        else { return }
        for thread in report.threads.indices {
            for call in report.threads[thread].frames.indices {
                guard let image = report.threads[thread].frames[call].image else { continue }
                report.threads[thread].frames[call].isOfApp = plain(image[...]) == name
            }
        }
    }

    /// The image that the loader has started, which stands in the main thread: a bundle id need not end like it, and
    /// iOS 14 tells none.
    private static func executable(of report: IncidentReport, _ tree: ReportNode) -> String? {
        let beginnings = tree.tree.settings.texts.telling.beginnings
        return report.threads.lazy.compactMap { beginnings.executable(of: $0.frames) }.first
    }

    /// A name without what bundle ids leave out or replace, in lower case.
    private static func plain(_ name: Substring) -> [UInt8] {
        name.utf8.filter { $0.isLetter || $0.isDigit || $0 >= 0x80 }.map(\.lowercasedASCII)
    }

    /// The chain of calls with the most samples, the innermost first.
    private static func frames(
        of stack: ReportNode, _ images: inout ImageTable, _ room: inout Int
    ) -> [IncidentFrame] {
        var frames: [IncidentFrame] = []
        var level = stack["callStackRootFrames"]
        while let calls = level, let call = mostFrequent(of: calls), room > 0 {
            frames.append(frame(call, &images))
            room -= 1
            level = call["subFrames"]
        }
        return frames
    }

    private static func mostFrequent(of calls: ReportNode) -> ReportNode? {
        var best: (call: ReportNode, samples: Int)?
        calls.tree.tape.forEachElement(of: calls.index) { index in
            let call = ReportNode(calls.tree, index)
            let samples = call["sampleCount"]?.int ?? 0
            if best.map({ samples > $0.samples }) ?? true { best = (call, samples) }
            return true
        }
        return best?.call
    }

    private static func frame(_ call: ReportNode, _ images: inout ImageTable) -> IncidentFrame {
        var frame = IncidentFrame()
        frame.image = call["binaryName"]?.text
        frame.address = call["address"]?.bits
        frame.imageOffset = call["offsetIntoBinaryTextSegment"]?.bits
        frame.samples = call["sampleCount"]?.int
        var image = IncidentImage()
        image.name = frame.image
        image.uuid = call["binaryUUID"]?.text
        if let address = frame.address, let offset = frame.imageOffset, address != 0 {
            let base = address.subtractingReportingOverflow(offset)
            if !base.overflow, base.partialValue > 0, offset < base.partialValue {
                image.base = base.partialValue
            } else if offset <= address, isLoadAddress(offset) {
                // The first systems with diagnostics wrote the address of the image in the place of the offset.
                image.base = offset
                frame.imageOffset = address - offset
            }
        }
        frame.imageIndex = images.place(of: image)
        return frame
    }

    /// Images are loaded at the bounds of pages, above the first 4 GB.
    private static func isLoadAddress(_ address: UInt64) -> Bool { address >= 1 << 32 && address & 0xFFF == 0 }

    /// What Xcode writes for every call when it simulates payloads.
    private static func isConstant(_ frame: IncidentFrame) -> Bool {
        frame.image == "testBinaryName" && frame.address == 74_565
    }
}
