// SPDX-License-Identifier: MIT

import LifelintModel

/// Reads the lines of a panic's text: the message, who ran, which service was silent.
enum PanicText {
    /// Takes what the text says; what is known already stays.
    static func read(
        _ text: String, _ panic: inout KernelPanic, _ report: inout IncidentReport, _ settings: IncidentSettings
    ) {
        let phrases = settings.phrases
        Array(text.utf8).withView { view in
            panic.message = message(view)
            panic.initiator = panic.initiator ?? panic.message.flatMap { initiator(of: $0) }
            if let task = ByteSearch.find("Panicked task", in: view, from: 0, to: view.count) {
                (panic.taskPID, panic.task) = self.task(view, task)
            }
            panic.silentService = word(behind: .panicSilentService, view, phrases)
            if let namespace = word(behind: .panicNamespace, view, phrases) {
                panic.firstProcessNamespace = namespace
                panic.firstProcessCode = word(behind: .panicCode, view, phrases).flatMap { IncidentValues.unsigned($0) }
            }
            report.device.boot = report.device.boot ?? IncidentValues.text(line(behind: "Boot session UUID:", view))
            if report.device.model == nil, let model = line(behind: "System model name:", view) {
                report.device.model = IncidentValues.text(IncidentValues.system(model).system)
            }
            if report.device.systemBuild == nil {
                report.device.systemBuild = IncidentValues.text(line(behind: "OS version:", view))
            }
        }
    }

    /// Whether a person held the buttons until the device was reset.
    static func isForcedReset(_ panic: KernelPanic, _ phrases: PhraseTexts) -> Bool {
        panic.message.map { phrases.begins($0, with: .panicButtons) } ?? false
    }

    /// The first line behind `panic(cpu N caller 0x…): `.
    private static func message(_ view: ByteView) -> String? {
        let end = view.firstIndex(of: 0x0A, from: 0, to: view.count) ?? view.count
        var start = 0
        if view.starts("panic(cpu ", at: 0, to: end), let close = ByteSearch.find("): ", in: view, from: 0, to: end) {
            start = close + 3
        }
        return IncidentValues.text(view.string(start, end))
    }

    /// `AOP PANIC - …`, `SEP Panic: …`: the part of the device that the first word names.
    private static func initiator(of message: String) -> String? {
        let words = message.split(maxSplits: 2, omittingEmptySubsequences: false) { $0 == " " || $0 == ":" }
        guard words.count > 1, words[1].lowercased() == "panic", words[0].allSatisfy({ $0.isUppercase }) else {
            return nil
        }
        return IncidentValues.text(String(words[0]))
    }

    /// `Panicked task 0x…: 3208 pages, 19 threads: pid 1234: name`.
    private static func task(_ view: ByteView, _ start: Int) -> (Int32?, String?) {
        let end = view.firstIndex(of: 0x0A, from: start, to: view.count) ?? view.count
        guard let label = ByteSearch.find("pid ", in: view, from: start, to: end) else { return (nil, nil) }
        let colon = view.firstIndex(of: 0x3A, from: label, to: end) ?? end
        let pid = IncidentValues.unsigned(view, label + 4, colon).flatMap { Int32(exactly: $0) }
        return (pid, IncidentValues.text(view.string(min(colon + 1, end), end)))
    }

    private static func line(behind label: StaticString, _ view: ByteView) -> String? {
        guard let found = ByteSearch.find(label, in: view, from: 0, to: view.count) else { return nil }
        let start = found + label.utf8CodeUnitCount
        let end = view.firstIndex(of: 0x0A, from: start, to: view.count) ?? view.count
        return IncidentValues.text(view.string(start, end))
    }

    private static func word(behind key: Phrases.Key, _ view: ByteView, _ phrases: PhraseTexts) -> String? {
        guard let start = phrases.end(of: key, in: view, from: 0, to: view.count) else { return nil }
        var end = start
        while end < view.count, !IncidentValues.isBlank(view[end]), view[end] != 0x2C, view[end] != 0x28 { end += 1 }
        return IncidentValues.text(view.string(start, end))
    }
}
