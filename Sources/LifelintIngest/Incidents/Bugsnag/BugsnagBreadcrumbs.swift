// SPDX-License-Identifier: MIT

import LifelintModel

/// Makes events of Bugsnag's breadcrumbs: what their names mean, `rules/recognisers/bugsnag.yml` says.
struct BugsnagBreadcrumbs {
    private let words: ReportRecords?
    /// Whose they are.
    private let app: String?

    init(_ format: String, app: String?, _ settings: IncidentSettings) {
        words = settings.words?.reportRecords(of: format)
        self.app = app
    }

    /// The events of a list, in its order; those without a time are left out.
    func events(_ crumbs: ReportNode) -> [IncidentEvent] {
        var events: [IncidentEvent] = []
        crumbs.tree.tape.forEachElement(of: crumbs.index) { index in
            events += self.events(of: ReportNode(crumbs.tree, index))
            return events.count < IngestLimits.eventsPerIncident
        }
        // Some versions tell no more of the front than that the app comes there.
        if !events.contains(where: { $0.name == "app.didBecomeActive" || $0.name == "app.willResignActive" }) {
            for index in events.indices where events[index].name == "app.willEnterForeground" {
                events[index].name = "process.state"
                events[index].attributes.append(("visibility", .string("foreground")))
            }
        }
        return events
    }

    /// The events that a breadcrumb is; none if it has no time or no name.
    func events(of crumb: ReportNode) -> [IncidentEvent] {
        guard let time = crumb["timestamp"]?.time, let words = crumb["name"]?.text else { return [] }
        let type = crumb["type"]?.text
        var attributes: [(key: String, value: Value)] = [("message", .string(words))]
        if let type { attributes.append(("type", .string(type))) }
        for (key, value) in crumb["metaData"]?.members.prefix(IngestLimits.attributesPerEvent) ?? [] {
            if let value = value.attribute { attributes.append(("metaData." + key, value)) }
        }
        let name = "bugsnag." + (type ?? "breadcrumb")
        let unknown = IncidentEvent(name, at: time, attributes: attributes, place: crumb.place)
        return self.words?.events(of: crumb, app: app, otherwise: unknown) ?? [unknown]
    }
}
