// SPDX-License-Identifier: MIT

import LifelintModel

/// Reads the JSON body of a crash or a fault.
struct CrashBody {
    let tape: JSONTape
    let document: IncidentDocument
    /// Where the body begins in the document.
    let start: Int
    let settings: IncidentSettings
    /// Whether images and the calls of threads have to be read from their bytes.
    let hasPassedCalls: Bool
    /// What the process is called where the body does not say it.
    let fallbackName: String?
    let found: Found

    /// What was found so far, in all pieces.
    ///
    /// A class: each step adds to it, and a copy would count references to all that was found.
    final class Found {
        var report: IncidentReport
        /// The list of images that were passed over, and how many of them count.
        var passedImages: (list: Int, count: Int)?
        var problems: [(code: ProblemCode, place: IncidentPlace, message: String)] = []

        init(_ report: IncidentReport) { self.report = report }
    }

    /// Reads the body that begins that many bytes behind the document's first.
    ///
    /// - Parameter name: what the process is called where the body does not say it.
    static func read(
        _ document: IncidentDocument, from start: Int, format: String, named name: String?,
        _ settings: IncidentSettings, into readout: inout IncidentReadout
    ) -> IncidentReport {
        let pieces = CrashBodyPieces(
            document, from: start, wantsAllCalls: settings.wantsAllCalls)
        let found = Found(IncidentReport(kind: .crash, format: format, place: document.place))
        found.report.isPartial = pieces.isDamaged
        // Images stand behind the threads whose calls name them.
        let steps: [(CrashBody) -> Void] = [
            { $0.readMembers() }, { $0.readImages() }, { $0.readThreads() }, { $0.completeThread() },
        ]
        // Of a whole body all at once; in several pieces a list and what names it may lie apart.
        let rounds = pieces.pieces.count == 1 ? [steps] : steps.map { [$0] }
        for round in rounds {
            for piece in pieces.pieces {
                piece.json.withTape { tape in
                    let body = CrashBody(
                        tape: tape, document: document, start: piece.start, settings: settings,
                        hasPassedCalls: pieces.hasPassedCalls, fallbackName: name, found: found)
                    for step in round { step(body) }
                }
            }
        }
        for problem in found.problems { readout.report(problem.code, at: problem.place, problem.message) }
        for fault in pieces.faults {
            let place = document.place(fault.offset..<fault.offset)
            if fault.offset >= document.range.count {
                readout.report(.truncatedLine, at: place, IncidentProblem.truncated)
            } else {
                readout.report(.invalidJSON, at: place, IncidentProblem.damaged(fault.message))
            }
        }
        // Handed over, not copied.
        var report = IncidentReport(kind: .crash, format: format, place: document.place)
        swap(&report, &found.report)
        return report
    }

    func place(_ node: Int) -> IncidentPlace {
        let range = tape.range(node)
        return document.place((start + range.lowerBound)..<(start + range.upperBound))
    }

    func text(_ node: Int) -> String? { tape.text(node) }

    /// The members that stand at the top, in any order.
    func readMembers() {
        tape.forEachMember(of: 0) { key, value in
            guard let member = CrashBodyMember(tape.view, tape.range(key)) else { return }
            switch member {
            case .procName, .procPath, .pid, .parentProc, .parentPid, .procRole, .coalitionName, .cpuType, .isBeta,
                .procStartAbsTime, .procExitAbsTime, .bundleInfo, .bundleID:
                readProcess(member, value)
            case .crashReporterKey, .storeInfo, .modelCode, .bootSessionUUID, .isLocked, .wasUnlockedSinceBoot,
                .osVersion:
                readDevice(member, value)
            case .captureTime: found.report.captured = time(value, "captureTime")
            case .procLaunch: found.report.launched = time(value, "procLaunch")
            case .timestamp: found.report.written = time(value, "timestamp")
            case .incident, .incidentID: found.report.incident = text(value) ?? found.report.incident
            case .bugType: found.report.bugType = text(value) ?? tape.unsigned(value).map { String($0) }
            case .exception, .exceptionReason, .termination, .asi, .asiBacktraces, .dyldMessages, .vmRegionInfo,
                .isSimulated, .isNonFatal, .simulatedCaller:
                readEnding(member, key, value)
            }
        }
    }

    private func readProcess(_ member: CrashBodyMember, _ value: Int) {
        switch member {
        case .procName: found.report.process.name = text(value)
        case .procPath: found.report.process.path = text(value)
        case .pid: found.report.process.pid = number(value, "pid").flatMap { IncidentValues.pid($0) }
        case .parentProc: found.report.process.parent = text(value)
        case .parentPid: found.report.process.parentPID = IncidentValues.pid(tape.integer(value))
        case .procRole: found.report.process.role = text(value)
        case .coalitionName:
            found.report.process.coalition = text(value).map { named($0, tape.member("coalitionID", of: 0)) }
        case .cpuType: found.report.process.architecture = text(value)
        case .isBeta: found.report.process.isBeta = tape.bool(value)
        case .procStartAbsTime: found.report.process.startTicks = tape.unsigned(value)
        case .procExitAbsTime: found.report.process.endTicks = tape.unsigned(value)
        case .bundleInfo: readBundle(value)
        case .bundleID: found.report.process.bundle = found.report.process.bundle ?? text(value)
        default: break
        }
    }

    private func readBundle(_ object: Int) {
        tape.forEachMember(of: object) { key, value in
            if tape.isKey(key, "CFBundleIdentifier") {
                found.report.process.bundle = text(value) ?? found.report.process.bundle
            } else if tape.isKey(key, "CFBundleShortVersionString") {
                found.report.process.version = text(value)
            } else if tape.isKey(key, "CFBundleVersion") {
                found.report.process.build = text(value)
            }
        }
    }

    /// A name with the number that belongs to it, as text reports write both.
    private func named(_ name: String, _ number: Int?) -> String {
        guard let number = number.flatMap({ tape.integer($0) }) else { return name }
        return "\(name) [\(number)]"
    }

    private func readDevice(_ member: CrashBodyMember, _ value: Int) {
        switch member {
        case .crashReporterKey: found.report.device.key = text(value) ?? found.report.device.key
        case .storeInfo:
            // Reports of testers' builds have no other key that tells devices apart.
            if let vendor = tape.member("deviceIdentifierForVendor", of: value), found.report.device.key == nil,
                tape.member("crashReporterKey", of: 0) == nil
            {
                found.report.device.key = text(vendor)
            }
        case .modelCode: found.report.device.model = text(value)
        case .bootSessionUUID: found.report.device.boot = text(value)
        case .isLocked: found.report.device.isLocked = tape.bool(value)
        case .wasUnlockedSinceBoot: found.report.device.wasUnlockedSinceBoot = tape.bool(value)
        case .osVersion:
            if let train = tape.member("train", of: value) {
                found.report.device.system = text(train)
                found.report.device.systemBuild = tape.member("build", of: value).flatMap { text($0) }
            } else {
                (found.report.device.system, found.report.device.systemBuild) = IncidentValues.system(
                    tape.string(value))
            }
        default: break
        }
    }

    /// A time; an empty one is missing, another text that is none is a problem.
    private func time(_ value: Int, _ key: String) -> IncidentTime? {
        let place = place(value)
        let time = IncidentValues.time(tape.view, tape.range(value), at: place, settings)
        if time == nil, text(value) != nil { found.problems.append((.badTime, place, IncidentProblem.badTime(key))) }
        return time
    }

    private func number(_ value: Int, _ key: String) -> Int64? {
        let number = tape.integer(value)
        if number == nil { missNumber(value, key) }
        return number
    }

    /// Tells that what stands where a number belongs is none, or too large, unless it is empty or cut.
    func missNumber(_ value: Int, _ key: String) {
        let isCut = tape.range(value).upperBound >= tape.view.count
        guard !isCut, text(value) != nil || tape.nodes[value].kind == .number else { return }
        found.problems.append((.badValue, place(value), IncidentProblem.badNumber(key)))
    }
}

extension JSONTape {
    /// The text of a node, as reports mean it.
    func text(_ node: Int) -> String? { scalar(node)?.incidentText }
}
