// SPDX-License-Identifier: MIT

import LifelintModel

/// Some of the devices: takes their events block by block, gives what they come to.
///
/// Devices know nothing of each other, so shards can work side by side; what they give is put into one order by the
/// positions that go with it. One thread at a time works on a shard.
package final class TimelineShard: @unchecked Sendable {
    let number: Int
    let settings: TimelineSettings
    private let inputs: InputNames
    private var devices: [DeviceTimeline] = []

    init(number: Int, settings: TimelineSettings, inputs: InputNames) {
        self.number = number
        self.settings = settings
        self.inputs = inputs
    }

    /// By names of processes, apps that turned out to have them after lines that name nothing else had begun runs of
    /// their own; nil where several have.
    var lateApps: [String: String?] {
        devices.reduce(into: [:]) { $0.merge($1.names.lateApps) { $0 == $1 ? $0 : nil } }
    }

    /// Takes its part of a block; what is over since is handed to `body` with its position, in rising order.
    package func take(_ block: EventBlock, _ body: (_ position: Int, TimelineOutput) -> Void) {
        devices.append(contentsOf: block.newDevices[number])
        let items = block.items[number]
        var next = 0
        while next < items.count {
            let item = items[next]
            var end = next + 1
            while end < items.count, items[end].position == item.position { end += 1 }
            let device = devices[Int(item.device)]
            if item.index < 0 {
                device.finish(inputs: inputs)
            } else if end == next + 1 {
                device.position = item.position
                device.isTie = item.isTie
                if let event = block.event(item.batch, item.index, lineBase: item.lineBase) {
                    device.apply(event, inputs: inputs)
                }
            } else {
                take(items[next..<end], of: block, device, body)
            }
            if device.hasFinished { collect(from: device) { body(item.position, $0) } }
            next = end
        }
    }

    /// Takes the events of one instant; what is over is handed on meanwhile, since a day's reports may be of one.
    private func take(
        _ items: ArraySlice<EventBlock.Item>, of block: EventBlock, _ device: DeviceTimeline,
        _ body: (_ position: Int, TimelineOutput) -> Void
    ) {
        let events = items.compactMap { block.event($0.batch, $0.index, lineBase: $0.lineBase) }
        guard let first = items.first, !events.isEmpty else { return }
        device.isTie = items.contains(where: \.isTie)
        let told = events.filter { !$0.record.isSignOfLife }
        let ordered = told.count > 1 ? InstantGroup.arrange(told, on: device, inputs: inputs) : told
        // What happens in the instant comes before what merely shows that a process runs.
        for (offset, event) in (ordered + events.filter(\.record.isSignOfLife)).enumerated() {
            device.position = first.position + offset
            device.apply(event, inputs: inputs)
            if device.hasFinished { collect(from: device) { body(first.position, $0) } }
        }
    }

    /// Moves a device's clock.
    func advance(_ device: DeviceTimeline, to time: Int64, _ body: (TimelineOutput) -> Void) {
        device.heardUntil = max(device.heardUntil ?? time, time)
        device.advance(to: time, inputs: inputs)
        collect(from: device, body)
    }

    private func collect(from device: DeviceTimeline, _ body: (TimelineOutput) -> Void) {
        for finished in device.takeFinished() {
            switch finished {
            case .stretch(let stretch): body(.stretch(stretch))
            case .run(let run, let isStillRunning):
                let reducer = RunReducer(run: run, isStillRunning: isStillRunning, inputs: inputs)
                let summary = reducer.reduce()
                let stretch = run.tape.map {
                    StretchBuilder(run: run, tape: $0, inputs: inputs)
                        .complete(summary, end: reducer.end, isStillRunning: isStillRunning)
                }
                if isStillRunning { stretch?.heardUntil = device.heardMoment(of: run) }
                body(.run(consume summary, number: run.serial, stretch))
            }
        }
    }
}
