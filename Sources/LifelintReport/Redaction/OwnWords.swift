// SPDX-License-Identifier: MIT

import LifelintModel

/// The words of which the sentences of reports are made.
///
/// A device may be called `background` or `app`. Masked in every sentence of ours that name would tell nobody anything
/// less, and the sentence nothing any more; in what a log or a path says it is masked like any other.
enum OwnWords {
    /// Whether it is one of them, written in lower case.
    static func contains(_ word: [UInt8]) -> Bool { words.contains(word) }

    private static let words: Set<[UInt8]> = {
        var words: Set<[UInt8]> = []
        func take(_ text: String) {
            for word in text.utf8.split(whereSeparator: { !$0.isLetter }) { words.insert(word.map(\.lowercased)) }
        }
        for cause in EndingCause.allCases {
            let page = cause.page
            for text in [page.title, page.phrase, page.summary, page.meaning] { take(text) }
            for text in page.usuallyBecause + page.whatToDo + page.evidence + page.beware { take(text) }
        }
        take(sentences)
        return words
    }()

    /// What stories and findings say beside that.
    private static let sentences = """
        it was had been did not and the an of in to at on by for with since while after before because that this these
        launched launch launches foreground background active inactive suspended suspend resumed running state states scene
        scenes run runs app apps process processes pid task tasks open begun begin began ended end ending expired expire
        unsaved save saved saving change changes lost probably most likely possibly certain possible seen told tells tell
        front user users screen frame first last until within took takes should take less than more long times time
        response respond main thread threads hang hung blocked busy starved waited wait network database file files lock
        locks held hold disk memory footprint limit limits limited allowed allowance code signal exception exit exited
        crash crashed killed kill quit update updated restart restarted reboot device devices system watchdog prewarmed
        push location audio voice call fetch refresh processing reason kind unknown nothing nobody evidence line lines log
        logs report reports server client phone test tests build release debug local host name names key value data cache
        store model view root work queue event events session request upload download sync second seconds minute minutes
        hour hours day days other others another none some many each every here there now never always
        """
}
