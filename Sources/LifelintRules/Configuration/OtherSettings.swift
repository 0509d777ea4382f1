// SPDX-License-Identifier: MIT

import LifelintLanguage
import LifelintModel

/// What a configuration says beside rules, as rows of text: for people, and for the digest.
enum OtherSettings {
    typealias Setting = EffectiveConfiguration.Setting

    /// The rows, in the order of the layers.
    static func list(_ layers: [ConfigurationBuilder.Layer], _ ruleSet: RuleSet) -> [Setting] {
        var settings: [Setting] = []
        for layer in layers {
            let configuration = layer.configuration
            for name in configuration.events {
                settings.append(.init(name: "events", value: name.text, origin: .init(name.at)))
            }
            if let place = configuration.spansAt {
                settings += configuration.spans.map { .init(name: "spans", value: row($0), origin: .init(place)) }
            }
            for name in configuration.rulePaths {
                settings.append(.init(name: "rule_paths", value: name.text, origin: .init(name.at)))
            }
            for name in configuration.recognisers {
                settings.append(.init(name: "recognisers", value: name.text, origin: .init(name.at)))
            }
            for app in configuration.apps { settings += list(app) }
        }
        for suppression in ruleSet.suppressions { settings.append(row(suppression)) }
        return settings
    }

    private static func row(_ span: SpanDeclaration) -> String {
        func list(_ patterns: [EventPattern]) -> String {
            patterns.map { $0.name + ($0.condition.map { " where \($0)" } ?? "") }.joined(separator: ", ")
        }
        var text = "\(span.name): begins \(list(span.begins)), ends \(list(span.ends))"
        if !span.describedBy.isEmpty { text += ", described by \(list(span.describedBy))" }
        if let key = span.key { text += ", key \(key)" }
        if !span.union.isEmpty { text = "\(span.name): any of \(span.union.map(\.span).joined(separator: ", "))" }
        return text
    }

    private static func list(_ app: Configuration.AppEntry) -> [Setting] {
        var settings: [Setting] = []
        let name = "apps." + app.app.text
        func origin(_ key: String) -> EffectiveConfiguration.Origin { .init(app.places[key] ?? app.app.at) }
        if !app.logs.isEmpty {
            let value = app.logs.map(\.text).joined(separator: ", ")
            settings.append(.init(name: name + ".logs", value: value, origin: origin("logs")))
        }
        if let durability = app.durability {
            settings.append(.init(name: name + ".durability", value: durability.name, origin: origin("durability")))
        }
        for path in app.recognisers {
            settings.append(.init(name: name + ".recognisers", value: path.text, origin: .init(path.at)))
        }
        return settings
    }

    private static func row(_ suppression: RuleSet.Suppression) -> Setting {
        var value = suppression.rule
        if let app = suppression.app { value += ", app \(app.pattern)" }
        if let condition = suppression.condition { value += ", where \(condition)" }
        if let until = suppression.until { value += ", until \(SettingText.text(until))" }
        value += ": " + suppression.reason
        return .init(name: "suppress", value: value, origin: .init(suppression.at))
    }
}
