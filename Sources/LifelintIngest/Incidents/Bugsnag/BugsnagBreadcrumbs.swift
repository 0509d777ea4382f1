// SPDX-License-Identifier: MIT

import LifelintModel

/// Makes events of Bugsnag's breadcrumbs: what their names mean, `rules/recognisers/bugsnag.yml` says.
enum BugsnagBreadcrumbs {
    /// The events of a list, in its order; those without a time or a name are left out.
    static func events(_ crumbs: ReportNode, _ records: AppRecords) -> [IncidentEvent] {
        var events = records.events(of: crumbs, event)
        // Some versions tell no more of the front than that the app comes there.
        if !events.contains(where: { $0.name == "app.didBecomeActive" || $0.name == "app.willResignActive" }) {
            for index in events.indices where events[index].name == "app.willEnterForeground" {
                events[index].name = "process.state"
                events[index].attributes.append(("visibility", .string("foreground")))
            }
        }
        return events
    }

    /// The event that a breadcrumb is where nobody knows its name; nil if it has no time or no name.
    static func event(_ crumb: ReportNode) -> IncidentEvent? {
        guard let time = crumb["timestamp"]?.time, let words = crumb["name"]?.text else { return nil }
        let type = crumb["type"]?.text
        var attributes: [(key: String, value: Value)] = [("message", .string(words))]
        if let type { attributes.append(("type", .string(type))) }
        for (key, value) in crumb["metaData"]?.members.prefix(IngestLimits.attributesPerEvent) ?? [] {
            if let value = value.attribute { attributes.append(("metaData." + key, value)) }
        }
        let name = "bugsnag." + (type ?? "breadcrumb")
        return IncidentEvent(name, at: time, attributes: attributes, place: crumb.place)
    }
}
