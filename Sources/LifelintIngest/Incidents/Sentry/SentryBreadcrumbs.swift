// SPDX-License-Identifier: MIT

import LifelintModel

/// Makes events of Sentry's breadcrumbs: what they mean, `rules/recognisers/sentry.yml` says, as where they lie alone.
struct SentryBreadcrumbs {
    private let words: ReportRecords?
    /// Whose they are.
    private let app: String?

    init(_ format: String, app: String?, _ settings: IncidentSettings) {
        words = settings.words?.reportRecords(of: format)
        self.app = app
    }

    /// The events of a list, in its order; those without a time are left out.
    func events(_ crumbs: ReportNode) -> [IncidentEvent] {
        guard let list = crumbs.isArray ? crumbs : crumbs["values"] else { return [] }
        var events: [IncidentEvent] = []
        list.tree.tape.forEachElement(of: list.index) { index in
            events += self.events(of: ReportNode(list.tree, index))
            return events.count < IngestLimits.eventsPerIncident
        }
        nameReturns(in: &events)
        return events
    }

    /// Names the notifications of which a breadcrumb says only that the app came to the front, as a whole list tells:
    /// SDKs that know no other state of the front write it when the app has become active.
    private func nameReturns(in events: inout [IncidentEvent]) {
        let tellsActive = events.contains { $0.name == "app.didBecomeActive" || $0.name == "app.willResignActive" }
        for index in events.indices where events[index].name == "process.state" {
            let told = events[index].attributes
            guard told.contains(where: { $0.key == "via" && $0.value == .string("notification") }),
                told.contains(where: { $0.key == "visibility" && $0.value == .string("foreground") })
            else { continue }
            events[index].name = tellsActive ? "app.willEnterForeground" : "app.didBecomeActive"
            events[index].attributes.removeAll { $0.key == "visibility" }
        }
    }

    /// The events that a breadcrumb is; none if it has no time.
    private func events(of crumb: ReportNode) -> [IncidentEvent] {
        guard let time = crumb["timestamp"]?.utcTime else { return [] }
        var attributes: [(key: String, value: Value)] = []
        for key in ["type", "category", "level", "message"] as [StaticString] {
            if let value = crumb[key]?.attribute { attributes.append((key.description, value)) }
        }
        for (key, value) in crumb["data"]?.members.prefix(IngestLimits.attributesPerEvent) ?? [] {
            if let value = value.attribute { attributes.append(("data." + key, value)) }
        }
        let name = "sentry." + (crumb["category"]?.text ?? "breadcrumb")
        let unknown = IncidentEvent(name, at: time, attributes: attributes, place: crumb.place)
        return words?.events(of: crumb, app: app, otherwise: unknown) ?? [unknown]
    }
}
