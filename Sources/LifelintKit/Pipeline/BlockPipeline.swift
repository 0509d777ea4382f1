// SPDX-License-Identifier: MIT

import LifelintModel
import LifelintRules
import LifelintTimeline

/// Has blocks of events worked on by the shards of the timeline, side by side where there is a pool, and hands on what
/// was judged in the order in which one thread alone would have found it.
///
/// Why unchecked: what the pool's threads share is protected by the pool's lock; a shard and its collector belong to
/// whichever thread works on them, one at a time.
final class BlockPipeline: @unchecked Sendable {
    /// Blocks in work: enough to keep every thread busy, few enough not to count in memory.
    private static let blocksInWork = 4

    /// A block in work.
    private struct Work {
        var block: EventBlock
        var missing: Int
        /// How many eighths of the runs that end in it are left to whoever hands them on.
        var leftShare: Int
        /// By lane.
        var judged: [[RunCollector.Judged]]
    }

    /// A shard with all that belongs to it.
    private struct Lane {
        let shard: TimelineShard
        let collector: RunCollector
        /// Who works on it: nobody else does while others work, so that what it makes stays with one thread.
        let hand: Int
    }

    /// What a lane has to do.
    private struct Turn {
        var isBusy = false
        /// The numbers of the blocks that it has to take.
        var waiting: [Int] = []
    }

    private let pool: WorkPool?
    /// Who judges what the lanes leave.
    private let judges: RuleEngine.Judges?
    private let sink: (RuleEngine.JudgedRun) -> Void
    /// How many eighths of the runs lanes leave.
    ///
    /// More where whoever hands runs on waits for the lanes, fewer where these wait to be handed on: a log of one
    /// device has one lane.
    private var leftShare = 0

    /// Never changed: whoever looks at them need not have the lock.
    private let lanes: [Lane]

    // Protected by the pool's lock where there is one.
    /// By lane.
    private var turns: [Turn]
    private var works: [Work] = []
    /// The number of the first block in work.
    private var firstNumber = 0

    /// - Parameters:
    ///   - hands: by shard, who works on it.
    ///   - judges: those of whoever hands runs on; nil where nothing is judged.
    init(
        shards: [TimelineShard], hands: [Int], pool: WorkPool?, collectors: [RunCollector],
        judges: RuleEngine.Judges?, sink: @escaping (RuleEngine.JudgedRun) -> Void
    ) {
        self.pool = pool?.isRunning == true ? pool : nil
        self.judges = judges
        self.sink = sink
        lanes = shards.indices.map { Lane(shard: shards[$0], collector: collectors[$0], hand: hands[$0]) }
        turns = shards.map { _ in Turn() }
    }

    /// What the shards have gathered; asked when nothing is in work.
    var collectors: [RunCollector] { lanes.map(\.collector) }

    /// Has a block worked on; where that must be done with before this returns, `isAwaited`.
    func take(_ block: EventBlock, isAwaited: Bool) {
        if isAwaited {
            finish()
            return takeHere(block)
        }
        guard let pool else { return takeHere(block) }
        let started: [Int] = pool.locked {
            let concerned = lanes.indices.filter { block.concerns(shard: $0) }
            let number = firstNumber + works.count
            works.append(
                Work(block: block, missing: concerned.count, leftShare: leftShare, judged: lanes.map { _ in [] }))
            for lane in concerned { turns[lane].waiting.append(number) }
            let idle = concerned.filter { !turns[$0].isBusy }
            for lane in idle { turns[lane].isBusy = true }
            return idle
        }
        for lane in started { submit(lane, pool) }
        while let done = firstDone(pool, waiting: Self.blocksInWork) { handOn(done) }
    }

    /// Whoever hands runs on had to wait for the lanes, or they for him.
    private func adjustShare(hadToWait: Bool) {
        if judges == nil { return }
        leftShare = min(max(leftShare + (hadToWait ? 1 : -1), 0), RunCollector.wholeShare)
    }

    /// Waits until all blocks are done.
    func finish() {
        guard let pool else { return }
        while let done = firstDone(pool, waiting: 1) { handOn(done) }
    }

    private func takeHere(_ block: EventBlock) {
        handOn(lanes.map { BlockPipeline.work($0, block, leaving: 0) })
    }

    /// What came of the first block: once it is done where so many are in work, else only if it is.
    private func firstDone(_ pool: WorkPool, waiting count: Int) -> [[RunCollector.Judged]]? {
        func take() -> [[RunCollector.Judged]]? {
            guard let first = works.first, first.missing == 0 else { return nil }
            works.removeFirst()
            firstNumber += 1
            return first.judged
        }
        let (done, mustWait, isOthers) = pool.locked { (take(), works.count >= count, others(pool)) }
        if done != nil || mustWait { adjustShare(hadToWait: done == nil && isOthers) }
        if done != nil || !mustWait { return done }
        return pool.waitAndHelp { take() }
    }

    /// Whether somebody else has still to work on the first block; asked with the lock.
    private func others(_ pool: WorkPool) -> Bool {
        lanes.indices.contains { lanes[$0].hand != pool.callersHand && turns[$0].waiting.first == firstNumber }
    }

    private func submit(_ lane: Int, _ pool: WorkPool) {
        pool.submit(to: lanes[lane].hand) { [self] in work(lane, pool) }
    }

    /// One block at a time: other work has its turn in between.
    private func work(_ index: Int, _ pool: WorkPool) {
        let (block, share) = pool.locked {
            let work = works[turns[index].waiting[0] - firstNumber]
            return (work.block, work.leftShare)
        }
        let judged = BlockPipeline.work(lanes[index], block, leaving: share)
        let (isDone, goesOn) = pool.locked {
            let number = turns[index].waiting.removeFirst() - firstNumber
            works[number].judged[index] = judged
            works[number].missing -= 1
            turns[index].isBusy = !turns[index].waiting.isEmpty
            return (works[number].missing == 0, turns[index].isBusy)
        }
        if goesOn { submit(index, pool) }
        if isDone { pool.notify() }
    }

    private static func work(_ lane: Lane, _ block: EventBlock, leaving share: Int) -> [RunCollector.Judged] {
        lane.collector.leave(share)
        lane.shard.take(block) { position, output in lane.collector.take(output, at: position) }
        return lane.collector.endBlock()
    }

    /// Positions rise within a shard: the rest is a merge.
    private func handOn(_ judged: [[RunCollector.Judged]]) {
        let filled = judged.filter { !$0.isEmpty }
        defer { if let pool { giveBack(judged, pool) } }
        if filled.count == 1 {
            for run in filled[0] { handOn(run) }
            return
        }
        for run in filled.joined().enumerated().sorted(by: {
            ($0.element.position, $0.offset) < ($1.element.position, $1.offset)
        }) {
            handOn(run.element)
        }
    }

    private func handOn(_ run: RunCollector.Judged) {
        switch run.outcome {
        case .judged(let run): sink(run)
        case .left(let stretch): if let run = judges?.take(stretch) { sink(run) }
        }
    }

    /// Where they were made, they are freed: threads that free each other's memory wait for each other.
    private func giveBack(_ judged: [[RunCollector.Judged]], _ pool: WorkPool) {
        for (lane, judged) in zip(lanes, judged) where lane.hand != pool.callersHand && !judged.isEmpty {
            let spent = SpentRuns(judged)
            pool.submit(to: lane.hand) { spent.free() }
        }
    }
}
