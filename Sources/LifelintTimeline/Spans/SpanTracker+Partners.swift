// SPDX-License-Identifier: MIT

import LifelintModel

extension SpanTracker {
    /// Makes one of two beginnings that two witnesses tell of under keys of their own; false where it is not beyond
    /// doubt that they are one.
    ///
    /// A witness that knows only what several instances share cannot name one of them. So there must be exactly one
    /// that began at the same time.
    func join(_ span: Int, _ key: String, _ event: EventView, isPooled: Bool) -> Bool {
        guard !key.isEmpty, firstOpen(span, key) == nil else { return false }
        let near = open.indices.filter {
            open[$0].span == span && open[$0].from.isWithin(TimelineWindows.sameEdge, of: event.moment)
        }
        guard near.count == 1, let index = near.first, open[index].isPooled != isPooled,
            open[index].witness != event.record.witness, !partners.knows(open[index].key, of: span)
        else { return false }
        if isPooled {
            partners.add(key, for: open[index].key, of: span)
        } else {
            partners.add(open[index].key, for: key, of: span)
            adopt(index, key, event)
        }
        return true
    }

    /// An instance gets the key and the name by which the app knows it.
    private func adopt(_ index: Int, _ key: String, _ event: EventView) {
        open[index].key = key
        open[index].isPooled = false
        open[index].attributes.gather(event)
        open[index].name = open[index].attributes.name
        open[index].taped?.adopt(key, attributes: open[index].attributes)
    }

    /// The key by which the instance is known that an event names otherwise; nil where it is open under that one, or
    /// not at all.
    func knownTask(of event: EventView, _ spans: CompiledSpans) -> String? {
        guard !partners.isEmpty, let task = event.batch.string(event.record.task) else { return nil }
        for (number, declaration) in spans.declarations.enumerated()
        where declaration.pooled != nil && declaration.key == "task" {
            if let own = partners.own(task, of: number), firstOpen(number, own) != nil { return own }
        }
        return nil
    }
}
