// SPDX-License-Identifier: MIT

import LifelintModel
import LifelintYAML

/// What `for_each: device` and `for_each: app` make of a check.
extension RuleReader {
    /// The check as it is asked of each device, or of each app; where it cannot be, that is a problem.
    mutating func overRuns(_ check: Check, _ values: Values, _ guards: Guards) -> Check {
        guard let place = guards.overRuns else { return check }
        let isApp = guards.forEach == .app
        switch check {
        case .runs, .streak:
            if isApp {
                refuse(place, "Runs that follow each other are those of one device: write “for_each: device”.")
            }
        case .versions: break
        case .share(var share):
            if values["across"] == nil { share.across = .all }
            checkVersions(values["across"], isApp)
            return .share(share)
        case .place(var habit) where habit.isHabit && (values["across"] == nil || habit.across != .run):
            if values["across"] == nil { habit.across = .all }
            checkVersions(values["across"], isApp)
            return .place(habit)
        case .count(var count) where count.open == nil:
            guard let scope = scope(count, values, isApp) else { break }
            count.scope = scope
            return .count(count)
        default: return onDevice(check, values, place, isApp)
        }
        return check
    }

    /// What follows what over the runs of a device, one after the other.
    private mutating func onDevice(
        _ check: Check, _ values: Values, _ place: SourceLocation, _ isApp: Bool
    ) -> Check {
        var check = check
        switch check {
        case .response(var response):
            response.within = response.within.map { wall($0, values["within"]) }
            if response.within == nil {
                refuse(
                    place,
                    "Over all runs of a device an answer may always still come: beside “for_each” stands “within”.")
            }
            if let node = values["told_by"] {
                refuse(node.at, "With “for_each: device” nothing is waited for beyond the limit: leave “told_by” away.")
            }
            if let node = values["on_run_end"] {
                refuse(node.at, "With “for_each: device” the end of a run ends nothing: leave “on_run_end” away.")
            }
            check = .response(response)
        case .window(let after, let forbid, let within, let until):
            check = .window(
                after: after, forbid: forbid, within: within.map { wall($0, values["within"]) }, until: until)
        case .sequence(var sequence):
            sequence.within = sequence.within.map { wall($0, values["within"]) }
            if sequence.isStrict, let node = values["strictly"] {
                refuse(node.at, "“strictly” speaks of all events of a run: it does not go with “for_each: device”.")
            }
            check = .sequence(sequence)
        case .precedence, .between: break
        default:
            refuseOneRun(place)
            return check
        }
        if isApp {
            refuse(
                place,
                "Runs of several devices have no common order, so what follows what is that of one: write “for_each: "
                    + "device”.")
        }
        for selector in check.eventSelectors.dropFirst().joined() {
            for path in selector.condition?.fieldPaths ?? [] where bound.contains(FieldPath(path).root) {
                refuse(
                    place,
                    "“\(path)” is known in the run of the trigger only, and “\(selector.text)” may come in another: "
                        + "fields that have to be the same stand under “same”.")
            }
        }
        return .onDevice(check)
    }

    private mutating func refuse(_ place: SourceLocation, _ message: String) {
        reader.report(.badRule, at: place, message)
    }

    private mutating func refuseOneRun(_ place: SourceLocation) {
        refuse(
            place,
            "“for_each: device” and “for_each: app” look over several runs, and what this check looks for begins and "
                + "ends inside one: write runs, streak, share, count, or what follows what (after, before, between, "
                + "sequence) to look over several.")
    }

    /// The app as a whole is not each of its versions.
    private mutating func checkVersions(_ node: YAMLNode?, _ isApp: Bool) {
        guard isApp, let node, node.scalar?.text == Check.Place.Group.appVersion.rawValue else { return }
        refuse(node.at, "“for_each: app” is the whole app over its versions: “appVersion” does not go with it.")
    }

    /// What a count counts over; nil where nothing changes, or that is a problem.
    private mutating func scope(_ count: Check.Count, _ values: Values, _ isApp: Bool) -> Check.Count.Scope? {
        switch count.scope {
        case .group:
            checkVersions(values["per"], isApp)
            return nil
        case .within(let limit):
            let time = wall(limit, values["within"])
            guard isApp, let node = values["within"] else { return .device(time) }
            refuse(node.at, "Runs of several devices have no common order: “within” goes with “for_each: device”.")
            return nil
        case .run where values["per"] == nil: return whole(values, isApp)
        case .run, .during, .device:
            if let node = values["per"] ?? values["during"] {
                refuse(
                    node.at,
                    "Beside “for_each: device” and “for_each: app” a count is over all runs, or “within” a time.")
            }
            return nil
        }
    }

    private mutating func whole(_ values: Values, _ isApp: Bool) -> Check.Count.Scope {
        guard isApp else { return .device(nil) }
        if let node = values["without"] {
            refuse(node.at, "Runs of several devices have no common order: “without” goes with “for_each: device”.")
        }
        return .group(.all)
    }
}
