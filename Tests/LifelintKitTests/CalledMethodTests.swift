// SPDX-License-Identifier: MIT

import LifelintIngest
import LifelintKit
import LifelintModel
import Testing

/// What delegates and extensions are called with, as apps print the names of their methods.
@Suite struct CalledMethodTests {
    /// The row of an app, an hour into its life, with what else it wrote.
    private static func log(_ messages: [String]) -> [UInt8] {
        let rows = messages.enumerated().map { index, message in
            "2026-03-01 10:00:0\(index).100 Notes[300:4001] \(message)\n"
        }
        return Array(rows.joined().utf8)
    }

    private static func events(_ message: String) throws -> [String] {
        let words = try RuleCase.words.get()
        let bytes = log([message])
        let format = try #require(InputFormats(words: words).format(of: InputHead(bytes: bytes, isWhole: true)))
        var reader = format.makeReader(ReadingSettings(words: words, zoneOffset: 0))
        let batch = reader.read(bytes, offset: 0, isLast: true)
        return batch.records.map { batch.name(of: $0) }
    }

    private static let selectors: [(selector: String, event: String)] = [
        ("application:openURL:sourceApplication:annotation:", "app.openURL"),
        ("application:handleOpenURL:", "app.openURL"),
        ("encodeRestorableStateWithCoder:", "restoration.encode"),
        ("decodeRestorableStateWithCoder:", "restoration.restore"),
        ("userNotificationCenter:willPresentNotification:withCompletionHandler:", "notification.received"),
        ("application:didReceiveRemoteNotification:", "notification.received"),
        ("application:didReceiveLocalNotification:", "notification.received"),
        ("userNotificationCenter:didReceiveNotificationResponse:withCompletionHandler:", "notification.tapped"),
        ("pushRegistry:didReceiveIncomingPushWithPayload:forType:withCompletionHandler:", "voip.receive"),
        ("pushRegistry:didReceiveIncomingPushWithPayload:forType:", "voip.receive"),
        ("didReceiveNotificationRequest:withContentHandler:", "extension.begin"),
        ("beginRequestWithExtensionContext:", "extension.begin"),
        ("serviceExtensionTimeWillExpire", "extension.expire"),
        ("locationManager:didUpdateLocations:", "location.update"),
    ]

    @Test(arguments: selectors) func `a selector is known, with its class and without`(
        _ row: (selector: String, event: String)
    ) throws {
        #expect(try Self.events(row.selector) == [row.event])
        #expect(try Self.events("-[AppDelegate \(row.selector)]") == [row.event])
    }

    private static let methods: [(method: String, event: String)] = [
        ("application(_:open:sourceApplication:annotation:)", "app.openURL"),
        ("application(_:handleOpen:)", "app.openURL"),
        ("encodeRestorableState(with:)", "restoration.encode"),
        ("decodeRestorableState(with:)", "restoration.restore"),
        ("userNotificationCenter(_:willPresent:withCompletionHandler:)", "notification.received"),
        ("userNotificationCenter(_:willPresent:)", "notification.received"),
        ("application(_:didReceiveRemoteNotification:)", "notification.received"),
        ("application(_:didReceive:)", "notification.received"),
        ("application(_:didReceiveLocalNotification:)", "notification.received"),
        ("userNotificationCenter(_:didReceive:withCompletionHandler:)", "notification.tapped"),
        ("userNotificationCenter(_:didReceive:)", "notification.tapped"),
        ("pushRegistry(_:didReceiveIncomingPushWith:for:completion:)", "voip.receive"),
        ("pushRegistry(_:didReceiveIncomingPushWith:for:)", "voip.receive"),
        ("didReceive(_:withContentHandler:)", "extension.begin"), ("beginRequest(with:)", "extension.begin"),
        ("serviceExtensionTimeWillExpire()", "extension.expire"),
        ("locationManager(_:didUpdateLocations:)", "location.update"),
    ]

    @Test(arguments: methods) func `a method of Swift is known, with its type and without`(
        _ row: (method: String, event: String)
    ) throws {
        #expect(try Self.events(row.method) == [row.event])
        #expect(try Self.events("AppDelegate.\(row.method)") == [row.event])
    }

    @Test(arguments: ["NSProcessInfoPowerStateDidChangeNotification", "NSProcessInfoPowerStateDidChange"])
    func `the notification of low power is known`(name: String) throws {
        #expect(try Self.events(name) == ["lowPower.changed"])
    }

    @Test(
        "A healthy app that prints them did nothing wrong",
        arguments: [selectors.map(\.selector), methods.map(\.method)])
    func healthy(_ names: [String]) throws {
        for name in names {
            let messages = [
                "application:didFinishLaunchingWithOptions:", "applicationDidBecomeActive:", name,
                "applicationWillResignActive:", "applicationDidEnterBackground:",
            ]
            let analysis = try Analysing.analysis([("app.log", Self.log(messages))]) { try? $0.useRules() }
            let found = try analysis.allFindings().map { "\($0.rule): \($0.message)" }
            #expect(found.isEmpty, "\(name)")
        }
    }
}
