// SPDX-License-Identifier: MIT

/// Finds the parts of an event of Sentry: members of it as the SDK sends it, entries of a list as the service answers.
enum SentryEntries {
    /// The part of that name; nil if there is none.
    static func part(_ name: StaticString, of event: ReportNode) -> ReportNode? {
        if let part = event[name], !part.isNull { return part }
        guard let entries = event["entries"] else { return nil }
        var found: ReportNode?
        entries.tree.tape.forEachElement(of: entries.index) { index in
            let entry = ReportNode(entries.tree, index)
            if entry["type"]?.text == name.description { found = entry["data"] }
            return found == nil
        }
        return found
    }

    /// What a part lists, be it in a member of its own or not.
    static func values(_ name: StaticString, of event: ReportNode) -> [ReportNode] {
        guard let part = part(name, of: event) else { return [] }
        return (part["values"] ?? part).elements
    }
}
