// SPDX-License-Identifier: MIT

public import LifelintModel

/// Events in, runs out: the push machine behind every analysis.
///
/// Events arrive in the order of their ``EventRecord/order``; within one instant in any order. It has no clock: time is
/// what events say and what ``advance(to:_:)`` is told.
///
/// It finds out which device each event belongs to and gathers the events in blocks; shards do the rest. Whoever pushes
/// single events has that done at once; whoever pushes batches hands the blocks to the shards, on as many threads as
/// there are.
public final class TimelineEngine {
    /// More events in one instant are taken in the order of their arrival: what waits must not grow with the log.
    private static let instantLimit = 1 << 16
    /// Devices whose evidence ends that are handed over together: few, so that what comes of the first is judged on one
    /// thread while others work on the next.
    private static let devicesPerBlock = 32

    /// An event of the instant that goes on, in the block at hand.
    private struct Pending {
        var batch: Int32
        var index: Int32
        var lineBase: UInt32
    }

    private let directory: DeviceDirectory
    /// Those who work on blocks.
    package let shards: [TimelineShard]
    private var block: EventBlock
    private var instant: [Pending] = []
    private var instantOrder: Int64 = 0
    /// How many events there were, those that repeat others included.
    private var position = 0
    private var needsShards = false

    /// An engine.
    ///
    /// - Parameter assumedDevice: the device of sources that name none, where exactly one is known.
    public convenience init(
        settings: TimelineSettings, inputs: InputNames = InputNames(), assumedDevice: String? = nil
    ) {
        self.init(settings: settings, inputs: inputs, assumedDevice: assumedDevice, shards: 1)
    }

    /// An engine with that many shards.
    ///
    /// - Parameter isDeviceStated: whether somebody said which device that is.
    package init(
        settings: TimelineSettings, inputs: InputNames, assumedDevice: String?, isDeviceStated: Bool = false,
        shards: Int
    ) {
        self.shards = (0..<max(shards, 1)).map { number in
            TimelineShard(number: number, settings: settings.separate(), inputs: inputs.separate())
        }
        block = EventBlock(shards: self.shards.count)
        directory = DeviceDirectory(
            shards: self.shards, inputs: inputs, assumedDevice: assumedDevice, isStated: isDeviceStated)
    }

    // MARK: Single events

    /// Takes the next event; runs that are over since, and what they did, are handed to `body`.
    public func add(_ record: EventRecord, in batch: EventBatch, _ body: (TimelineOutput) -> Void) {
        let single = EventBatch(bytes: batch.bytes, records: [record], attributes: batch.attributes)
        add(single, 0..<1, lineBase: 0, isWaiting: false) { work(on: $0, body) }
    }

    /// Moves every device's clock: what waited for later lines is decided.
    public func advance(to time: Int64, _ body: (TimelineOutput) -> Void) {
        endInstant { work(on: $0, body) }
        work(on: takeBlock(), body)
        directory.forEach { device in shards[device.shard].advance(device, to: time, body) }
    }

    /// The evidence ends: every run is handed on.
    public func finish(_ body: (TimelineOutput) -> Void) { finishBlocks(handingTo: { work(on: $0, body) }) }

    private func work(on block: EventBlock, _ body: (TimelineOutput) -> Void) {
        for shard in shards { shard.take(block) { body($1) } }
    }

    // MARK: Batches

    /// Takes the next events, which lie in a row in a batch; a block that is full is handed to `work`.
    ///
    /// - Parameters:
    ///   - lineBase: lines of the input before those of the batch.
    ///   - work: has to be done with all blocks, this one included, before it returns where ``mustWait`` says so.
    package func add(_ batch: EventBatch, _ range: Range<Int>, lineBase: UInt32, _ work: (EventBlock) -> Void) {
        add(batch, range, lineBase: lineBase, isWaiting: true, work)
    }

    /// What is asked next needs the state of all devices.
    package private(set) var mustWait = false

    /// The evidence ends.
    package func finishBlocks(handingTo work: (EventBlock) -> Void) {
        endInstant(work)
        var count = 0
        directory.forEach { device in
            block.add(
                EventBlock.Item(
                    position: position, device: Int32(truncatingIfNeeded: device.index), batch: 0, index: -1,
                    lineBase: 0), shard: device.shard)
            position += 1
            count += 1
            if count % Self.devicesPerBlock == 0 { work(takeBlock()) }
        }
        if !block.isEmpty { work(takeBlock()) }
    }

    /// How many runs are open: what memory depends on.
    public var openRunCount: Int { directory.openRunCount }

    /// Lines without a device were taken to be of the one known at first, and another one came up.
    public var hasAmbiguousDevice: Bool { directory.isAmbiguous }

    /// Of processes whose lines began runs of their own, since they name nothing else, the apps that turned out to have
    /// them.
    ///
    /// Asked when all is done: another pass over the same events that knows them takes such lines for those of the
    /// apps.
    package var appsOfNames: [String: String] {
        shards.reduce(into: [String: String?]()) { $0.merge($1.lateApps) { $0 == $1 ? $0 : nil } }.compactMapValues {
            $0
        }
    }

    private func takeBlock() -> EventBlock {
        defer { block = EventBlock(shards: shards.count) }
        return block
    }

    private func add(
        _ batch: EventBatch, _ range: Range<Int>, lineBase: UInt32, isWaiting: Bool, _ work: (EventBlock) -> Void
    ) {
        var kept: Int32?
        for index in range {
            let order = batch.records[index].order
            if order != instantOrder || instant.count >= Self.instantLimit {
                endInstant(work)
                instantOrder = order
                if !block.isEmpty, !isWaiting || block.isFull {
                    work(takeBlock())
                    kept = nil
                } else if needsShards {
                    kept = nil
                }
            }
            let slot = kept ?? block.keep(batch)
            kept = slot
            instant.append(
                Pending(batch: slot, index: Int32(truncatingIfNeeded: index), lineBase: lineBase))
        }
    }

    // MARK: Instants

    /// The events of the instant that is over find their devices.
    private func endInstant(_ work: (EventBlock) -> Void) {
        needsShards = false
        if instant.isEmpty { return }
        if instant.contains(where: { asksDevices($0) }) { catchUp(work) }
        if instant.count == 1 {
            let (device, isTie) = device(of: instant[0])
            route(instant[0], to: device, at: position, isTie: isTie)
            position += 1
        } else {
            routeByDevice()
        }
        instant.removeAll(keepingCapacity: true)
    }

    private func asksDevices(_ pending: Pending) -> Bool {
        guard let event = event(pending) else { return false }
        return directory.asksDevices(of: event)
    }

    private func event(_ pending: Pending) -> EventView? {
        block.event(pending.batch, pending.index, lineBase: pending.lineBase)
    }

    /// Has all blocks before this instant done, since devices will be asked.
    private func catchUp(_ work: (EventBlock) -> Void) {
        needsShards = true
        let batches = instant.map { block.batch($0.batch) }
        mustWait = true
        work(takeBlock())
        mustWait = false
        for index in instant.indices { instant[index].batch = block.keep(batches[index]) }
    }

    private func device(of pending: Pending) -> (DeviceTimeline?, isTie: Bool) {
        guard let event = event(pending) else { return (nil, false) }
        if event.record.isSignOfLife { return (directory.deviceHeard(by: event), false) }
        let (device, isNew, isTie) = directory.device(of: event)
        if isNew { block.add(device) }
        return (device, isTie)
    }

    private func route(_ pending: Pending, to device: DeviceTimeline?, at position: Int, isTie: Bool) {
        guard let device else { return }
        block.add(
            EventBlock.Item(
                position: position, device: Int32(truncatingIfNeeded: device.index), batch: pending.batch,
                index: pending.index, lineBase: pending.lineBase, isTie: isTie), shard: device.shard)
    }

    private func routeByDevice() {
        var groups: [(device: DeviceTimeline, events: [(Pending, isTie: Bool)])] = []
        var indices: [ObjectIdentifier: Int] = [:]
        for pending in instant {
            let (found, isTie) = device(of: pending)
            guard let device = found else { continue }
            if let index = indices[ObjectIdentifier(device)] {
                groups[index].events.append((pending, isTie))
            } else {
                indices[ObjectIdentifier(device)] = groups.count
                groups.append((device, [(pending, isTie)]))
            }
        }
        for (device, events) in groups {
            for (pending, isTie) in events { route(pending, to: device, at: position, isTie: isTie) }
            position += events.count
        }
    }
}
