// SPDX-License-Identifier: MIT

import LifelintFiles
import LifelintIngest
import LifelintModel

/// One input after the look: what it is, and what is known of it before it is read.
struct PlannedInput {
    var discovered: DiscoveredInput?
    var bytes: [UInt8]?
    var path: String
    /// nil where it is not read.
    var format: (any InputFormat)?
    var stream: ByteStream?
    var firstOrder: Int64
    var size: Int64?
    var settings: ReadingSettings?
    var summary: InputSummary
    /// All its records have machine ticks.
    var hasTicks = false
    /// All that it holds, where the look has read it to its end.
    var batch: EventBatch?

    /// What was assumed of times without a year, in words.
    var yearAssumption: String {
        guard let year = settings?.year else {
            return "times without a year are taken as of 1970; --year says otherwise"
        }
        return "times without a year are taken as of \(year), which brings them closest to other inputs"
    }

    /// What was assumed of times without a zone, in words.
    var zoneAssumption: String {
        guard let settings, settings.isZoneInferred, let offset = settings.zoneOffset else {
            return "times without a zone are taken as UTC; --timezone says otherwise"
        }
        let sign = offset < 0 ? "-" : "+"
        let hours = abs(offset) / 3_600
        let minutes = abs(offset) / 60 % 60
        let text = sign + (hours < 10 ? "0" : "") + "\(hours):" + (minutes < 10 ? "0" : "") + "\(minutes)"
        return "times without a zone are taken as \(text), which makes them agree with other inputs"
    }

    /// Small inputs are read whole: they need no open file while they wait.
    static let smallBytes: Int64 = 256 << 10
}

/// The look: what each input is, which device the nameless ones are, what order they come in.
struct InputLook {
    let options: AnalyzerOptions
    let words: CompiledVocabulary
    private let formats: InputFormats
    private(set) var inputs: [PlannedInput] = []
    private(set) var problems: [Problem] = []
    private(set) var devices: Set<String> = []
    /// Boots that are ordered by machine ticks.
    private(set) var clocks = BootClocks()
    private var zones = ZoneInference()
    private var years = YearInference()
    /// What logs call the devices that wrote them: names that people gave them, no identifiers.
    private var hosts: Set<String> = []
    /// How many bytes of batches may still be kept: what was read once need not be read again.
    private var batchRoom = 16 << 20

    init(options: AnalyzerOptions, words: CompiledVocabulary) {
        self.options = options
        self.words = words
        formats = InputFormats(words: words)
    }

    /// The one device of sources that name none, where exactly one is known.
    var assumedDevice: String? {
        if let device = options.device { return device }
        return devices.count == 1 ? devices.first : nil
    }

    /// Looks at files, folders and standard input, in byte order of their paths.
    mutating func look(at paths: [String]) {
        let found = InputDiscovery.discover(paths).sorted {
            Array($0.path.utf8).lexicographicallyPrecedes(Array($1.path.utf8))
        }
        for discovered in found {
            if let error = discovered.error {
                reject(discovered.path, .unreadable, error.reason, isExpected: true)
                continue
            }
            do throws(FileError) {
                let stream = try discovered.open()
                try look(at: stream, discovered: discovered)
            } catch {
                reject(discovered.path, .unreadable, error.reason, isExpected: true)
            }
        }
        expectSomethingOfNamedFolders(found)
    }

    /// Looks at bytes in memory.
    mutating func look(at bytes: [UInt8], named name: String) {
        do throws(FileError) {
            try look(at: ByteStream(bytes: bytes, path: name), discovered: nil, name: name, memory: bytes)
        } catch {
            reject(name, .unreadable, error.reason, isExpected: true)
        }
    }

    private mutating func look(
        at stream: ByteStream, discovered: DiscoveredInput?, name: String? = nil, memory: [UInt8]? = nil
    ) throws(FileError) {
        let path = discovered?.path ?? name ?? "-"
        let isNamed = discovered?.isNamed ?? true
        let headBytes = IngestLimits.headBytes
        let peeked = Array(try stream.peek(upTo: headBytes))
        let head = InputHead(bytes: peeked, isWhole: peeked.count < headBytes)
        if peeked.isEmpty {
            reject(path, .empty, "The file is empty.", isExpected: isNamed)
            return
        }
        guard let format = formats.format(of: head) else {
            reject(path, .notALog, InputFormats.explain(head), isExpected: isNamed)
            return
        }
        if format.id == "lifelint-report" {
            reject(
                path, .ownReport, "A report of lifelint's own is no evidence.", isExpected: isNamed, format: format.id)
            return
        }
        if let reason = format.unreadReason {
            reject(path, .notALog, reason, isExpected: isNamed, format: format.id)
            return
        }
        let index = UInt32(truncatingIfNeeded: inputs.count)
        let settings = ReadingSettings(input: index, words: words, options)
        var looking = settings
        looking.isHostDevice = format.namesHosts
        let records = HeadFacts.read(head, as: format, looking)
        let facts = HeadFacts(records)
        clocks.add(records)
        if format.namesHosts { hosts.formUnion(facts.devices) } else { devices.formUnion(facts.devices) }
        if records.assumesYear {
            if !years.add(head, input: inputs.count, firstTime: facts.firstTime) { addZone(records, inputs.count) }
        } else {
            years.add(datedAt: records.isDateAssumed ? nil : facts.firstTime)
            addZone(records, inputs.count)
        }
        var kept: EventBatch?
        let size = records.bytes.count + records.records.count * MemoryLayout<EventRecord>.stride
        if head.isWhole, format is IncidentFormat, size <= batchRoom, !records.records.contains(where: \.isZoneAssumed)
        {
            kept = records
            batchRoom -= size
        }
        let isStream = discovered.map { $0.source == .stream } ?? false
        var summary = InputSummary(path: path, format: format.id, status: .read, isExpected: true)
        summary.bytes = stream.size ?? 0
        summary.wrapper = format.wrapper
        inputs.append(
            PlannedInput(
                discovered: discovered, bytes: memory, path: path, format: format, stream: isStream ? stream : nil,
                // What comes late within the window may be earlier than what comes first.
                firstOrder: facts.firstTime.map { $0.nanoseconds.subtractingReportingOverflow(ReorderBuffer.window) }
                    .map { $0.overflow ? .min : $0.partialValue } ?? .min,
                size: stream.size, settings: settings, summary: summary, hasTicks: facts.isMachComplete,
                batch: kept))
    }

    private mutating func reject(
        _ path: String, _ code: ProblemCode, _ message: String, isExpected: Bool, format: String = "unknown"
    ) {
        var summary = InputSummary(path: path, format: format, status: .unread, isExpected: isExpected)
        summary.problems = 1
        problems.append(Problem(file: path, code: code, message: message))
        inputs.append(
            PlannedInput(
                discovered: nil, bytes: nil, path: path, format: nil, stream: nil, firstOrder: .max, size: nil,
                settings: nil, summary: summary))
    }

    private mutating func addZone(_ records: EventBatch, _ input: Int) {
        if options.zoneOffset == nil { zones.add(records, input: input) }
    }

    /// Inputs without a year are read as of the one that others tell; their zones can be told only then.
    private mutating func settleYears() {
        for waiting in years.waiting {
            guard let format = inputs[waiting.input].format, var settings = inputs[waiting.input].settings else { continue }
            if let year = years.year(of: waiting) {
                settings.year = year
                settings.isYearInferred = true
                inputs[waiting.input].settings = settings
            }
            let records = HeadFacts.read(waiting.head, as: format, settings)
            if let first = HeadFacts(records).firstTime, inputs[waiting.input].firstOrder != .min {
                inputs[waiting.input].firstOrder = first.nanoseconds - ReorderBuffer.window
            }
            addZone(records, waiting.input)
        }
    }

    /// Several names are several devices; one may be that of a device which other inputs know by an identifier.
    private mutating func settleHosts() {
        guard hosts.count > 1 else { return }
        devices.formUnion(hosts)
        for index in inputs.indices { inputs[index].settings?.isHostDevice = true }
    }

    /// All inputs were looked at: what only all of them together can tell is decided.
    mutating func settle() {
        settleYears()
        settleHosts()
        clocks.settle()
        for (index, offset) in zones.offsets {
            inputs[index].settings?.zoneOffset = offset
            inputs[index].settings?.isZoneInferred = true
            let shift = Int64(offset) * 1_000_000_000
            if inputs[index].firstOrder != .min { inputs[index].firstOrder &-= shift }
        }
    }

    /// What became of an input that could not be opened again.
    mutating func mark(_ index: Int, status: InputSummary.Status) {
        inputs[index].summary.status = status
        inputs[index].summary.problems += 1
    }

    /// What became of an input that was read.
    mutating func keepBooks(
        _ index: Int, bytes: Int64, records: Int, events: Int, problems: Int, isPartly: Bool
    ) {
        inputs[index].summary.bytes = bytes
        inputs[index].summary.records = records
        inputs[index].summary.events = events
        inputs[index].summary.problems = problems
        inputs[index].summary.status = isPartly ? .partly : .read
    }

    /// A named folder in which nothing can be read is unread itself.
    private mutating func expectSomethingOfNamedFolders(_ found: [DiscoveredInput]) {
        let folders = Set(found.compactMap(\.folder))
        var read: Set<String> = []
        // By path: what was named itself, or belongs to an inner folder, was read in the outer one, too.
        for input in inputs where input.format != nil {
            let path = input.path
            read.formUnion(
                folders.filter { $0 == "." ? !path.hasPrefix("/") : path.hasPrefix($0 == "/" ? $0 : $0 + "/") })
        }
        for (index, discovered) in found.enumerated() where index < inputs.count {
            if let folder = discovered.folder, !read.contains(folder) { inputs[index].summary.isExpected = true }
        }
    }
}

extension ReadingSettings {
    /// What the options of an analysis say of reading.
    init(input: UInt32, words: CompiledVocabulary, _ options: AnalyzerOptions) {
        self.init(words: words, input: input, zoneOffset: options.zoneOffset, date: options.date)
        year = options.year
        includesDaemons = options.includesDaemons
    }
}
