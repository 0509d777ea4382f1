// SPDX-License-Identifier: MIT

import LifelintModel

/// Makes a report of what KSCrash wrote: who, when, in which state.
struct KSCrashReport {
    /// Within this of its launch the SDK has looked at what became of the run before.
    private static let soon: Int64 = .minutes(1)
    private let format: String

    init(_ format: String) { self.format = format }

    func report(_ root: ReportNode, place: IncidentPlace, into readout: inout IncidentReadout) -> IncidentReport {
        var report = IncidentReport(kind: .crash, format: format, place: place)
        report.isPartial = root.tree.isPartial
        let head = root["report"]
        report.incident = head?["id"]?.text
        report.process.name = head?["process_name"]?.text
        // What the state was when the report was written is nearer to the crash than what it was at the launch.
        for system in [root["system_atcrash"], root["system"]] {
            if let system { readSystem(system, into: &report, &readout) }
        }
        readVendor(root, into: &report, &readout)
        // Some write the milliseconds beside the seconds.
        let time = head?.first(of: ["timestamp_millis", "timestamp"])?.time(into: &readout)
        report.captured = time
        report.written = time
        if let crash = root["crash"] {
            KSCrashError.read(crash, into: &report)
            KSCrashThreads.read(crash, into: &report)
        } else if head?["monitor_id"]?.text == "Termination" || (head == nil && !report.isPartial) {
            // Concluded at the next launch, or only what the SDK around it knew.
            report.kind = .session
        }
        // The short report of a handler that crashed: what else was known is lost.
        if head?["type"]?.text == "minimal" { report.isPartial = true }
        readImages(root["binary_images"], into: &report)
        if report.kind == .session, report.guess != nil {
            // Concluded at the next launch: the time is that of the report, unless the last state has one.
            let seen = root["crash"]?["error"]?["memory_termination"] ?? root["system"]?["app_memory"]
            report.captured = seen?["timestamp"]?.time
            // The launch told shortly before may be that of the process which concludes.
            if report.captured == nil, let launched = report.launched?.time, let written = time?.time,
                launched.nanoseconds.addingClamped(KSCrashReport.soon) > written.nanoseconds
            {
                report.launched = nil
            }
        }
        return report
    }

    /// Fills in what the report of the handler's own crash knows.
    func complete(_ report: inout IncidentReport, with other: ReportNode, into readout: inout IncidentReadout) {
        let time = other["report"]?["timestamp"]?.time(into: &readout)
        if report.captured == nil { report.captured = time }
        report.written = time ?? report.written
        if report.incident == nil { report.incident = other["report"]?["id"]?.text }
        guard report.threads.isEmpty, let crash = other["crash"] else { return }
        if report.exception == nil {
            KSCrashError.read(crash, into: &report)
            report.isOfHandler = report.exception != nil
        }
        // Below the handler stand the calls that the first crash has.
        KSCrashThreads.read(crash, into: &report)
        KSCrashReport.tellHandler(&report)
    }

    /// The calls are those of a handler that crashed.
    static func tellHandler(_ report: inout IncidentReport) {
        for place in report.threads.indices { report.threads[place].isOfHandler = true }
    }

    private func readSystem(_ system: ReportNode, into report: inout IncidentReport, _ readout: inout IncidentReadout) {
        var process = report.process
        process.bundle = process.bundle ?? system["CFBundleIdentifier"]?.text
        process.name = process.name ?? (system["process_name"] ?? system["CFBundleExecutable"])?.text
        process.path = process.path ?? system["CFBundleExecutablePath"]?.text
        process.version = process.version ?? system["CFBundleShortVersionString"]?.text
        process.build = process.build ?? system["CFBundleVersion"]?.text
        process.pid = process.pid ?? system["process_id"]?.pid
        process.parent = process.parent ?? system["parent_process_name"]?.text
        process.parentPID = process.parentPID ?? system["parent_process_id"]?.pid
        process.uuid = process.uuid ?? system["app_uuid"]?.text
        process.architecture = process.architecture ?? system["cpu_arch"]?.text
        if let type = system["build_type"]?.text {
            process.isSimulated = type == "simulator"
            process.isBeta = type == "test flight"
        }
        report.process = process
        report.device.model = report.device.model ?? system["machine"]?.text
        if report.device.system == nil, let name = system["system_name"]?.text {
            report.device.system = [name, system["system_version"]?.text].compactMap(\.self).joined(separator: " ")
        }
        report.device.systemBuild = report.device.systemBuild ?? system["os_version"]?.text
        report.device.nameInstallation(system["device_app_hash"]?.text)
        report.launched = report.launched ?? system["app_start_time"]?.time(into: &readout)
        if let state = KSCrashState.state(system) { report.appState = report.appState ?? state }
    }

    /// What Sentry's copy keeps beside the report: who the app is, and breadcrumbs.
    private func readVendor(_ root: ReportNode, into report: inout IncidentReport, _ readout: inout IncidentReadout) {
        for scope in [root["sentry_sdk_scope"], root["user"]] {
            guard let scope else { continue }
            if let contexts = scope.first(of: ["context", "contexts"]) {
                SentryContexts.read(contexts, into: &report, &readout)
            }
            if let release = scope["release"]?.text { SentryContexts.readRelease(release, into: &report) }
            if let crumbs = scope["breadcrumbs"], report.events.isEmpty {
                let records = AppRecords(format, app: report.process.bundle, root.tree.settings)
                report.events = SentryBreadcrumbs.events(crumbs, records)
            }
        }
    }

    private func readImages(_ images: ReportNode?, into report: inout IncidentReport) {
        guard let images else { return }
        images.tree.tape.forEachElement(of: images.index) { index in
            let node = ReportNode(images.tree, index)
            var image = IncidentImage()
            image.path = node["name"]?.text
            image.name = ImageTable.name(ofPath: image.path)
            image.uuid = node["uuid"]?.text
            image.base = node["image_addr"]?.bits
            image.size = node["image_size"]?.bits
            report.images.append(image)
            // What a library told of its end to whoever writes reports.
            for words in [node["crash_info_message"], node["crash_info_message2"]]
            where report.applicationInformation.count < IngestLimits.textsPerIncident {
                if let told = words?.placed { report.applicationInformation.append(told) }
            }
            return report.images.count < IngestLimits.imagesPerIncident
        }
    }
}
