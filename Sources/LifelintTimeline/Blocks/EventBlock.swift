// SPDX-License-Identifier: MIT

import LifelintModel

/// Some hundreds of events in their order, and which device each of them belongs to: what shards work on.
///
/// It begins and ends between two instants. It is filled by one thread and looked at by others only when it is full.
package final class EventBlock: @unchecked Sendable {
    /// Events that are worth handing over.
    private static let fullCount = 1_024
    /// Bytes of batches that a block keeps.
    private static let fullBytes = 1 << 20

    /// An event, or the end of a device's evidence.
    struct Item {
        /// The place of its instant among all events; unique to the events of one device and one instant.
        var position: Int
        /// Its device: an index in the shard.
        var device: Int32
        /// Its batch: an index in the block.
        var batch: Int32
        /// Its index in its batch; −1 where the evidence of the device ends.
        var index: Int32
        /// Lines of its input before those of its batch.
        var lineBase: UInt32
        /// It names no device, and fits several equally well.
        var isTie = false
    }

    private var batches: [EventBatch] = []
    private var views: [BatchView] = []
    private(set) var items: [[Item]]
    private(set) var newDevices: [[DeviceTimeline]]
    private(set) var count = 0
    private var bytes = 0

    init(shards: Int) {
        items = Array(repeating: [], count: shards)
        newDevices = Array(repeating: [], count: shards)
    }

    /// Whether there is nothing to do.
    var isEmpty: Bool { count == 0 }
    /// Whether it is time to hand it over.
    var isFull: Bool { count >= EventBlock.fullCount || bytes >= EventBlock.fullBytes }

    /// Whether there is anything for that shard.
    package func concerns(shard: Int) -> Bool { !items[shard].isEmpty || !newDevices[shard].isEmpty }

    /// Keeps a batch; returns its index.
    func keep(_ batch: EventBatch) -> Int32 {
        if let last = batches.last, last === batch { return Int32(truncatingIfNeeded: batches.count - 1) }
        batches.append(batch)
        views.append(BatchView(batch))
        bytes += batch.bytes.count
        return Int32(truncatingIfNeeded: batches.count - 1)
    }

    /// The batch of that index.
    func batch(_ index: Int32) -> EventBatch { batches[Int(index)] }

    /// The event that is meant.
    func event(_ batch: Int32, _ index: Int32, lineBase: UInt32) -> EventView? {
        EventView(Int(index), of: views[Int(batch)], lineBase: lineBase)
    }

    /// Adds an event of a device.
    func add(_ item: Item, shard: Int) {
        items[shard].append(item)
        count += 1
    }

    /// Adds a device that the shard does not know yet.
    func add(_ device: DeviceTimeline) { newDevices[device.shard].append(device) }
}
