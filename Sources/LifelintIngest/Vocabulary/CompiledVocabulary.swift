// SPDX-License-Identifier: MIT

public import LifelintModel
import Synchronization

/// The vocabulary as readers ask it: by bytes, millions of times a second.
///
/// Built once and shared by all readers of all inputs.
public final class CompiledVocabulary: Sendable {
    /// Canonical names and spellings as they are written.
    private let names: ByteTable
    /// Spellings in lower case and in the form of ``CallbackSpelling``.
    private let forms: ByteTable
    /// Spellings as ``plainWords(_:)`` gives them, for texts that are all that a record says of what happened.
    private let recordWords: ByteTable
    private let keys: ByteTable
    private let meanings: [KeyMeaning]
    private let witnesses: [WitnessClass]
    /// The recognisers of the records of logs.
    let recognisers: CompiledRecognisers
    /// What the event means that the text notation writes without a key.
    let eventMeaning: KeyMeaning
    /// What reports call counters of endings.
    let exitCounters: [String: String]
    /// Which processes are the system's.
    let processes: ProcessWords
    /// The names of daemons among them.
    private let daemons: ByteTable
    /// How the bundle ids, and names, of services begin.
    private let services: [[UInt8]]
    /// Which witness processes of the system are, by their names: numbers of ``WitnessClass``.
    let speakers: ByteTable
    /// Which witness speaks in libraries that no process is called like.
    let libraries: ByteTable
    /// How subsystems begin in which a framework speaks for itself.
    let subsystems: [(beginning: [UInt8], witness: WitnessClass)]
    /// Parts of paths under which apps lie, and then parts of those of the system's own programs.
    let appPaths, systemPaths: [[UInt8]]
    /// What names mean under which a recogniser gives a value.
    let targetMeanings: TargetMeanings
    /// For the recognisers of lines, which may not have been read yet.
    private let vocabulary: Vocabulary
    private let deferredTexts: Deferred<TerminationTexts>
    private let deferredPhrases: Deferred<PhraseTexts>
    /// The one name of each namespace of terminations, by all its names; made for the first report.
    private let namespaceNames: Deferred<[String: String]>
    /// Codes with which only what is left is ended; made for the first report that tells a code.
    private let codesOnlyBehind: Deferred<Set<UInt64>>
    private let compiledLines = Mutex<[String: CompiledLines]>([:])
    private let compiledRecords = Mutex<[String: ReportRecords]>([:])

    /// Compiles a vocabulary; recognisers of users come to stand before the shipped ones.
    public init(_ vocabulary: Vocabulary = Vocabulary()) {
        var names = ByteTable(capacity: EventName.declarations.count + vocabulary.spellings.count)
        var forms = ByteTable(capacity: vocabulary.spellings.count * 2)
        for declaration in EventName.declarations {
            names.insert(
                Array(declaration.name.utf8), value: SpelledEvent(name: declaration.event, via: .missing).packed)
        }
        var recordWords = ByteTable(capacity: vocabulary.spellings.count)
        for spelling in vocabulary.spellings {
            var event = SpelledEvent(name: spelling.event, via: spelling.via)
            event.isBare = spelling.isRecordsOnly
            let words = CompiledVocabulary.plainWords(Array(spelling.text.utf8))
            recordWords.insert(words, value: event.packed)
        }
        self.recordWords = recordWords
        let spellings = vocabulary.spellings.filter { !$0.isRecordsOnly }
        for spelling in spellings {
            let text = Array(spelling.text.utf8)
            let packed = SpelledEvent(name: spelling.event, via: spelling.via).packed
            names.insert(text, value: packed)
            forms.insert(text.map(\.lowercasedASCII), value: packed)
        }
        // After all texts as they stand: a form must not hide what another spelling says literally.
        for spelling in spellings {
            let packed = SpelledEvent(name: spelling.event, via: spelling.via).packed
            forms.insert(CallbackSpelling.form(of: Array(spelling.text.utf8)), value: packed)
        }
        self.names = names
        self.forms = forms
        exitCounters = vocabulary.exitCounters
        var witnesses = [WitnessClass](repeating: .app, count: EventName.allCases.count)
        for declaration in EventName.declarations {
            witnesses[Int(declaration.event.rawValue)] = declaration.witness
        }
        self.witnesses = witnesses
        var byName = CompiledVocabulary.keysByName()
        let targets = TargetMeanings(byName)
        let ofLogs = vocabulary.recordRecognisers.filter { !CompiledVocabulary.isOfReports($0) }
        let recognisers = CompiledRecognisers(ofLogs) { targets[$0] }
        self.recognisers = recognisers
        for (index, path) in recognisers.anchorPaths.enumerated() {
            byName[path, default: KeyMeaning()].anchor = UInt16(clamping: index + 1)
        }
        var event = KeyMeaning(field: .event)
        event.anchor = byName["event"]?.anchor ?? 0
        eventMeaning = event
        (keys, meanings) = CompiledVocabulary.compile(byName)
        targetMeanings = targets
        self.vocabulary = vocabulary
        deferredPhrases = Deferred(later: { PhraseTexts(vocabulary.phrases) })
        namespaceNames = Deferred(later: { CompiledVocabulary.namespaceNames(vocabulary.terminations) })
        codesOnlyBehind = Deferred(later: { CompiledVocabulary.codesOnlyBehind(vocabulary.terminations) })
        deferredTexts = Deferred(later: { TerminationTexts(vocabulary.terminationWords) })
        processes = vocabulary.processes
        var daemons = ByteTable(capacity: processes.daemons.count)
        for name in processes.daemons { daemons.insert(Array(name.utf8), value: 0) }
        self.daemons = daemons
        services = processes.services.map { Array($0.utf8) }
        speakers = CompiledVocabulary.table(processes.witnesses)
        libraries = CompiledVocabulary.table(processes.libraries)
        subsystems = processes.subsystems.map { (Array($0.beginning.utf8), $0.witness) }
        appPaths = processes.appPaths.map { Array($0.utf8) }
        systemPaths = processes.systemPaths.map { Array($0.utf8) }
    }

    private static func table(_ witnesses: [String: WitnessClass]) -> ByteTable {
        var table = ByteTable(capacity: witnesses.count)
        for (name, witness) in witnesses.sorted(by: { $0.key < $1.key }) {
            table.insert(Array(name.utf8), value: numericCast(witness.rawValue))
        }
        return table
    }

    /// What reads the texts of terminations; made for the first report, since most runs read none.
    var terminationTexts: TerminationTexts { deferredTexts.value }

    /// The phrases of SDKs and reports; made for the first report that is read for them.
    var phrases: PhraseTexts { deferredPhrases.value }

    /// What reports and the kernel say of the state of a process; read for the first report.
    var states: ProcessStateWords { vocabulary.processStates }

    /// The one name of a part of the system that ends processes: systems call it differently, and some print its
    /// number.
    func namespaceName(_ text: String) -> String {
        // As nearly all reports write it.
        if let name = namespaceNames.value[text] { return name }
        let table = vocabulary.terminations
        return table.namespace(text).flatMap(table.name(ofNamespace:)) ?? text
    }

    private static func namespaceNames(_ table: TerminationTable) -> [String: String] {
        var names: [String: String] = [:]
        for namespace in table.namespaces {
            let name = table.name(ofNamespace: namespace.number)
            for other in namespace.names where names[other] == nil { names[other] = name }
        }
        return names
    }

    /// Whether a code is one with which the system ends processes, whatever part of it says so.
    func isOfKill(_ code: UInt64) -> Bool {
        code >= 0x1_0000 && vocabulary.terminations.meanings.contains { $0.codes.contains(code) }
    }

    /// Whether a code is one with which only what is left is ended: it held a file while it was suspended, or its
    /// background time was over.
    func befallsOnlyBehind(_ code: UInt64) -> Bool {
        code >= 0x1_0000 && codesOnlyBehind.value.contains(code)
    }

    private static func codesOnlyBehind(_ table: TerminationTable) -> Set<UInt64> {
        var (behind, elsewhere) = (Set<UInt64>(), Set<UInt64>())
        for meaning in table.meanings {
            let isBehind =
                meaning.cause == .fileLock || meaning.cause == .backgroundTask && meaning.kind == "expired"
            if isBehind { behind.formUnion(meaning.codes) } else { elsewhere.formUnion(meaning.codes) }
        }
        return behind.subtracting(elsewhere)
    }

    /// What of a report of an end can be explained though nothing else is known: the code of its termination, or what
    /// was thrown.
    func explainedWord(of report: borrowing IncidentReport) -> String? {
        if let code = report.termination?.code, code >= 0x1_0000,
            vocabulary.terminations.meanings.contains(where: { $0.codes.contains(code) })
        {
            return "0x" + String(code, radix: 16)
        }
        return report.exception?.type.flatMap { $0.hasPrefix("EXC_") ? $0 : nil }
    }

    /// Whether a fault is one that a library notes, for which the kernel only makes up an exception of a guard: the
    /// process goes on.
    func isNoted(_ exception: IncidentException?) -> Bool {
        guard let exception, exception.type == "EXC_GUARD", let subtype = exception.subtype else { return false }
        return vocabulary.reports.isNote(subtype: subtype)
    }

    /// Whether the kernel ended a process for what it misused; of some guards only old systems do.
    func endsByGuard(_ exception: IncidentException?, system: String?) -> Bool {
        guard let exception, exception.type == "EXC_GUARD" else { return false }
        return vocabulary.reports.endsByGuard(subtype: exception.subtype, code: exception.codes.first ?? 0)
            ?? IncidentValues.isBeforeNotes(system)
    }

    /// Whether a process is the system's, as far as its name tells, which is all that is known of it.
    func isOfSystem(named view: ByteView, _ start: Int, _ end: Int) -> Bool {
        if daemons.find(view, start, end) != ByteTable.missing { return true }
        if isService(view.part(start, end)) { return true }
        // Outside ASCII the same name can be spelled in other bytes.
        return view.firstNonASCII(from: start, to: end) < end && processes.daemons.contains(view.string(start, end))
    }

    /// Whether a bundle id, or the name of a process, begins as those of the system's services do.
    private func isService(_ name: ByteView) -> Bool {
        services.contains { service in service.withView { name.holds($0, at: 0..<$0.count) } }
    }

    /// The same of a name that does not stand in an input.
    func isOfSystem(named name: some Sequence<UInt8>) -> Bool {
        Array(name).withView { isOfSystem(named: $0, 0, $0.count) }
    }

    /// Whether a report of one process that does not say where its program lies is about one of the system's, by its
    /// name and its bundle id: an app may be called as a daemon is, and then has a bundle id of its own.
    func tellsOfSystem(_ report: borrowing IncidentReport) -> Bool {
        guard [.crash, .fault, .resource, .hang].contains(report.kind), report.process.path == nil,
            report.process.host == .missing, let name = report.process.name, isOfSystem(named: name.utf8)
        else { return false }
        guard let bundle = report.process.bundle, bundle != name else { return true }
        return processes.services.contains { bundle.utf8.starts(with: $0.utf8) }
    }

    /// What a name means under which a recogniser gives a value.
    func targetMeaning(_ name: String) -> KeyMeaning { targetMeanings[name] }

    /// The longest word of each spelling of a callback, or all of it where that word is a common one: what lines that
    /// may name one are searched for.
    private static func longestWords(_ spellings: [EventSpelling]) -> [String] {
        var words: Set<String> = []
        for spelling in spellings {
            let pieces = spelling.text.utf8.split { !($0.isLetter || $0.isDigit) }
            let longest = pieces.max { $0.count < $1.count }.map { String(decoding: $0, as: UTF8.self) } ?? ""
            let text = longest.utf8.count >= 12 ? longest : spelling.text
            if text.utf8.count >= 6 { words.insert(text.lowercased()) }
        }
        return words.sorted()
    }

    /// The recognisers of lines for one format; compiled when they are first asked for, since most runs read few
    /// formats.
    func lines(of format: String) -> CompiledLines {
        compiledLines.withLock { known in
            if let lines = known[format] { return lines }
            let lines = CompiledLines(
                vocabulary.lineRecognisers, format: format, words: self,
                spellings: CompiledVocabulary.longestWords(vocabulary.spellings.filter { !$0.isRecordsOnly }))
            known[format] = lines
            return lines
        }
    }

    /// Whether a recogniser is of records that stand in reports only: those cost nothing where logs are read.
    private static func isOfReports(_ recogniser: RecordRecogniser) -> Bool {
        !recogniser.formats.isEmpty && recogniser.formats.allSatisfy(IncidentParsers.isOfReports)
    }

    /// The recognisers of the records in reports of one format; compiled for the first such report.
    func reportRecords(of format: String) -> ReportRecords {
        compiledRecords.withLock { known in
            if let records = known[format] { return records }
            let own = vocabulary.recordRecognisers.filter { $0.formats.contains(format) }
            let records = ReportRecords(CompiledRecognisers(own, target: targetMeaning))
            known[format] = records
            return records
        }
    }

    /// Every key that fields and attributes have.
    private static func keysByName() -> [String: KeyMeaning] {
        var byName: [String: KeyMeaning] = [:]
        for row in AttributeKey.declarations { byName[row.name] = KeyMeaning(key: row.key, type: ValueType(row.type)) }
        for row in RecordField.spellings {
            for (rank, spellings) in row.ranks.enumerated() {
                for spelling in spellings {
                    var meaning = byName[spelling.name] ?? KeyMeaning()
                    meaning.field = row.field
                    meaning.rank = UInt8(clamping: rank)
                    meaning.unit = spelling.unit
                    byName[spelling.name] = meaning
                }
            }
        }
        for name in messageKeys { byName[name, default: KeyMeaning()].isMessage = true }
        return byName
    }

    /// The keys under which loggers write messages.
    private static let messageKeys = ["message", "msg", "@message"]

    private static func compile(_ byName: [String: KeyMeaning]) -> (ByteTable, [KeyMeaning]) {
        var keys = ByteTable(capacity: byName.count)
        var meanings: [KeyMeaning] = []
        // Sorted, so that the table is the same in every process.
        for (name, meaning) in byName.sorted(by: { $0.key < $1.key }) {
            keys.insert(Array(name.utf8), value: UInt32(clamping: meanings.count))
            meanings.append(meaning)
        }
        return (keys, meanings)
    }

    /// What the key in that range means; an attribute of the app's own if the vocabulary has none like it.
    @inline(__always) func meaning(_ view: ByteView, _ start: Int, _ end: Int) -> KeyMeaning {
        let index = Int(keys.find(view, start, end))
        return index < meanings.count ? meanings[index] : KeyMeaning()
    }

    /// The event with that text, if it is a canonical name or a spelling as it is written.
    @inline(__always) func exactEvent(_ view: ByteView, _ start: Int, _ end: Int) -> UInt32 {
        names.find(view, start, end)
    }

    /// The event that a text means when case, class and argument labels do not count; nil if it is a custom one.
    func looseEvent(_ text: [UInt8]) -> SpelledEvent? {
        guard !text.isEmpty, text.count <= 512 else { return nil }
        for form in CallbackSpelling.forms(of: text) {
            let packed = form.withView { forms.find($0, 0, $0.count) }
            if packed != ByteTable.missing { return SpelledEvent(packed: packed) }
        }
        return nil
    }

    /// The event that a text means which is all that a record says of what happened; nil if it is a custom one.
    ///
    /// More is known there than inside a message: words may be set apart, and need not name the app.
    func recordEvent(_ text: [UInt8]) -> SpelledEvent? {
        if let event = looseEvent(text) { return event }
        guard !text.isEmpty, text.count <= 512 else { return nil }
        let packed = CompiledVocabulary.plainWords(text).withView { recordWords.find($0, 0, $0.count) }
        return packed == ByteTable.missing ? nil : SpelledEvent(packed: packed)
    }

    /// The words of a text without what sets them apart: `did_become_active` as `didbecomeactive`.
    private static func plainWords(_ text: [UInt8]) -> [UInt8] {
        text.filter { $0 != 0x20 && $0 != 0x2D && $0 != 0x5F }.map(\.lowercasedASCII)
    }

    /// What a scene is told where the app is told that: `scene.didBecomeActive` of `app.didBecomeActive`.
    static func sceneEvent(_ name: EventName) -> EventName? {
        guard name.text.hasPrefix("app.") else { return nil }
        let text = "scene." + name.text.dropFirst(4)
        return EventName.declarations.first { $0.name == text }?.event
    }

    /// Whether a text is a canonical event or a known spelling of one.
    func isKnownEvent(_ view: ByteView, _ start: Int, _ end: Int) -> Bool {
        exactEvent(view, start, end) != ByteTable.missing || recordEvent(view.bytes(start, end)) != nil
    }

    /// The witness that tells an event in the native formats.
    @inline(__always) func witness(of name: EventName) -> WitnessClass {
        let index = Int(name.rawValue)
        return index < witnesses.count ? witnesses[index] : .app
    }
}
