// SPDX-License-Identifier: MIT

import LifelintFiles
import LifelintIngest
import LifelintModel
import LifelintRules
import LifelintTimeline

/// One pass over all inputs: opens them as their time comes, merges them, feeds the timeline, and what that tells to
/// rules.
///
/// Inputs whose times do not overlap are read one after the other. At most ``maximumOpen`` larger ones are open at
/// once: where more overlap, groups of them are merged into a spool first.
final class BatchPass {
    /// What a pass comes to.
    enum Outcome {
        case finished(AnalysisResults)
        /// These inputs have to be sorted first.
        case disordered(Set<Int>)
        /// By names of processes, apps that turned out to have them too late.
        case named([String: String])
    }

    /// Larger inputs that are open at the same time.
    static let maximumOpen = 64
    /// Others of more than a chunk, which need an open file, too: as many as the process may have beside the rest.
    ///
    /// On macOS that is 256 in all, unless somebody says otherwise.
    private static let maximumOpenMiddle = min(max((ByteStream.openLimit ?? 256) - 2 * maximumOpen - 32, 32), 512)
    /// How much of an input is read at once where few are, and where many are.
    private static let (largeChunk, usualChunk) = (256 << 10, 64 << 10)

    private let options: AnalyzerOptions
    private let look: InputLook
    /// What became of the inputs so far.
    private var summaries: [InputSummary]
    private let disordered: Set<Int>
    /// No pass before told whose processes are.
    private let isFirst: Bool
    private let pool: WorkPool?
    private let progress: ((AnalysisProgress) -> Void)?
    private let engine: TimelineEngine
    private let rules: RuleEngine?
    private let judges: [RuleEngine.Judges]
    private let shelf: PreparedShelf
    private let pipeline: BlockPipeline
    private var results: AnalysisResults
    private let judged: JudgedRuns
    private var heap = SourceHeap()
    private var waiting: [Int] = []
    private var sources: [Int: [MergeSource]] = [:]
    private var bytesDone: Int64 = 0
    private var filesDone = 0
    private var sinceProgress = 0
    /// What was sorted: one file for all inputs in no order, however many they are.
    private var sortedSpool: SpoolFile?

    init(
        options: AnalyzerOptions, look: InputLook, vocabulary: Vocabulary, disordered: Set<Int>,
        appsOfNames: [String: String], pool: WorkPool?, spare: SpareRules?, shelf: PreparedShelf,
        progress: ((AnalysisProgress) -> Void)?
    ) {
        self.options = options
        self.shelf = shelf
        self.look = look
        // Each where it stands: a copy of a whole input is large.
        summaries = look.inputs.indices.map { look.inputs[$0].summary }
        self.disordered = disordered
        isFirst = appsOfNames.isEmpty
        self.pool = pool
        self.progress = progress
        var names = InputNames()
        for index in look.inputs.indices {
            let format = look.inputs[index].format
            _ = names.add(look.inputs[index].path, format: format?.id ?? "", traits: format?.traits ?? [])
        }
        let results = AnalysisResults(options: options, pool: pool)
        self.results = results
        let sharing = pool.flatMap { $0.isRunning ? $0 : nil }
        let rules = RuleEngine.forAnalysis(
            options, shelf: results.shelf, reports: options.selectsAllRuns ? nil : { options.selects($0) }
        ) {
            spare?.takeDone() ?? shelf.take()
        }
        // The next ones are for whoever judges first.
        if sharing != nil { spare?.prepare() }
        self.rules = rules
        var settings = TimelineSettings(vocabulary: vocabulary, apps: options.apps.map { Glob($0) })
        settings.tellsStretches = rules != nil
        settings.windowedReports = look.windowedReports
        settings.extensions = look.extensions
        settings.appsOfNames = appsOfNames
        settings.awaitsReports = look.inputs.contains { $0.format?.holdsReports == true }
        settings.awaitsConclusions = look.tellsConclusions
        let hands = sharing.map { BatchPass.hands(of: $0) } ?? [0]
        engine = TimelineEngine(
            settings: settings, inputs: names, assumedDevice: look.assumedDevice,
            isDeviceStated: options.device != nil, shards: hands.count)
        let judged = JudgedRuns(rules: rules, findings: results.findings, baseline: options.baseline)
        self.judged = judged
        // Whoever takes what is judged has compiled rules already; each of the others has its own.
        var judges: [Int: RuleEngine.Judges] = [:]
        let callersHand = sharing?.callersHand ?? 0
        for hand in Set(hands + [callersHand]) {
            judges[hand] =
                hand == callersHand
                ? rules?.makeOwnJudges() : rules?.makeJudges { spare?.take() ?? shelf.take() }
        }
        self.judges = Array(judges.values)
        pipeline = BlockPipeline(
            shards: engine.shards, hands: hands, pool: pool,
            collectors: hands.map { RunCollector(options: options, runs: results.runs, judges: judges[$0]) },
            judges: judges[callersHand], sink: { judged.take($0) })
        for problem in look.problems { self.results.problems.add(problem) }
        // The earliest last, so that the next one to open is taken from the end.
        waiting = look.inputs.indices.filter { look.inputs[$0].format != nil }.sorted {
            (firstOrder(of: $0), $0) > (firstOrder(of: $1), $1)
        }
    }

    /// By shard of the timeline, who works on it.
    ///
    /// Whoever reads, merges and takes what was judged has enough to do beside several threads, and no more than a few
    /// keep up with it; beside a single one it takes two fifths of the devices, too.
    private static func hands(of pool: WorkPool) -> [Int] {
        pool.count == 1 ? [0, 0, 0, pool.callersHand, pool.callersHand] : Array(0..<min(pool.count, 4))
    }

    func run() -> Outcome {
        // Made once: it is handed on with every range of events.
        let work: (EventBlock) -> Void = { [engine, pipeline] block in pipeline.take(block, isAwaited: engine.mustWait)
        }
        openDue()
        while let source = heap.first, let order = heap.firstOrder {
            defer { if heap.isEmpty { openDue() } }
            if let next = waiting.last, firstOrder(of: next) <= order {
                openDue()
                continue
            }
            let limit = min(heap.secondOrder ?? .max, waiting.last.map { firstOrder(of: $0) } ?? .max)
            guard let ready = source.popRange(before: limit) else {
                closeFirst(source)
                continue
            }
            engine.add(ready.batch, ready.range, lineBase: ready.lineBase, work)
            reportProgress(ready.range.count)
            if let next = source.nextOrder() {
                if next != order || heap.count > 1 { heap.updateFirst(order: next) }
            } else {
                closeFirst(source)
            }
            if source.lateCount > 0, canSort(source.index), canBeginAgain, hasPlaceToSort {
                pipeline.finish()
                let found = findDisordered(source.index)
                beginAgain()
                return .disordered(found)
            }
        }
        engine.finishBlocks(handingTo: work)
        pipeline.finish()
        if isFirst, canBeginAgain {
            let names = engine.appsOfNames
            if !names.isEmpty {
                beginAgain()
                return .named(names)
            }
        }
        for collector in pipeline.collectors { results.add(collector) }
        results.runs.finish()
        finishRules()
        results.finish()
        finishBooks()
        return .finished(results)
    }

    /// Leaves the compiled rules to the next analysis: nobody judges any more.
    func releaseRules() {
        if let rules { shelf.put(rules.released(judges)) }
    }

    private func finishRules() {
        guard let rules else { return }
        judged.finish()
        if let error = results.shelf.error {
            results.problems.add(
                Problem(
                    file: error.path, code: .unreadable,
                    message: "findings that had to wait could not be read back: \(error.reason)"))
        }
        results.count(judged.counts)
        results.verdicts = rules.verdicts
        let apps = rules.appVerdicts
        results.appVerdicts = Array(apps.prefix(AppVerdicts.maximumApps))
        if let baseline = options.baseline {
            let missing = baseline.missing(
                found: judged.known, leftOut: judged.leftOut, verdicts: results.verdicts, apps: apps,
                isWhole: !summaries.contains(where: \.isIncomplete), isReported: options.selects(app:))
            results.fixed = missing.fixed
            results.notSeen = missing.notSeen
        }
        for problem in rules.problems + options.configuration.problems { results.problems.add(problem) }
    }

    // MARK: Opening and closing

    /// Before when an input cannot have events: it need not be open earlier.
    ///
    /// What is in no order, or ordered by ticks whose clock was set, may begin at any time.
    private func firstOrder(of index: Int) -> Int64 {
        disordered.contains(index) || (look.clocks.isNeeded && look.inputs[index].hasTicks)
            ? .min : look.inputs[index].firstOrder
    }

    /// What the devices of an input are called elsewhere.
    private func naming(of index: Int) -> DeviceNaming {
        // Each where it stands: a copy of a whole input is large.
        let holdsReports = look.inputs[index].format?.holdsReports == true
        return DeviceNaming(
            aliases: holdsReports ? look.aliases.names : [:],
            nameless: look.inputs[index].device, models: look.inputs[index].models,
            simulator: holdsReports ? look.simulator : nil,
            isUndated: look.inputs[index].isUndated, owner: look.inputs[index].owner)
    }

    private var clocks: BootClocks? { look.clocks.isNeeded ? look.clocks : nil }

    private func openDue() {
        while let next = waiting.last, heap.isEmpty || firstOrder(of: next) <= heap.firstOrder ?? .max {
            if options.spoolDirectory != nil, isFull(for: next) { mergeOpenIntoSpool() }
            waiting.removeLast()
            open(next)
        }
    }

    private var openLargeCount = 0
    private var openMiddleCount = 0
    private lazy var readableCount = look.inputs.count { $0.format != nil }

    private func isLarge(_ index: Int) -> Bool {
        (look.inputs[index].size ?? .max) > PlannedInput.smallBytes
    }

    /// Whether it is read in more than one chunk, and so needs an open file while others are read.
    private func staysOpen(_ index: Int) -> Bool {
        (look.inputs[index].size ?? .max) >= BatchPass.usualChunk && look.inputs[index].kept == nil
    }

    /// Whether as many are open as may be, and one like that shall be opened.
    private func isFull(for index: Int) -> Bool {
        if isLarge(index) { return openLargeCount >= BatchPass.maximumOpen }
        return staysOpen(index) && openMiddleCount >= BatchPass.maximumOpenMiddle
    }

    private func count(_ index: Int, by change: Int) {
        if isLarge(index) {
            openLargeCount = max(0, openLargeCount + change)
        } else if staysOpen(index) {
            openMiddleCount = max(0, openMiddleCount + change)
        }
    }

    private func open(_ index: Int) {
        if let batch = look.inputs[index].kept?.take() {
            return add(
                MergeSource(
                    index: index, path: look.inputs[index].path,
                    batches: KnownBatch(batch, size: look.inputs[index].size ?? 0), keptProblems: keptPerInput,
                    clocks: clocks, naming: naming(of: index)))
        }
        let input = look.inputs[index]
        guard let format = input.format, let settings = input.settings else { return }
        do throws(FileError) {
            let stream = try input.open()
            // Of a stream without an end nobody keeps all.
            if input.stream != nil, readableCount > 1 || stream.endsAhead {
                stream.keepCopy(in: options.spoolDirectory)
            }
            if disordered.contains(index), let directory = options.spoolDirectory {
                try openSorted(index, stream, format, settings, directory)
                return
            }
            let isAlone = readableCount <= 4
            // Batches that hold their chunks are big: no more of them than keep everybody busy.
            let hands = pool?.count ?? 0
            let depth = format.keepsChunks ? hands + 1 : 2 * hands + 2
            let batches = BatchSource(
                stream: stream, format: format, settings: settings, pool: isLarge(index) ? pool : nil,
                chunkSize: isAlone ? BatchPass.largeChunk : BatchPass.usualChunk, depth: isAlone ? depth : 1)
            count(index, by: 1)
            add(
                MergeSource(
                    index: index, path: input.path, batches: batches, keptProblems: keptPerInput, clocks: clocks,
                    naming: naming(of: index), watchesClock: options.zoneOffset != nil))
        } catch {
            unread(index, error)
        }
    }

    private func add(_ source: MergeSource) {
        sources[source.index, default: []].append(source)
        if let order = source.nextOrder() {
            heap.insert(source, order: order)
        } else {
            keepBooks(of: source)
        }
    }

    private func closeFirst(_ source: MergeSource) {
        heap.removeFirst()
        close(source)
    }

    private func close(_ source: MergeSource) {
        keepBooks(of: source)
        // What was read is done with.
        if sources[source.index]?.count == 1 { sources[source.index] = nil }
    }

    private var keptPerInput: Int { min(options.keptProblems, 1_000) }

    // MARK: Inputs in no order

    private func canSort(_ index: Int) -> Bool {
        options.spoolDirectory != nil && look.inputs[index].stream == nil && !disordered.contains(index)
    }

    /// Whether there is a place for what is sorted: where there is none, it is read as it stands.
    private lazy var hasPlaceToSort: Bool = {
        guard let directory = options.spoolDirectory else { return false }
        do throws(FileError) {
            sortedSpool = try SpoolFile(directory: directory, limit: .max)
            return true
        } catch {
            results.problems.add(
                Problem(
                    file: error.path, code: .outOfOrder,
                    message: "\(Self.noPlace(error)); what is in no order is not sorted; TMPDIR names another folder"))
            return false
        }
    }()

    private static func noPlace(_ error: FileError) -> String { "no place in temporary files: \(error.reason)" }

    /// What can be read only once is there again where a copy of it was kept.
    private var canBeginAgain: Bool { look.inputs.indices.allSatisfy { look.inputs[$0].stream?.canRewind ?? true } }

    private func beginAgain() {
        for (index, input) in look.inputs.enumerated() {
            guard let stream = input.stream else { continue }
            for source in sources[index] ?? [] { source.stop() }
            stream.rewind()
        }
    }

    /// Reads on without building anything, to find every input that needs sorting: the analysis begins again only once.
    private func findDisordered(_ first: Int) -> Set<Int> {
        var found: Set = [first]
        for list in sources.values {
            for source in list where canSort(source.index) && !found.contains(source.index) {
                while source.lateCount == 0, source.nextOrder() != nil { _ = source.pop() }
                if source.lateCount > 0 { found.insert(source.index) }
            }
        }
        return found
    }

    private func openSorted(
        _ index: Int, _ stream: ByteStream, _ format: any InputFormat, _ settings: ReadingSettings,
        _ directory: String
    ) throws(FileError) {
        let batches = BatchSource(
            stream: stream, format: format, settings: settings, pool: nil, chunkSize: BatchPass.largeChunk, depth: 0)
        let books = MergeSource(
            index: index, path: look.inputs[index].path, batches: batches, keptProblems: keptPerInput, clocks: clocks,
            naming: naming(of: index), watchesClock: options.zoneOffset != nil)
        count(index, by: 1)
        let spool: SpoolFile
        if let sortedSpool {
            spool = sortedSpool
        } else {
            spool = try SpoolFile(directory: directory, limit: .max)
            sortedSpool = spool
        }
        var sorter = SpoolSorter(spool: spool)
        while let batch = books.readBatch() { try sorter.add(batch) }
        keepBooks(of: books)
        for stretch in try sorter.finish() {
            let source = MergeSource(
                index: index, path: look.inputs[index].path, batches: stretch, keptProblems: 0, isSpooled: true)
            if let order = source.nextOrder() { heap.insert(source, order: order) }
        }
    }

    /// Too many overlap: the files that are open are merged into one spool, which takes their place.
    ///
    /// What was merged before stays as it is, so that it is not written again and again, unless there is much of it,
    /// too.
    private func mergeOpenIntoSpool() {
        guard let directory = options.spoolDirectory else { return }
        let mergesAll = heap.count(where: \.isSpooled) >= BatchPass.maximumOpen
        var merging = heap.split { mergesAll || !$0.isSpooled }
        do throws(FileError) {
            var sorter = try SpoolSorter(directory: directory)
            while let source = merging.first, let ready = source.pop() {
                try sorter.add(ready.record, of: ready.batch)
                if let next = source.nextOrder() {
                    merging.updateFirst(order: next)
                } else {
                    merging.removeFirst()
                    close(source)
                }
            }
            // It was written in its order: all of it is one sequence.
            let source = MergeSource(
                index: look.inputs.count, path: "", batches: try sorter.finishInOrder(), keptProblems: 0,
                isSpooled: true)
            if let order = source.nextOrder() { heap.insert(source, order: order) }
            (openLargeCount, openMiddleCount) = (0, 0)
        } catch {
            results.spoolError = results.spoolError ?? error
            heap.add(merging)
        }
    }

    // MARK: Books

    private func unread(_ index: Int, _ error: FileError) {
        summaries[index].status = .unread
        summaries[index].problems += 1
        // The input itself may well be there.
        let reason = error.path == options.spoolDirectory ? Self.noPlace(error) : error.reason
        results.problems.add(Problem(file: look.inputs[index].path, code: .unreadable, message: reason))
    }

    private func keepBooks(of source: MergeSource) {
        guard !source.isSpooled, source.index < look.inputs.count else { return }
        if look.inputs[source.index].kept == nil { count(source.index, by: -1) }
        bytesDone += source.position
        filesDone += 1
        for problem in source.problems { results.problems.add(problem) }
        results.exitCounts += source.exitCounts.filter { options.selects($0) }
        var problemCount = source.problemCount
        if source.hasAssumedZone {
            problemCount += 1
            results.problems.add(
                Problem(
                    file: look.inputs[source.index].path, code: .zoneAssumed,
                    message: look.inputs[source.index].zoneAssumption))
        }
        if source.hasAssumedYear || source.hasAssumedDate || source.leapYear != nil {
            problemCount += 1
            let input = look.inputs[source.index]
            results.problems.add(
                Problem(
                    file: input.path, code: .yearAssumed,
                    message: source.leapYear.map(input.leapYearAssumption)
                        ?? (source.hasAssumedYear ? input.yearAssumption : input.dateAssumption)))
        }
        if source.lateCount == 0, let problem = source.clockSteps.problem(in: look.inputs[source.index].path) {
            problemCount += 1
            results.problems.add(problem)
        }
        if source.lateCount > 0 {
            problemCount += 1
            results.problems.add(
                Problem(
                    file: look.inputs[source.index].path, code: .outOfOrder,
                    message: "\(source.lateCount) events come more than 10 s late and are placed where they are read"))
        }
        if let error = source.error {
            problemCount += 1
            results.problems.add(
                Problem(file: look.inputs[source.index].path, code: .unreadable, message: error.reason))
        }
        summaries[source.index] = look.summary(
            of: source.index, bytes: source.position, records: source.records, events: source.events,
            problems: problemCount,
            // Of an event with an unknown name nothing is left out.
            isPartly: source.problemCount > source.problems.count { $0.code == .unknownEvent } || source.lateCount > 0
                || source.error != nil,
            isCut: source.error != nil)
    }

    private func finishBooks() {
        if let error = results.spoolError {
            results.problems.add(
                Problem(file: error.path, code: .tooLarge, message: "results stay in memory: \(error.reason)"))
        }
        if engine.hasAmbiguousDevice {
            results.problems.add(
                Problem(
                    file: "-", code: .deviceAmbiguous,
                    message:
                        "lines without a device were taken to be of the one device known at first; --device names it"
                ))
        } else if look.isDeviceAmbiguous {
            results.problems.add(
                Problem(
                    file: "-", code: .deviceAmbiguous,
                    message:
                        "logs and reports name their devices differently, and nothing tells which of them are the same")
            )
        }
        results.inputs = InputLook.inOrder(summaries)
        results.places = look.places
        reportProgress(isLast: true)
    }

    private func reportProgress(_ events: Int = 0, isLast: Bool = false) {
        sinceProgress += events
        guard let progress, isLast || sinceProgress >= 32_768 else { return }
        sinceProgress = 0
        let sizes = look.inputs.map { $0.format == nil ? 0 : $0.size }
        let total = sizes.contains(where: { $0 == nil }) ? nil : sizes.compactMap(\.self).reduce(0, +)
        let reading = isLast ? 0 : sources.values.joined().reduce(Int64(0)) { $0 + ($1.isFinished ? 0 : $1.position) }
        progress(
            AnalysisProgress(
                bytesRead: min(bytesDone + reading, total ?? .max), bytesTotal: total, filesDone: filesDone,
                filesTotal: look.inputs.count))
    }
}
