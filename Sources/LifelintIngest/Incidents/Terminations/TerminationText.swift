// SPDX-License-Identifier: MIT

import LifelintModel

/// Reads the texts in which reports say who ended a process and why, in the forms of all ages.
///
/// A class, since it is handed around and has a text for each of its words.
final class TerminationText: Sendable {
    /// What reads what a watchdog says in an explanation.
    let watchdog: WatchdogText
    private let words: ContextWords

    init(_ words: TerminationWords) {
        watchdog = WatchdogText(words)
        self.words = ContextWords(words)
    }

    /// Reads a reason that is one text: its first line names who speaks and the code, the rest explains, but for a last
    /// line that names who ended the process.
    ///
    ///     Namespace SPRINGBOARD, Code 0x8badf00d
    ///     FRONTBOARD 2343432205
    ///     Namespace <0xF>, Code 0xdead10cc
    ///     DYLD, [0x1] Library missing
    ///     <RBSTerminateContext| domain:10 code:0x8BADF00D explanation:…>
    func read(_ text: String, into termination: inout IncidentTermination) {
        text.withView { view in
            let start = skipBlanks(view, 0, view.count)
            guard start < view.count else { return }
            if view[start] == 0x3C, words.name.find(in: view, from: start, to: view.count) != nil {
                explain(view, start, view.count, into: &termination)
                return
            }
            let feed = view.firstIndex(of: 0x0A, from: start, to: view.count) ?? view.count
            let rest = readReason(view, start, feed, into: &termination)
            if rest < view.count {
                explain(view, rest, readSender(view, rest, into: &termination), into: &termination)
            }
        }
    }

    /// Takes who ended the process out of the last line, where it says so.
    ///
    /// - Returns: where what stands in front of that line ends.
    private func readSender(_ view: ByteView, _ from: Int, into termination: inout IncidentTermination) -> Int {
        let line = view.lineStart(around: view.count, from: from)
        guard let found = CrashTextLabel.find(view, line, view.count), found.label == .terminator,
            let value = IncidentValues.meant(view, found.value, view.count)
        else { return view.count }
        let named = IncidentValues.named(view, value)
        termination.byProcess = named.name
        termination.byPID = IncidentValues.pid(named.number)
        return line
    }

    /// Adds an explanation: its lines join those that are there, and what a watchdog says in them is read.
    func explain(_ text: String, into termination: inout IncidentTermination) {
        text.withView { explain($0, 0, $0.count, into: &termination) }
    }

    private func explain(_ view: ByteView, _ from: Int, _ to: Int, into termination: inout IncidentTermination) {
        guard let text = IncidentValues.text(view, from, to) else { return }
        termination.explanation = termination.explanation.map { $0 + "\n" + text } ?? text
        readContext(view, from, to, into: &termination)
        if let watchdog = self.watchdog.read(view, from, to) { termination.watchdog = watchdog }
    }

    /// The first line: `[Namespace] NAME[,;] [Code] NUMBER[,] indicator`; people write other marks in front of a code,
    /// too.
    ///
    /// - Returns: where the explanation begins: in the next line, or in this one where a sentence or a context stands
    ///   in the place of an indicator.
    private func readReason(
        _ view: ByteView, _ from: Int, _ to: Int, into termination: inout IncidentTermination
    ) -> Int {
        var start = from
        let behind = label(words.reasonNamespace, view, start, to)
        if let behind { start = skipBlanks(view, behind, to) }
        // Nobody is called as the code is.
        if behind == nil, let code = label(words.reasonCode, view, start, to) {
            let number = skipBlanks(view, code, to)
            var last = number
            while last < to, isNamespaceByte(view[last]) { last += 1 }
            if IncidentValues.unsigned(view, number, last) != nil { start = number }
        }
        var end = start
        while end < to, isNamespaceByte(view[end]) { end += 1 }
        // The name may be missing, and the code tell all the same: `Namespace  , Code 0x8badf00d`.
        guard end > start || end < to && view[end] == 0x2C else {
            termination.indicator = IncidentValues.text(view, start, to)
            return to + 1
        }
        let isAlone = skipSeparators(view, end, to) == to
        if behind == nil, let number = IncidentValues.unsigned(view, start, end),
            isAlone || number >= TerminationText.leastCodeOfKill
        {
            readBareNumber(view, start, end, into: &termination)
            return isAlone ? to + 1 : skipSeparators(view, end, to)
        }
        if end > start { termination.namespace = IncidentValues.text(view, start, end) }
        var position = skipSeparators(view, end, to)
        let opened = startOfMarkedCode(view, position, to, behind: start..<end)
        position = opened ?? position
        if let behind = label(words.reasonCode, view, position, to) { position = skipBlanks(view, behind, to) }
        let codeStart = position
        if position < to, view[position] == 0x2D { position += 1 }
        while position < to, isCodeByte(view[position]) { position += 1 }
        let isCode = view[codeStart] == 0x5B ? view[position - 1] == 0x5D : position > codeStart
        let isClosed = opened != nil && position < to && view[position] == 0x29
        let endsWord = position == to || isClosed || IncidentValues.isBlank(view[position]) || view[position] == 0x2C
        if isCode, endsWord, readCode(view, codeStart, position, into: &termination) {
            position = skipSeparators(view, isClosed ? position + 1 : position, to)
            // What the code means has a few words in the system's own table.
            if isSentence(view, position, to, beyond: 5) { return position }
        } else {
            position = codeStart
            if isSentence(view, position, to, beyond: 3) { return position }
        }
        // Who prints it all in one line puts the context there.
        if words.name.find(in: view, from: position, to: to) != nil { return position }
        termination.indicator = IncidentValues.text(view, position, to) ?? termination.indicator
        return to + 1
    }

    /// Where a label ends: behind it stands a blank, as in the vocabulary, or a colon, as where people write it down.
    private func label(_ label: SoughtText, _ view: ByteView, _ from: Int, _ to: Int) -> Int? {
        if let behind = label.end(in: view, at: from, to: to) { return behind }
        guard label.bytes.last == 0x20, from + label.count <= to, view[from + label.count - 1] == 0x3A,
            (0..<label.count - 1).allSatisfy({ view[from + $0] == label.bytes[$0] })
        else { return nil }
        return from + label.count
    }

    /// Where a code begins that stands behind a mark: `RUNNINGBOARD | Code 0xdead10cc`, `RUNNINGBOARD: 0xdead10cc`,
    /// `RUNNINGBOARD - 0xdead10cc`, `RUNNINGBOARD (0xdead10cc)`, `CODESIGNING: 2 Invalid Page`; nil where what follows
    /// is something else.
    private func startOfMarkedCode(_ view: ByteView, _ mark: Int, _ to: Int, behind name: Range<Int>) -> Int? {
        guard mark < to else { return nil }
        switch view[mark] {
        case 0x7C, 0x3A, 0x28: break
        // Without a blank behind it a number begins with it.
        case 0x2D where mark + 1 < to && IncidentValues.isBlank(view[mark + 1]): break
        default: return nil
        }
        let start = skipBlanks(view, mark + 1, to)
        if label(words.reasonCode, view, start, to) != nil { return start }
        var end = start
        while end < to, view[end].isLetter || view[end].isDigit { end += 1 }
        guard let number = IncidentValues.unsigned(view, start, end) else { return nil }
        // A small one may count something in a sentence; what a code means begins with a capital.
        if number >= TerminationText.leastCodeOfKill || end == to || view[end] == 0x29 { return start }
        let isMeant = end + 1 < to && view[end] == 0x20 && (0x41...0x5A).contains(view[end + 1])
        return isMeant && !name.contains { (0x61...0x7A).contains(view[$0]) } ? start : nil
    }

    /// A number alone is the code with which the system ended the process; of a small one nobody knows what it counts.
    private func readBareNumber(_ view: ByteView, _ from: Int, _ end: Int, into termination: inout IncidentTermination)
    {
        guard let number = IncidentValues.unsigned(view, from, end), number >= TerminationText.leastCodeOfKill,
            readCode(view, from, end, into: &termination)
        else { return termination.indicator = IncidentValues.text(view, from, end) }
    }

    /// What the system ends a process with is no smaller; signals, and exit codes, are.
    private static let leastCodeOfKill: UInt64 = 0x1_0000

    /// Whether what stands where a code would, or behind one, is a sentence: names of signals and the like have fewer
    /// words.
    private func isSentence(_ view: ByteView, _ from: Int, _ to: Int, beyond words: Int) -> Bool {
        var blanks = 0
        for position in from..<max(from, to) where view[position] == 0x20 { blanks += 1 }
        return blanks >= words
    }

    /// Reads a description, which begins with the name of who speaks where no reason names it.
    ///
    ///     DYLD, Library not loaded: @rpath/…
    func describe(_ text: String, into termination: inout IncidentTermination) {
        guard termination.namespace == nil else { return explain(text, into: &termination) }
        text.withView { view in
            var end = 0
            while end < view.count, (0x41...0x5A).contains(view[end]) || view[end] == 0x5F { end += 1 }
            guard end >= 3, view[end] == 0x2C else { return explain(view, 0, view.count, into: &termination) }
            termination.namespace = view.string(0, end)
            explain(view, skipSeparators(view, end, view.count), view.count, into: &termination)
        }
    }

    /// `0x8badf00d`, `2343432205` or `[0x1]`; false if it is another word.
    private func readCode(
        _ view: ByteView, _ from: Int, _ to: Int, into termination: inout IncidentTermination
    ) -> Bool {
        let isBracketed = view[from] == 0x5B
        let start = isBracketed ? from + 1 : from
        let end = isBracketed ? to - 1 : to
        let isNegative = start < end && view[start] == 0x2D
        guard let number = IncidentValues.unsigned(view, isNegative ? start + 1 : start, end),
            !isNegative || number <= Int64.max
        else { return false }
        termination.code = isNegative ? IncidentTermination.code(-Int64(number)) : number
        termination.codeText = view.string(start, end)
        return true
    }

    /// `domain:` and `code:` of a context: they count where nothing else names them.
    private func readContext(_ view: ByteView, _ from: Int, _ to: Int, into termination: inout IncidentTermination) {
        guard let context = words.fields.find(in: view, from: from, to: to) else { return }
        let body = context + words.fields.count
        // What the explanation says is no field of the context.
        let end = words.explanation.find(in: view, from: body, to: to) ?? to
        if termination.namespace == nil, let number = number(words.namespace, view, body, end) {
            termination.namespace = "<0x\(String(number.value, radix: 16, uppercase: true))>"
        }
        if termination.code == nil, let number = number(words.code, view, body, end) {
            termination.code = number.value
            termination.codeText = number.text
        }
    }

    private func number(
        _ label: SoughtText, _ view: ByteView, _ from: Int, _ to: Int
    ) -> (value: UInt64, text: String)? {
        guard let found = label.find(in: view, from: from, to: to) else { return nil }
        let start = found + label.count
        var end = start
        while end < to, view[end].isDigit || view[end].isLetter { end += 1 }
        return IncidentValues.unsigned(view, start, end).map { ($0, view.string(start, end)) }
    }

    private func skipBlanks(_ view: ByteView, _ start: Int, _ end: Int) -> Int {
        var position = start
        while position < end, IncidentValues.isBlank(view[position]) { position += 1 }
        return position
    }

    private func skipSeparators(_ view: ByteView, _ start: Int, _ end: Int) -> Int {
        var position = start
        while position < end, IncidentValues.isBlank(view[position]) || view[position] == 0x2C || view[position] == 0x3B
        {
            position += 1
        }
        return position
    }

    private func isNamespaceByte(_ byte: UInt8) -> Bool {
        byte.isLetter || byte.isDigit || byte == 0x5F || byte == 0x3C || byte == 0x3E
    }

    private func isCodeByte(_ byte: UInt8) -> Bool {
        byte.isLetter || byte.isDigit || byte == 0x5B || byte == 0x5D
    }
}
