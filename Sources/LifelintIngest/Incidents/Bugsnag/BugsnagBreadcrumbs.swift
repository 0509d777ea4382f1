// SPDX-License-Identifier: MIT

import LifelintModel

/// Makes events of Bugsnag's breadcrumbs.
enum BugsnagBreadcrumbs {
    /// The events of a list, in its order; those without a time are left out.
    static func events(_ crumbs: ReportNode) -> [IncidentEvent] {
        var events: [IncidentEvent] = []
        crumbs.tree.tape.forEachElement(of: crumbs.index) { index in
            if let event = event(ReportNode(crumbs.tree, index)) { events.append(event) }
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

    /// The event that a breadcrumb is; nil if it has no time or no name.
    static func event(_ crumb: ReportNode) -> IncidentEvent? {
        guard let time = crumb["timestamp"]?.time, let words = crumb["name"]?.text else { return nil }
        let type = crumb["type"]?.text
        var attributes: [(key: String, value: Value)] = [("message", .string(words))]
        if let type { attributes.append(("type", .string(type))) }
        for (key, value) in crumb["metaData"]?.members.prefix(IngestLimits.attributesPerEvent) ?? [] {
            if let value = value.attribute { attributes.append(("metaData." + key, value)) }
        }
        // Scenes of other roles than a window's are on other screens.
        let role = crumb["metaData"]?["role"]?.text
        let isOfWindow = role == nil || role == "UIWindowSceneSessionRoleApplication"
        let name = (isOfWindow ? name(words) : nil) ?? "bugsnag." + (type ?? "breadcrumb")
        return IncidentEvent(name, at: time, attributes: attributes, place: crumb.place)
    }

    /// What the SDK calls the notifications that it listens to.
    private static func name(_ words: String) -> String? {
        switch words {
        case "App Did Enter Background": "app.didEnterBackground"
        case "App Did Enter Foreground", "App Will Enter Foreground": "app.willEnterForeground"
        case "App Did Become Active", "App Became Active": "app.didBecomeActive"
        case "App Will Resign Active", "App Resigned Active": "app.willResignActive"
        case "App Did Finish Launching": "app.didFinishLaunching"
        case "App Will Terminate": "app.willTerminate"
        case "Scene Will Connect": "scene.willConnect"
        case "Scene Activated": "scene.didBecomeActive"
        case "Scene Will Deactivate": "scene.willResignActive"
        case "Scene Will Enter Foreground": "scene.willEnterForeground"
        case "Scene Entered Background": "scene.didEnterBackground"
        case "Scene Disconnected": "scene.didDisconnect"
        case "Memory Warning": "memory.warning"
        default: nil
        }
    }
}
