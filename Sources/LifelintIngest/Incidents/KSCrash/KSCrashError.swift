// SPDX-License-Identifier: MIT

import LifelintModel

/// Reads what a report of KSCrash is about: its error, with what its kind adds.
enum KSCrashError {
    /// What stands for an end that was in order, and what it calls one in a hang.
    static let cleanExit = "is_clean_exit"
    static let hang = "hang"

    static func read(_ crash: ReportNode, into report: inout IncidentReport) {
        guard let error = crash["error"], error.isObject, !error.members.isEmpty else { return }
        let type = error["type"]?.text
        report.kind = kind(type, error)
        if let hang = error["hang"], let began = hang["hang_start_nanos"]?.unsigned,
            let ended = hang["hang_end_nanos"]?.unsigned, ended > began
        {
            report.duration = Int64(exactly: ended - began)
        }
        var exception = IncidentException(at: error.place)
        readKernel(error, into: &exception)
        exception.message = crash["diagnosis"]?.text
        switch type {
        case "nsexception": readLanguage(error["nsexception"], error, into: &exception)
        case "cpp_exception":
            readLanguage(error["cpp_exception"], error, into: &exception)
            exception.name = exception.name.map(CxxTypeName.plain)
        case "user", "user_reported": readLanguage(error["user_reported"], error, into: &exception)
        case "memory_termination", "termination":
            readGuess(error, type, into: &report)
            // The signal of a report that was made up at the next launch was never received.
            return
        // Its monitor did not suppose anything: it wrote the report, and had the process abort.
        case "deadlock" where report.kind == .crash:
            exception.endByDeadlock()
            report.isHungAtEnd = true
        case "hang" where report.kind == .crash:
            report.guess = error["type"]?.placed
            report.isHungAtEnd = true
            return
        // It was written while the app hung, with what would end it: nothing of that was seen.
        case "mach" where error["hang"]?.isObject == true && report.kind == .crash:
            report.guess = error["hang"].map { IncidentText("hang", at: $0.place) }
            report.isHungAtEnd = true
            return
        default: exception.reason = error["reason"]?.text
        }
        if exception != IncidentException(at: exception.place) { report.exception = exception }
    }

    private static func kind(_ type: String?, _ error: ReportNode) -> IncidentReport.Kind {
        switch type {
        case "memory_termination", "termination": .session
        // Its monitor writes the report and then ends the process.
        case "deadlock": .crash
        case "hang": error["is_fatal"]?.bool == true ? .crash : .hang
        case "user", "user_reported", "profile":
            error["is_fatal"]?.bool == true ? .crash : .fault
        default: error["is_fatal"]?.bool == false ? .fault : .crash
        }
    }

    private static func readKernel(_ error: ReportNode, into exception: inout IncidentException) {
        if let mach = error["mach"], let number = mach["exception"]?.int, number != 0 {
            exception.type = mach["exception_name"]?.text ?? SystemNumbers.exception(number)
            exception.codes = [mach["code"], mach["subcode"]].compactMap { $0?.bits }
            exception.subtype = mach["code_name"]?.text
        }
        if let signal = error["signal"] {
            exception.signalNumber = signal["signal"]?.int
            exception.signal = signal["name"]?.text ?? SystemNumbers.signal(exception.signalNumber)
        }
        exception.tellPlace(error["address"]?.bits)
    }

    private static func readLanguage(
        _ thrown: ReportNode?, _ error: ReportNode, into exception: inout IncidentException
    ) {
        exception.name = thrown?["name"]?.text
        exception.reason = (thrown?["reason"]?.text) ?? error["reason"]?.text
    }

    /// What the SDK supposes, in the word of its monitor.
    private static func readGuess(_ error: ReportNode, _ type: String?, into report: inout IncidentReport) {
        report.guess = (error["termination_reason"] ?? error["type"])?.placed
        if let clean = error["is_clean_exit"], clean.bool == true {
            report.guess = IncidentText(cleanExit, at: clean.place)
        }
        report.isHungAtEnd = report.guess?.text == hang
        guard let memory = error["memory_termination"] else { return }
        var state = report.appState ?? IncidentAppState()
        state.memoryFootprint = state.memoryFootprint ?? memory["memory_footprint"]?.unsigned
        state.memoryLimit = state.memoryLimit ?? memory["memory_limit"]?.unsigned
        state.name = state.name ?? memory["app_transition_state"]?.text
        report.appState = state
    }
}

extension IncidentException {
    /// What KSCrash ends a process by whose main thread has not answered it: a call of `abort`.
    mutating func endByDeadlock() {
        signalNumber = 6
        signal = SystemNumbers.signal(6)
        // Where others tell what was touched it has zeros.
        subtype = nil
    }
}
