// SPDX-License-Identifier: MIT

import LifelintModel

/// The words in which a watchdog speaks, ready to be sought.
struct WatchdogWords: Sendable {
    /// Behind the event.
    let transgression: SoughtText
    /// In front of the event, and behind it.
    let failed, inTime, after: SoughtText
    /// In front of what was exhausted, and what it names if that is time of the processor.
    let exhausted, processor: SoughtText
    /// In front of the time that was allowed.
    let allowance, graceful, limit: SoughtText
    /// Labels of what it saw.
    let event, watchdogVisibility, processVisibility, processState: SoughtText
    /// Labels of what it measured.
    let totalProcessorTime, appProcessorTime, thermalLevel, thermalState: SoughtText
    /// In front of the share of the processor that the app had.
    let share: SoughtText
    /// Behind the last field.
    let contextEnd: SoughtText

    init(_ words: TerminationWords) {
        transgression = SoughtText(words[.transgression])
        failed = SoughtText(words[.failed])
        inTime = SoughtText(words[.inTime])
        after = SoughtText(words[.failedAfter])
        exhausted = SoughtText(words[.exhausted])
        processor = SoughtText(words[.processor])
        allowance = SoughtText(words[.allowance])
        graceful = SoughtText(words[.graceful])
        limit = SoughtText(words[.timeLimit])
        event = SoughtText(words[.watchdogEvent])
        watchdogVisibility = SoughtText(words[.watchdogVisibility])
        processVisibility = SoughtText(words[.processVisibility])
        processState = SoughtText(words[.processState])
        totalProcessorTime = SoughtText(words[.totalProcessorTime])
        appProcessorTime = SoughtText(words[.appProcessorTime])
        thermalLevel = SoughtText(words[.thermalLevel])
        thermalState = SoughtText(words[.thermalState])
        share = SoughtText(words[.share])
        contextEnd = SoughtText(words[.contextReport])
    }
}
