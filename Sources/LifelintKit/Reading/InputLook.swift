// SPDX-License-Identifier: MIT

import LifelintFiles
import LifelintIngest
import LifelintModel

/// The look: what each input is, which device the nameless ones are, what order they come in.
struct InputLook {
    let options: AnalyzerOptions
    let words: CompiledVocabulary
    private let pool: WorkPool?
    private let formats: InputFormats
    private(set) var inputs: [PlannedInput] = []
    private(set) var problems: [Problem] = []
    private(set) var devices: Set<String> = []
    /// What SDKs call installations of apps.
    private var installations: Set<String> = []
    /// Which names are of one device.
    private(set) var aliases = DeviceAliases()
    private var nameless = NamelessInputs()
    private var simulators = SimulatorInputs()
    /// The device of what reports tell of simulators without naming one.
    private(set) var simulator: SimulatorInputs.Device?
    private var sessions = SessionFolders()
    /// The files that were looked at; nil where one of them is not known by more than its path.
    private(set) var places: Set<FilePlace>? = []
    /// Boots that are ordered by machine ticks.
    private(set) var clocks = BootClocks()
    private var witnesses = ClockInference()
    private var years = YearInference()
    /// What logs call the devices that wrote them: names that people gave them, no identifiers.
    private var hosts: Set<String> = []
    /// Watches, of which reports come with those of their phones.
    private var watches: Set<String> = []
    /// By app and process id, when reports tell what they know no more of than that it was before.
    private(set) var windowedReports: [String: [Int32: [Int64]]] = [:]
    /// Extensions and widgets that reports tell to be some, by bundle id.
    private(set) var extensions: [String: ProcessHost] = [:]
    /// Whether an SDK tells at the next launch what it concludes about the run before.
    private(set) var tellsConclusions = false
    /// Which of the devices that logs call by names are those of reports is not told.
    private(set) var isDeviceAmbiguous = false
    /// How many bytes of batches may still be kept: what was read once need not be read again.
    private var batchRoom = 16 << 20
    private let unpacker: ArchiveUnpacker
    /// Files of folders and archives that are not read.
    private var unread = UnreadListing()
    /// Named folders and archives: something of each should be read.
    private var roots: Set<String> = []

    /// - Parameter pool: threads that look at small files side by side.
    init(options: AnalyzerOptions, words: CompiledVocabulary, pool: WorkPool? = nil) {
        self.options = options
        self.words = words
        self.pool = pool
        formats = InputFormats(words: words)
        unpacker = ArchiveUnpacker(options, formats: formats)
    }

    /// The one device of sources that name none, where exactly one is known.
    var assumedDevice: String? {
        if let device = options.device { return device }
        return devices.count == 1 ? devices.first : nil
    }

    /// Looks at files, folders and standard input, in byte order of their paths.
    mutating func look(at paths: [String]) {
        let found = InputDiscovery.discover(paths).sorted { $0.path.precedesInBytes($1.path) }
        roots.formUnion(found.compactMap(\.folder))
        let (words, options) = (words, options)
        let heads = InputHeads(of: found.filter { $0.error == nil }, formats, pool) { head, format, number in
            InputLook.read(head, as: format, number: number, words: words, options)
        }
        inputs.reserveCapacity(inputs.count + found.count)
        for discovered in found {
            if let error = discovered.error {
                reject(discovered.path, .unreadable, error.reason, isExpected: true)
                continue
            }
            let head = heads.next(number: inputs.count)
            // A file in front of it may have turned out to be none that is read, or more than one.
            take(head, head.batch?.numbered(UInt32(truncatingIfNeeded: inputs.count)))
        }
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
        let head = InputHeads.Head(of: stream, discovered, formats)
        if let error = head.error { throw error }
        take(head, name: name, memory: memory)
    }

    /// Takes what is at the beginning of an input.
    ///
    /// - Parameter batch: what was read from it already.
    private mutating func take(
        _ seen: InputHeads.Head, _ batch: EventBatch? = nil, name: String? = nil, memory: [UInt8]? = nil
    ) {
        let (discovered, head) = (seen.discovered, seen.head)
        let path = discovered?.path ?? name ?? "-"
        if let place = seen.place { places?.insert(place) } else if path != "-" { places = nil }
        let folder = discovered?.folder
        if let error = seen.error {
            reject(path, .unreadable, error.reason, isExpected: true)
            return
        }
        if seen.isEmpty {
            reject(path, .empty, "The file is empty.", isExpected: folder == nil, root: folder)
            return
        }
        if let kind = seen.archive, let stream = seen.stream {
            lookInside(stream, kind, path: path, folder: folder)
            return
        }
        guard let format = seen.format else {
            reject(path, .notALog, InputFormats.explain(head), isExpected: folder == nil, root: folder)
            return
        }
        if format is OwnReportFormat {
            reject(
                path, .ownReport, Self.ownReportMessage, isExpected: folder == nil, format: format.id, root: folder)
            return
        }
        if let reason = format.unreadReason {
            reject(path, .notALog, reason, isExpected: folder == nil, format: format.id, root: folder)
            return
        }
        var input = PlannedInput(
            discovered: discovered, bytes: memory, path: path, format: format,
            stream: discovered?.source == .stream ? seen.stream : nil, firstOrder: .min, size: seen.size, settings: nil,
            summary: InputSummary(path: path, format: format.id, status: .read, isExpected: true))
        input.summary.bytes = seen.size ?? 0
        input.isNamed = folder == nil
        plan(input, as: format, head, batch)
    }

    /// Looks at the members of an archive.
    private mutating func lookInside(_ stream: ByteStream, _ kind: ArchiveKind, path: String, folder: String?) {
        if folder == nil { roots.insert(path) }
        let unpacked = unpacker.unpack(
            stream, as: kind, path: path, isNamed: folder == nil, root: folder ?? path, unread: &unread)
        if !unpacked.isAnything {
            let reason =
                unpacked.hasHidden
                ? "The archive holds hidden files alone (names with a dot in front, __MACOSX), which are left out."
                : kind == .zip || kind == .tar
                    ? "The archive holds no files."
                    // libarchive tells the two not apart: zeros are the end of an archive.
                    : "What is compressed in it is nothing, zero bytes alone, or an archive without files."
            reject(path, .empty, reason, isExpected: folder == nil, root: folder)
        }
        for member in unpacked.members {
            do throws(FileError) {
                try look(at: member)
            } catch {
                reject(member.path, error.problemCode, error.reason, isExpected: true)
            }
        }
    }

    /// Looks at a member of an archive, as at a file.
    private mutating func look(at member: ArchiveUnpacker.Member) throws(FileError) {
        var input = PlannedInput(
            path: member.path, format: member.format, firstOrder: .min,
            summary: InputSummary(path: member.path, format: member.format.id, status: .read, isExpected: true))
        let stream: ByteStream
        switch member.content {
        case .memory(let bytes):
            input.bytes = bytes
            stream = ByteStream(bytes: bytes, path: member.path)
        case .spooled(let spool, let range):
            input.spooled = (spool, range)
            stream = ByteStream(spool: spool, range: range, path: member.path)
        }
        input.size = stream.size
        input.summary.bytes = stream.size ?? 0
        if let trouble = member.trouble {
            input.isCut = true
            input.problems += 1
            problems.append(Problem(file: member.path, code: trouble.problemCode, message: trouble.reason))
        }
        if member.leadsOut {
            input.problems += 1
            problems.append(
                Problem(
                    file: member.path, code: .archivePath,
                    message: "The member's name leads out of its archive; '..' is left out of it."))
        }
        let peeked = try stream.head(upTo: IngestLimits.headBytes)
        plan(input, as: member.format, InputHead(bytes: peeked, isWhole: peeked.count < IngestLimits.headBytes))
    }

    /// The records in the head of the input of that number.
    private static func read(
        _ head: InputHead, as format: any InputFormat, number: Int, words: CompiledVocabulary,
        _ options: AnalyzerOptions
    ) -> EventBatch {
        HeadFacts.read(head, as: format, looking(as: format, number: number, words: words, options))
    }

    private static func looking(
        as format: any InputFormat, number: Int, words: CompiledVocabulary, _ options: AnalyzerOptions
    ) -> ReadingSettings {
        var looking = ReadingSettings(input: UInt32(truncatingIfNeeded: number), words: words, options)
        looking.isHostDevice = format.namesHosts
        return looking
    }

    /// Adds an input of a known format, with what its head tells.
    private mutating func plan(
        _ input: consuming PlannedInput, as format: any InputFormat, _ begin: InputHead, _ batch: EventBatch? = nil
    ) {
        var head = begin
        let isReport = format.holdsReports
        var records = batch ?? InputLook.read(head, as: format, number: inputs.count, words: words, options)
        if records.records.isEmpty, !head.isWhole, !isReport {
            let looking = InputLook.looking(as: format, number: inputs.count, words: words, options)
            if let found = FurtherLook(format, looking).first(in: input) { (head, records) = found }
        }
        let rowClock = records.rowClock
        var settings = ReadingSettings(input: UInt32(truncatingIfNeeded: inputs.count), words: words, options)
        settings.tellsSignsOfLife = true
        readAgain(&records, in: head, as: format, &settings)
        settings.isReadInOrder = !format.isReadInParallel(settings)
        let facts = HeadFacts(records)
        clocks.add(records)
        input.isDateAssumed = records.isDateAssumed
        if format.namesHosts, facts.devices.count <= 1 { input.host = facts.devices.first ?? rowClock?.device }
        noteDevices(facts, records, of: input.path, as: format, isReport: isReport, isWhole: head.isWhole)
        noteTimes(records, head, firstTime: facts.firstTime)
        input.kept = isReport ? keep(records, head) : nil
        input.summary.wrapper = format.wrapper
        // What comes late within the window may be earlier than what comes first.
        input.firstOrder =
            facts.firstTime.map { $0.nanoseconds.subtractingReportingOverflow(ReorderBuffer.window) }
            .map { $0.overflow ? .min : $0.partialValue } ?? .min
        input.settings = settings
        input.hasTicks = facts.isMachComplete
        inputs.append(input)
    }

    /// Reads a head anew where its own rows tell the year or the zone in which all of it is to be read.
    private func readAgain(
        _ records: inout EventBatch, in head: InputHead, as format: any InputFormat, _ settings: inout ReadingSettings
    ) {
        var looking = InputLook.looking(as: format, number: inputs.count, words: words, options)
        if let clock = records.rowClock {
            settings.take(clock)
            looking.take(clock)
            records = HeadFacts.read(head, as: format, looking)
        }
        guard options.zoneOffset == nil, let zone = records.rowZone else { return }
        settings.rowZone = zone
        guard zone.isMixed else { return }
        // What stands above the first row that states its zone is read with that.
        looking.rowZone = zone
        records = HeadFacts.read(head, as: format, looking)
    }

    /// Takes what the head of the next input tells of devices, and of what they are called.
    private mutating func noteDevices(
        _ facts: HeadFacts, _ records: EventBatch, of path: String, as format: any InputFormat, isReport: Bool,
        isWhole: Bool
    ) {
        if isReport {
            if facts.isOfWatch { watches.formUnion(facts.devices) }
            noteWindowedReports(records)
            noteExtensions(records)
        }
        for device in facts.devices {
            if format.namesHosts { hosts.insert(device) } else { devices.insert(device) }
        }
        installations.formUnion(facts.installations)
        if isReport {
            aliases.add(records, format: format.id)
            sessions.add(inputs.count, path: path, records, format: format.id)
        } else if !facts.devices.isEmpty, !format.namesHosts {
            aliases.add(log: records, isWhole: isWhole)
        }
        simulators.add(inputs.count, records, isReport: isReport, isHost: format.namesHosts)
        aliases.addStarts(records, isHost: format.namesHosts)
        nameless.add(
            inputs.count, path: path,
            devices: facts.installations.isEmpty ? facts.devices : facts.devices + facts.installations,
            isHost: format.namesHosts,
            model: facts.model, records)
    }

    /// Takes what the head of the next input tells of its year, or of the clocks of others.
    private mutating func noteTimes(_ records: EventBatch, _ head: InputHead, firstTime: Timestamp?) {
        if records.assumesYear {
            if !years.add(head, input: inputs.count, firstTime: firstTime) { addWitnesses(records, inputs.count) }
        } else {
            years.add(datedAt: records.isDateAssumed ? nil : firstTime, input: inputs.count)
            addWitnesses(records, inputs.count)
        }
    }

    /// The records of a small report: what was read once need not be read again.
    private mutating func keep(_ records: EventBatch, _ head: InputHead) -> KeptBatch? {
        let size = records.bytes.count + records.records.count * MemoryLayout<EventRecord>.stride
        guard head.isWhole, size <= batchRoom, !records.records.contains(where: \.isZoneAssumed) else { return nil }
        batchRoom -= size
        return KeptBatch(records)
    }

    /// Takes ends, and what befell a process, of which reports tell no more of the time than a window: runs that may be
    /// meant wait for them.
    private mutating func noteWindowedReports(_ batch: EventBatch) {
        if !tellsConclusions {
            tellsConclusions = batch.records.contains {
                $0.name == .processExit && batch.attribute(.windowed, of: $0).map { $0.bits != 0 } ?? false
            }
        }
        for record in batch.records {
            switch record.name {
            case .reportCrash, .reportResource: break
            // Without an id nobody knows whose hang it is.
            case .reportHang where record.hasPID: break
            default: continue
            }
            guard batch.attribute(.windowed, of: record).map({ $0.bits != 0 }) ?? false,
                let app = batch.string(record.app)
            else { continue }
            windowedReports[app, default: [:]][record.pid, default: []].append(record.time)
        }
    }

    /// Takes which bundle ids are no app's: of one process a report tells that, and of another one it does not.
    private mutating func noteExtensions(_ batch: EventBatch) {
        for record in batch.records where record.host == .extension || record.host == .widget {
            guard extensions.count < InputLook.mostExtensions, let app = batch.string(record.app) else { continue }
            // Of two that are told one counts, whatever order they come in.
            if let known = extensions[app], known.rawValue <= record.host.rawValue { continue }
            extensions[app] = record.host
        }
    }

    /// More of them no device has.
    private static let mostExtensions = 4_096

    /// Lists what is not read; what merely lies in `root` is tallied.
    private mutating func reject(
        _ path: String, _ code: ProblemCode, _ message: String, isExpected: Bool, format: String = "unknown",
        root: String? = nil
    ) {
        var summary = InputSummary(path: path, format: format, status: .unread, isExpected: isExpected)
        summary.problems = 1
        let row = UnreadListing.Row(summary: summary, code: code, message: message, root: root ?? path)
        if isExpected { list(row) } else { unread.add(row) }
    }

    private mutating func list(_ row: UnreadListing.Row) {
        problems.append(Problem(file: row.summary.path, code: row.code, message: row.message))
        inputs.append(
            PlannedInput(path: row.summary.path, format: nil, firstOrder: .max, summary: row.summary))
    }

    /// Why a report of lifelint's own is not read.
    static let ownReportMessage = "A report of lifelint's own is no evidence."

    /// What became of each input, in the order of their paths.
    ///
    /// - Parameter summaries: those of all inputs, in the order in which they were looked at.
    static func inOrder(_ summaries: [InputSummary]) -> [InputSummary] {
        // They were looked at in that order, but for members of archives and what is not read.
        let isOrdered = zip(summaries, summaries.dropFirst()).allSatisfy { !$1.path.precedesInBytes($0.path) }
        if isOrdered { return summaries }
        return summaries.enumerated().sorted { left, right in
            if left.element.path == right.element.path { return left.offset < right.offset }
            return left.element.path.precedesInBytes(right.element.path)
        }.map(\.element)
    }

    private mutating func addWitnesses(_ records: EventBatch, _ input: Int) {
        if options.zoneOffset == nil || options.date == nil { witnesses.add(records, input: input) }
    }

    /// Inputs without a year are read as of the one that others tell; their zones can be told only then.
    private mutating func settleYears(_ devices: [Int: String]) {
        for waiting in years.waiting {
            guard let format = inputs[waiting.input].format, var settings = inputs[waiting.input].settings else {
                continue
            }
            if let year = years.year(of: waiting, devices) {
                settings.year = year
                settings.isYearInferred = true
                inputs[waiting.input].settings = settings
            }
            let records = HeadFacts.read(waiting.head, as: format, settings)
            if let first = HeadFacts(records).firstTime, inputs[waiting.input].firstOrder != .min {
                inputs[waiting.input].firstOrder = first.nanoseconds - ReorderBuffer.window
            }
            addWitnesses(records, waiting.input)
        }
    }

    /// Several names are several devices; one may be that of a device which other inputs know by an identifier.
    private mutating func settleHosts() {
        guard hosts.count > 1 else { return }
        devices.formUnion(hosts)
    }

    /// Whose process a file of an SDK is about that does not say it: by the number of the input.
    private mutating func settleSessions() -> [Int: SessionOwner] {
        var aliases = self.aliases
        let owners = sessions.owners { crash, time, owner, format in
            aliases.add(crash, at: time, of: owner, format: format)
        }
        self.aliases = aliases
        sessions = SessionFolders()
        return owners
    }

    /// An installation that nothing tells to be on a device is one of its own.
    private mutating func settleAliases() {
        aliases.settle(amongDevices: devices.count)
        if devices.count > 1 { aliases.take(nameless.bridges(aliases, witnesses, watches: watches)) }
        if !installations.isEmpty { aliases.take(nameless.installations(aliases, watches: watches)) }
        let known = aliases.names
        devices = Set(devices.map { known[$0] ?? $0 })
        devices.formUnion(installations.filter { known[$0] == nil })
    }

    /// Where there are several devices, what names none may be known to be of one of them, or of one of its own.
    ///
    /// - Returns: by input, its device, where that is known.
    private mutating func settleNameless() -> [Int: String] {
        let hostsAreDevices = hosts.count > 1
        // What others tell of an input goes before what is said of all that tell nothing, as long as that is one of
        // several.
        let isSaid = options.device.map { !devices.contains($0) } ?? false
        let isAsked =
            !isSaid && (devices.count > 1 || nameless.tellsSeveral(besides: devices.first, aliases, witnesses))
        var found =
            isAsked
            ? nameless.devices(aliases, witnesses, hostsAreDevices: hostsAreDevices, watches: watches) : [:]
        simulator = options.device == nil ? simulators.device(among: devices, aliases.names) : nil
        if let simulator {
            for input in nameless.inputs where !(hostsAreDevices && input.isHost) && simulators.isLog(input) {
                found[input.number] = simulator.name
            }
        }
        let models = nameless.models(aliases, of: found, witnesses)
        let onlyDevice = devices.count == 1 ? devices.first : nil
        if hostsAreDevices {
            let ofLogs = Set(inputs.indices.compactMap { inputs[$0].format?.namesHosts == true ? found[$0] : nil })
            isDeviceAmbiguous =
                !ofLogs.isDisjoint(with: hosts)
                && !devices.subtracting(hosts).subtracting(watches).isSubset(of: ofLogs)
        }
        for index in inputs.indices {
            let device = found[index]
            // What names none is of the only one with a name as it would be without others: lines of nobody may still
            // be strangers.
            inputs[index].device = device == onlyDevice ? nil : device
            if let told = models[index] { inputs[index].models = told }
            // Elsewhere what containers call the device is no name that anybody else uses.
            if hostsAreDevices, device.map({ hosts.contains($0) }) ?? true {
                inputs[index].settings?.isHostDevice = true
            }
        }
        nameless = NamelessInputs()
        simulators = SimulatorInputs()
        return found
    }

    /// Whether the inputs hold so little that one thread is done with them before others are ready.
    var isShort: Bool {
        var room: Int64 = 16 << 10
        for input in inputs where input.format != nil {
            guard let size = input.size, size <= room else { return false }
            room -= size
        }
        return true
    }

    /// All inputs were looked at: what only all of them together can tell is decided.
    mutating func settle() {
        settleHosts()
        let owners = settleSessions()
        settleAliases()
        let devices = settleNameless()
        // By the name that others have for its device.
        for (index, var owner) in owners {
            owner.device = owner.device.map { aliases.names[$0] ?? $0 } ?? devices[index]
            inputs[index].owner = owner
        }
        settleYears(devices)
        listUnread()
        clocks.settle()
        let days = witnesses.days(devices)
        let offsets = witnesses.offsets(devices)
        for (index, days) in days { setDate(of: index, laterBy: days) }
        for (index, offset) in offsets { setZone(of: index, offset) }
        for pair in witnesses.pairs(devices, known: Set(days.keys).union(offsets.keys)) {
            setDate(of: pair.dateless, laterBy: pair.days)
            setZone(of: pair.zoneless, pair.offset)
        }
        settleZonesOfHosts(devices)
        settleUndated()
    }

    /// Logs that a host wrote without a zone are of one: what others, or records in them, tell of some of them holds
    /// for all.
    private mutating func settleZonesOfHosts(_ devices: [Int: String]) {
        let zoneless = witnesses.zonelessInputs.filter { inputs[$0].host != nil }
        if zoneless.isEmpty { return }
        let told = inputs.indices.filter {
            inputs[$0].format?.namesHosts == true && inputs[$0].settings?.zoneOffset != nil
        }
        if told.isEmpty { return }
        for index in zoneless {
            guard inputs[index].settings?.zoneOffset == nil else { continue }
            let siblings = told.filter {
                inputs[$0].host == inputs[index].host && DeviceNaming.mayBeOne(devices[$0], devices[index])
            }
            let offsets = Set(siblings.compactMap { inputs[$0].settings?.zoneOffset })
            guard offsets.count == 1, let offset = offsets.first else { continue }
            setZone(of: index, offset)
            inputs[index].isZoneOfHost = true
        }
    }

    /// What is of an invented day is of none that others state.
    private mutating func settleUndated() {
        func isUndated(_ index: Int) -> Bool {
            inputs[index].isDateAssumed && inputs[index].settings?.date == nil
        }
        guard inputs.indices.contains(where: isUndated) else { return }
        let read = inputs.indices.filter { inputs[$0].format != nil }
        let hasDated = read.contains { !isUndated($0) && inputs[$0].firstOrder != .min }
        guard hasDated else { return }
        for index in read where isUndated(index) {
            inputs[index].isUndated = true
            inputs[index].device = inputs[index].device ?? assumedDevice
        }
    }

    private mutating func setDate(of index: Int, laterBy days: Int) {
        let start = CalendarDay(year: 2000, month: 1, day: 1)
        inputs[index].settings?.date = CalendarDay(daysSinceEpoch: start.daysSinceEpoch + days)
        inputs[index].settings?.isDateInferred = true
        if inputs[index].firstOrder != .min { inputs[index].firstOrder &+= Int64(days) &* 86_400_000_000_000 }
    }

    private mutating func setZone(of index: Int, _ offset: Int) {
        inputs[index].settings?.zoneOffset = offset
        inputs[index].settings?.isZoneInferred = true
        let shift = Int64(offset) * 1_000_000_000
        if inputs[index].firstOrder != .min { inputs[index].firstOrder &-= shift }
    }

    /// What became of an input that was read.
    func summary(
        of index: Int, bytes: Int64, records: Int, events: Int, problems: Int, isPartly: Bool, isCut: Bool
    ) -> InputSummary {
        var summary = inputs[index].summary
        summary.bytes = bytes
        summary.records = records
        summary.events = events
        summary.problems = problems + inputs[index].problems
        summary.isCut = isCut || inputs[index].isCut
        summary.status = isPartly || inputs[index].isCut ? .partly : .read
        // What was named, and has no row of the log that it was taken for, was not read.
        if isPartly, records == 0, inputs[index].isNamed, inputs[index].format?.holdsReports != true {
            summary.status = .unread
        }
        return summary
    }

    /// Lists what was found and is not read; a named folder or archive of which nothing can be read is unread itself.
    mutating func listUnread() {
        var read: Set<String> = []
        // By path: what was named itself, or belongs to an inner folder, was read in the outer one, too.
        var last: Substring?
        for index in inputs.indices where inputs[index].format != nil {
            let path = inputs[index].path
            // What lies in one folder mostly stands side by side.
            let inner = path.folder
            if inner != nil, inner == last { continue }
            last = inner
            if let first = path.utf8.first { read.insert(first == 0x2F ? "/" : ".") }
            for slash in path.utf8.indices where path.utf8[slash] == 0x2F {
                let folder = path[..<slash]
                read.insert(String(folder))
                // What stands before `!/` is an archive.
                if folder.utf8.last == 0x21 { read.insert(String(folder.dropLast())) }
            }
        }
        for row in unread.rows {
            var row = row
            if roots.contains(row.root), !read.contains(row.root) { row.summary.isExpected = true }
            list(row)
        }
        unread = UnreadListing()
    }
}

extension ReadingSettings {
    /// What the options of an analysis say of reading.
    init(input: UInt32, words: CompiledVocabulary, _ options: AnalyzerOptions) {
        self.init(words: words, input: input, zoneOffset: options.zoneOffset, date: options.date)
        year = options.year
        includesDaemons = options.includesDaemons
    }

    /// Takes what the records in a log tell of its rows, as long as nobody says otherwise.
    fileprivate mutating func take(_ clock: RowClock) {
        if date == nil { year = year ?? clock.year }
        zoneOffset = zoneOffset ?? clock.zoneOffset
    }
}
