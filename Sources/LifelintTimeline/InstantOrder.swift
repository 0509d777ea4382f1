// SPDX-License-Identifier: MIT

import LifelintModel

/// The order of the events of one device and one instant.
///
/// By their sequence numbers if all of a run's events have one and are of one class; else the event that is legal from
/// the run's current state comes first, a launch before all and an exit after all; then content decides. The choice is
/// made among the first of each name, so that an instant with many events costs no more than sorting them.
enum InstantOrder {
    static func arrange(_ events: [EventView], on device: DeviceTimeline) -> [EventView] {
        guard events.count > 1 else { return events }
        var partitions: [(app: [UInt8], pid: Int32, events: [EventView])] = []
        for event in events {
            let app = event.record.app.isPresent ? Array(event.batch.bytes[event.record.app.range]) : []
            if let index = partitions.firstIndex(where: { $0.app == app && $0.pid == event.record.pid }),
                partitions.count < 64
            {
                partitions[index].events.append(event)
            } else if partitions.count < 64 {
                partitions.append((app, event.record.pid, [event]))
            } else {
                partitions[63].events.append(event)
            }
        }
        return partitions.flatMap { arrangeRun($0.events, on: device) }
    }

    private static func arrangeRun(_ events: [EventView], on device: DeviceTimeline) -> [EventView] {
        guard events.count > 1 else { return events }
        if events.allSatisfy({ $0.record.hasSequence }),
            events.allSatisfy({ $0.record.witness == events[0].record.witness })
        {
            return events.sorted { $0.record.sequence < $1.record.sequence }
        }
        // Events come sorted by content, so those of one name lie together, in order.
        var queues: [(events: ArraySlice<EventView>, rank: (AppState?, Bool) -> Int)] = []
        var start = 0
        for index in 1...events.count where index == events.count || !isSameKind(events[index], events[start]) {
            let name = events[start]
            queues.append((events[start..<index], { rank(name, from: $0, isLaunched: $1) }))
            start = index
        }
        guard queues.count <= 64 else { return events.sorted { rank($0, from: nil, isLaunched: true) < rank($1, from: nil, isLaunched: true) } }
        var ordered: [EventView] = []
        ordered.reserveCapacity(events.count)
        var state = device.state(for: events[0])
        while ordered.count < events.count {
            var best = -1
            var bestRank = Int.max
            for index in queues.indices where !queues[index].events.isEmpty {
                let rank = queues[index].rank(state, !ordered.isEmpty)
                if rank < bestRank {
                    best = index
                    bestRank = rank
                }
            }
            guard best >= 0, let event = queues[best].events.popFirst() else { break }
            ordered.append(event)
            if let next = stateAfter(event) { state = next }
        }
        return ordered
    }

    private static func isSameKind(_ left: EventView, _ right: EventView) -> Bool {
        left.name == right.name && left.name != .custom && left.record.phase == right.record.phase
            || left.name == .custom && right.name == .custom
    }

    private static func rank(_ event: EventView, from state: AppState?, isLaunched: Bool) -> Int {
        if event.name == .processLaunch { return 0 }
        if LaunchStep.isStep(event.name) { return 1 }
        if RunMachine.isExit(event) { return 9 }
        guard let target = stateAfter(event), let state else { return 5 }
        return isLegal(event.name, from: state, to: target) ? 5 : 7
    }

    private static func stateAfter(_ event: EventView) -> AppState? {
        switch event.name {
        case .sceneDidBecomeActive: .active
        case .sceneWillResignActive, .sceneWillEnterForeground: .inactive
        case .sceneDidEnterBackground: .background
        default: AppEdge.of(event)?.state
        }
    }

    private static func isLegal(_ name: EventName, from state: AppState, to target: AppState) -> Bool {
        switch name {
        case .appDidBecomeActive, .sceneDidBecomeActive: state == .inactive || state == .launching
        case .appWillResignActive, .sceneWillResignActive: state == .active
        case .appDidEnterBackground, .sceneDidEnterBackground: state == .inactive || state == .launching
        case .appWillEnterForeground, .sceneWillEnterForeground:
            state == .background || state == .suspended || state == .launching
        case .processSuspend: state == .background
        case .processResume: state == .suspended
        default: target != state
        }
    }
}

extension DeviceTimeline {
    /// The state of the run that an event belongs to, if one is open.
    func state(for event: EventView) -> AppState? {
        open.first { $0.identity.fit(event.record, in: event.batch) != nil }?.app.current
    }
}
