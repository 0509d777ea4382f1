// SPDX-License-Identifier: MIT

import LifelintModel

/// Makes events of Sentry's breadcrumbs.
enum SentryBreadcrumbs {
    /// The events of a list, in its order; those without a time are left out.
    static func events(_ crumbs: ReportNode) -> [IncidentEvent] {
        let list = crumbs.isArray ? crumbs : crumbs["values"]
        guard let list else { return [] }
        var events: [IncidentEvent] = []
        var tellsActive = false
        list.tree.tape.forEachElement(of: list.index) { index in
            if let event = event(ReportNode(list.tree, index)) {
                events.append(event)
                if event.name == "app.didBecomeActive" || event.name == "app.willResignActive" { tellsActive = true }
            }
            return events.count < IngestLimits.eventsPerIncident
        }
        // SDKs that know two states only write “foreground” when the app has become active (sentry-cocoa 5 to 8).
        guard !tellsActive else { return events }
        for index in events.indices where events[index].name == "app.willEnterForeground" {
            events[index].name = "app.didBecomeActive"
        }
        return events
    }

    private static func event(_ crumb: ReportNode) -> IncidentEvent? {
        guard let time = crumb["timestamp"]?.utcTime else { return nil }
        let category = crumb["category"]?.text
        let data = crumb["data"]
        var attributes: [(key: String, value: Value)] = []
        for key in ["type", "category", "level", "message"] as [StaticString] {
            if let value = crumb[key]?.attribute { attributes.append((key.description, value)) }
        }
        for (key, value) in data?.members.prefix(IngestLimits.attributesPerEvent) ?? [] {
            if let value = value.attribute { attributes.append(("data." + key, value)) }
        }
        let word = (data?["state"] ?? data?["action"])?.text
        let name = name(category, word) ?? "sentry." + (category ?? "breadcrumb")
        return IncidentEvent(name, at: time, attributes: attributes, place: crumb.place)
    }

    /// The same words that `rules/recognisers/sentry.yml` maps where breadcrumbs are records of a log.
    private static func name(_ category: String?, _ word: String?) -> String? {
        switch (category, word) {
        case ("app.lifecycle", "foreground"): "app.willEnterForeground"
        case ("app.lifecycle", "active"): "app.didBecomeActive"
        case ("app.lifecycle", "inactive"): "app.willResignActive"
        case ("app.lifecycle", "background"): "app.didEnterBackground"
        case ("device.event", "LOW_MEMORY"): "memory.warning"
        default: nil
        }
    }
}
