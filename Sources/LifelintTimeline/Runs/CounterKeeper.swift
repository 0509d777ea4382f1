// SPDX-License-Identifier: MIT

import LifelintModel

/// A quantity of a run over time: thinned where it is too long to draw, extremes kept.
struct CounterKeeper {
    let name: String
    let unit: String
    private var samples: [Counter.Sample] = []

    init(name: String, unit: String) {
        self.name = name
        self.unit = unit
    }

    var isEmpty: Bool { samples.isEmpty }

    mutating func add(_ value: Int64, at moment: Moment) {
        samples.append(Counter.Sample(time: moment.timestamp, value: value))
        if samples.count >= RunLimits.counterSamples * 4 { thin(to: RunLimits.counterSamples * 2) }
    }

    /// The counter for the report.
    mutating func counter() -> Counter {
        if samples.count > RunLimits.counterSamples { thin(to: RunLimits.counterSamples) }
        return Counter(name: name, unit: unit, samples: samples)
    }

    /// Keeps the first, the last, and of each bucket between them its lowest and highest.
    private mutating func thin(to count: Int) {
        guard samples.count > count, let first = samples.first, let last = samples.last else { return }
        let buckets = max((count - 2) / 2, 1)
        let middle = samples.dropFirst().dropLast()
        var thinned = [first]
        for bucket in 0..<buckets {
            let lower = middle.startIndex + middle.count * bucket / buckets
            let upper = middle.startIndex + middle.count * (bucket + 1) / buckets
            guard lower < upper else { continue }
            let indices = lower..<upper
            guard let lowest = indices.min(by: { samples[$0].value < samples[$1].value }),
                let highest = indices.max(by: { samples[$0].value < samples[$1].value })
            else { continue }
            thinned.append(samples[min(lowest, highest)])
            if lowest != highest { thinned.append(samples[max(lowest, highest)]) }
        }
        thinned.append(last)
        samples = thinned
    }
}
