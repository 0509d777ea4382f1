// SPDX-License-Identifier: MIT

import LifelintModel

/// Makes events of Sentry's breadcrumbs: what they mean, `rules/recognisers/sentry.yml` says, as where they lie alone.
enum SentryBreadcrumbs {
    /// The events of a list, in its order; those without a time are left out.
    static func events(_ crumbs: ReportNode, _ records: AppRecords) -> [IncidentEvent] {
        guard let list = crumbs.isArray ? crumbs : crumbs["values"] else { return [] }
        var events = records.events(of: list, event)
        nameReturns(in: &events)
        return events
    }

    /// Names the notifications of which a breadcrumb says only that the app came to the front, as a whole list tells:
    /// SDKs that know no other state of the front write it when the app has become active.
    private static func nameReturns(in events: inout [IncidentEvent]) {
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

    /// The event that a breadcrumb is where nobody knows what it says; nil if it has no time.
    private static func event(_ crumb: ReportNode) -> IncidentEvent? {
        guard let time = crumb["timestamp"]?.utcTime else { return nil }
        var attributes: [(key: String, value: Value)] = []
        for key in ["type", "category", "level", "message"] as [StaticString] {
            if let value = crumb[key]?.attribute { attributes.append((key.description, value)) }
        }
        for (key, value) in crumb["data"]?.members.prefix(IngestLimits.attributesPerEvent) ?? [] {
            if let value = value.attribute { attributes.append(("data." + key, value)) }
        }
        let name = "sentry." + (crumb["category"]?.text ?? "breadcrumb")
        return IncidentEvent(name, at: time, attributes: attributes, place: crumb.place)
    }
}
