// SPDX-License-Identifier: MIT

import LifelintModel

extension EndingJudge {
    /// What is quoted of an ending: the words of the witness that tells most of it.
    ///
    /// What knows the signal of a crash has mostly no words, and they are those of who has. An exception said what its
    /// own witness says, and nothing else.
    func words(of ending: Ending, by exit: ExitWitness, thrown exception: String?) -> String? {
        switch ending.cause {
        case .crashException:
            guard let exception else { return exit.explanation }
            return wordsOf(exception)
        case .crashAssertion:
            return exit.explanation ?? exits.lazy.filter(tellsWhatFailed).compactMap(\.explanation).first
        // What an exception of a framework says names a cause of its own.
        case .voip, .tcc: return exit.explanation ?? exception.flatMap(wordsOf) ?? wordsThatMean(ending.cause)
        default: return exit.explanation ?? wordsThatMean(ending.cause)
        }
    }

    /// What another witness says of the end in words that mean the same, where the one that tells most has a bare code.
    private func wordsThatMean(_ cause: EndingCause) -> String? {
        mostTelling(of: exits.filter { saysInWords(cause, $0) })?.explanation
    }

    private func saysInWords(_ cause: EndingCause, _ exit: ExitWitness) -> Bool {
        guard exit.explanation != nil, exit.guess == nil, let meaning = meaning(of: exit) else { return false }
        return meaning.cause == cause && !meaning.texts.isEmpty
    }

    private func wordsOf(_ exception: String) -> String? {
        mostTelling(of: exits.filter { $0.exception == exception && $0.explanation != nil })?.explanation
    }

    /// Whether its words are those of a process that gave up.
    private func tellsWhatFailed(_ exit: ExitWitness) -> Bool {
        guard !exit.isHint, exit.explanation != nil else { return false }
        let text = LoweredText(exit.text)
        return exitText.gaveUp(text) || exitText.isSceneMandate(text)
    }
}
