// SPDX-License-Identifier: MIT

import LifelintModel
import LifelintReport
import Testing

struct EndingPageTests {
    private static let ordinary: Set<EndingCause> = [
        .reclaimed, .userQuit, .systemRequest, .settingsChange, .reboot, .osUpdate, .appUpdate, .uninstalled,
        .springboardRestart, .debuggerStop, .harnessStop, .extensionEnd, .prewarmDiscarded, .stillRunning,
    ]

    @Test("Every cause has a page of its own, complete", arguments: EndingCause.allCases)
    func complete(cause: EndingCause) {
        let page = cause.page
        for text in [page.title, page.phrase, page.summary, page.meaning] { #expect(!text.isEmpty) }
        #expect(page.summary.hasSuffix(".") && page.meaning.hasSuffix("."))
        #expect(!page.title.hasSuffix(".") && !page.phrase.hasSuffix("."))
        #expect(page.title.first?.isUppercase == true && page.phrase.first?.isLowercase == true)
        #expect(!page.evidence.isEmpty && !page.whatToDo.isEmpty && !page.beware.isEmpty)
        if !page.isOrdinary, cause != .systemOther { #expect(!page.usuallyBecause.isEmpty) }
        for text in page.usuallyBecause + page.whatToDo + page.beware + page.evidence {
            #expect(!text.isEmpty && !text.contains("\u{2014}") && !text.contains("  "), "\(text)")
        }
    }

    @Test("No two causes share a title or a phrase")
    func distinct() {
        #expect(Set(EndingCause.allCases.map(\.page.title)).count == EndingCause.allCases.count)
        #expect(Set(EndingCause.allCases.map(\.page.phrase)).count == EndingCause.allCases.count)
    }

    @Test("Endings that are no finding by themselves are ordinary, and no other", arguments: EndingCause.allCases)
    func ordinariness(cause: EndingCause) {
        #expect(cause.page.isOrdinary == EndingPageTests.ordinary.contains(cause))
    }

    @Test("What the user saw is never weighed less than what nobody saw", arguments: EndingCause.allCases)
    func severities(cause: EndingCause) {
        let weights: [Finding.Severity?] = [nil, .info, .warning, .error]
        let visible = weights.firstIndex(of: cause.page.severity(isVisible: true)) ?? 0
        let background = weights.firstIndex(of: cause.page.severity(isVisible: false)) ?? 0
        #expect(visible >= background)
    }

    @Test("A page is plain text within its width", arguments: EndingCause.allCases, [60, 100])
    func rendered(cause: EndingCause, width: Int) {
        let text = EndingPageText.render(cause, width: width)
        #expect(text.hasPrefix(cause.rawValue + "\n" + String(cause.page.title.prefix(20))))
        #expect(text.last == "\n")
        for line in text.split(separator: "\n") { #expect(TerminalText.width(String(line)) <= width, "\(line)") }
    }

    @Test("A page reads well")
    func golden() {
        #expect(
            EndingPageText.render(.fetch) == """
                fetch
                Killed for not finishing a background fetch

                The app was woken to fetch, did not report completion in time, and was killed.

                A background fetch, a silent push or an app refresh hands over a completion to
                call. It was not called within the time granted.

                Usually because:
                  - An error path that does not call the completion handler or
                    setTaskCompleted(success:).
                  - A network request without a timeout that is shorter than the time granted.
                  - An expiration handler that is missing or does nothing.

                What to do:
                  - Report completion on every path, and when the task expires.
                  - Cancel the requests in the expiration handler.

                Proved by:
                  - Code 0x2182bad4 in a termination line or report (documented).
                  - "active assertions beyond permitted time" with the reason
                    backgroundContentFetching, on iOS 12 and earlier.
                  - MetricKit counts it as a background fetch completion timeout.

                Beware:
                  - The time granted is not a constant: read what the evidence states.

                How bad: error, whether the user saw it or not.

                """)
    }
}
