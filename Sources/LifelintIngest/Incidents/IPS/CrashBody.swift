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
    var hasPassedCalls = false
    var found: Found

    /// What was found so far, in all pieces.
    struct Found {
        var report: IncidentReport
        /// Where the images stand that were passed over and not yet read.
        var passedImages: [Range<Int>?] = []
        /// What steps over them.
        var stride = JSONStride()
        var problems: [(code: ProblemCode, place: IncidentPlace, message: String)] = []
    }

    /// Reads the body that begins that many bytes behind the document's first.
    static func read(
        _ document: IncidentDocument, from start: Int, format: String, _ settings: IncidentSettings,
        into readout: inout IncidentReadout
    ) -> IncidentReport {
        let pieces = CrashBodyPieces(
            document, from: start, wantsAllCalls: settings.wantsAllCalls)
        var found = Found(report: IncidentReport(kind: .crash, format: format, place: document.place))
        found.report.isPartial = pieces.isDamaged
        // Images stand behind the threads whose calls name them.
        let steps: [(inout CrashBody) -> Void] = [
            { $0.readMembers() }, { $0.readImages() }, { $0.readThreads() }, { $0.completeThread() },
        ]
        let nothing = Found(report: IncidentReport(kind: .crash, format: format, place: document.place))
        // Of a whole body all at once; in several pieces a list and what names it may lie apart.
        let rounds = pieces.pieces.count == 1 ? [steps] : steps.map { [$0] }
        for round in rounds {
            for piece in pieces.pieces {
                piece.json.withTape { tape in
                    var body = CrashBody(
                        tape: tape, document: document, start: piece.start, settings: settings,
                        hasPassedCalls: pieces.hasPassedCalls, found: nothing)
                    // Handed over: a copy would count references to all that was found.
                    swap(&body.found, &found)
                    for step in round { step(&body) }
                    swap(&body.found, &found)
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
        // Handed over as well.
        var report = nothing.report
        swap(&report, &found.report)
        return report
    }

    func place(_ node: Int) -> IncidentPlace {
        let range = tape.range(node)
        return document.place((start + range.lowerBound)..<(start + range.upperBound))
    }

    func text(_ node: Int) -> String? { tape.text(node) }

    /// The members that stand at the top, in any order.
    mutating func readMembers() {
        tape.forEachMember(of: 0) { key, value in
            if !readProcess(key, value), !readDevice(key, value), !readTimes(key, value) { readEnding(key, value) }
        }
    }

    private mutating func readProcess(_ key: Int, _ value: Int) -> Bool {
        if tape.isKey(key, "procName") {
            found.report.process.name = text(value)
        } else if tape.isKey(key, "procPath") {
            found.report.process.path = text(value)
        } else if tape.isKey(key, "pid") {
            found.report.process.pid = number(value, "pid").flatMap { IncidentValues.pid($0) }
        } else if tape.isKey(key, "parentProc") {
            found.report.process.parent = text(value)
        } else if tape.isKey(key, "parentPid") {
            found.report.process.parentPID = IncidentValues.pid(tape.integer(value))
        } else if tape.isKey(key, "procRole") {
            found.report.process.role = text(value)
        } else if tape.isKey(key, "coalitionName") {
            found.report.process.coalition = text(value).map { named($0, tape.member("coalitionID", of: 0)) }
        } else if tape.isKey(key, "cpuType") {
            found.report.process.architecture = text(value)
        } else if tape.isKey(key, "isBeta") {
            found.report.process.isBeta = tape.bool(value)
        } else if tape.isKey(key, "procStartAbsTime") {
            found.report.process.startTicks = tape.unsigned(value)
        } else if tape.isKey(key, "procExitAbsTime") {
            found.report.process.endTicks = tape.unsigned(value)
        } else if tape.isKey(key, "bundleInfo") {
            readBundle(value)
        } else if tape.isKey(key, "bundleID") {
            found.report.process.bundle = found.report.process.bundle ?? text(value)
        } else {
            return false
        }
        return true
    }

    private mutating func readBundle(_ object: Int) {
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

    private mutating func readDevice(_ key: Int, _ value: Int) -> Bool {
        if tape.isKey(key, "crashReporterKey") {
            found.report.device.key = text(value) ?? found.report.device.key
        } else if tape.isKey(key, "storeInfo") {
            // Reports of testers' builds have no other key that tells devices apart.
            if let vendor = tape.member("deviceIdentifierForVendor", of: value), found.report.device.key == nil,
                tape.member("crashReporterKey", of: 0) == nil
            {
                found.report.device.key = text(vendor)
            }
        } else if tape.isKey(key, "modelCode") {
            found.report.device.model = text(value)
        } else if tape.isKey(key, "bootSessionUUID") {
            found.report.device.boot = text(value)
        } else if tape.isKey(key, "isLocked") {
            found.report.device.isLocked = tape.bool(value)
        } else if tape.isKey(key, "wasUnlockedSinceBoot") {
            found.report.device.wasUnlockedSinceBoot = tape.bool(value)
        } else if tape.isKey(key, "osVersion") {
            if let train = tape.member("train", of: value) {
                found.report.device.system = text(train)
                found.report.device.systemBuild = tape.member("build", of: value).flatMap { text($0) }
            } else {
                (found.report.device.system, found.report.device.systemBuild) = IncidentValues.system(
                    tape.string(value))
            }
        } else {
            return false
        }
        return true
    }

    private mutating func readTimes(_ key: Int, _ value: Int) -> Bool {
        if tape.isKey(key, "captureTime") {
            found.report.captured = time(value, "captureTime")
        } else if tape.isKey(key, "procLaunch") {
            found.report.launched = time(value, "procLaunch")
        } else if tape.isKey(key, "timestamp") {
            found.report.written = time(value, "timestamp")
        } else if tape.isKey(key, "incident") || tape.isKey(key, "incident_id") {
            found.report.incident = text(value) ?? found.report.incident
        } else if tape.isKey(key, "bug_type") {
            found.report.bugType = text(value) ?? tape.unsigned(value).map { String($0) }
        } else {
            return false
        }
        return true
    }

    /// A time; an empty one is missing, another text that is none is a problem.
    private mutating func time(_ value: Int, _ key: String) -> IncidentTime? {
        let place = place(value)
        let time = IncidentValues.time(tape.view, tape.range(value), at: place, settings)
        if time == nil, text(value) != nil { found.problems.append((.badTime, place, IncidentProblem.badTime(key))) }
        return time
    }

    private mutating func number(_ value: Int, _ key: String) -> Int64? {
        let number = tape.integer(value)
        let isCut = tape.range(value).upperBound >= tape.view.count
        if number == nil, !isCut, text(value) != nil || tape.nodes[value].kind == .number {
            found.problems.append((.badValue, place(value), IncidentProblem.badNumber(key)))
        }
        return number
    }
}

extension JSONTape {
    /// The text of a node, as reports mean it.
    func text(_ node: Int) -> String? { scalar(node)?.incidentText }
}
