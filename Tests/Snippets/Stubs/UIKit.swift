// SPDX-License-Identifier: MIT
// swift-format-ignore-file

// What the snippets use of UIKit and of what comes with it: declarations, by the signatures that Apple documents.
@_exported import Foundation

open class NSUserActivity {
    public init(activityType: String) {}
    public var userInfo: [AnyHashable: Any]?
    public func addUserInfoEntries(from: [AnyHashable: Any]) {}
}

extension UserDefaults: @unchecked @retroactive Sendable {}

extension ProcessInfo {
    public enum ThermalState: Int { case nominal, fair, serious, critical }
    public var thermalState: ThermalState { .nominal }
    public static let thermalStateDidChangeNotification = Notification.Name("")
}

extension NotificationCenter {
    public func notifications(named: Notification.Name, object: AnyObject? = nil) -> AsyncStream<Notification> {
        AsyncStream { _ in }
    }
    public func publisher(for: Notification.Name, object: AnyObject? = nil) -> Publisher { Publisher() }
    public struct Publisher {}
}

extension URL {
    public static var documentsDirectory: URL { URL(fileURLWithPath: "") }
}

extension NSLocking {
    public func withLock<R>(_ body: () throws -> R) rethrows -> R { try body() }
}

open class UIResponder {
    public init() {}
}
public class UIImage { public init() {} }
open class UIView { public init() {} }
public class UIImageView: UIView { public var image: UIImage? }
open class UIViewController: UIResponder {
    open func didReceiveMemoryWarning() {}
    open func viewDidLoad() {}
}
open class UIWindow: UIView {
    public init(windowScene: UIWindowScene) { super.init() }
    public var rootViewController: UIViewController?
    public var isHidden = true
    public func makeKeyAndVisible() {}
}
public struct UIBackgroundTaskIdentifier: Hashable, RawRepresentable {
    public var rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let invalid = UIBackgroundTaskIdentifier(rawValue: 0)
}
public enum UIBackgroundRefreshStatus: Int { case restricted, denied, available }
public enum UIBackgroundFetchResult: UInt { case newData, noData, failed }
public class UIApplication: UIResponder {
    public static let shared = UIApplication()
    public struct LaunchOptionsKey: Hashable {}
    public struct OpenURLOptionsKey: Hashable {}
    public static let didReceiveMemoryWarningNotification = Notification.Name("")
    public static let didEnterBackgroundNotification = Notification.Name("")
    public var isProtectedDataAvailable: Bool { true }
    public var backgroundTimeRemaining: TimeInterval { 0 }
    public var backgroundRefreshStatus: UIBackgroundRefreshStatus { .available }
    public func beginBackgroundTask(
        withName: String?, expirationHandler: (@MainActor @Sendable () -> Void)? = nil
    ) -> UIBackgroundTaskIdentifier { .invalid }
    public func endBackgroundTask(_ identifier: UIBackgroundTaskIdentifier) {}
}
open class UIScene: UIResponder {
    public struct ConnectionOptions {
        public var urlContexts: Set<UIOpenURLContext> { [] }
        public var userActivities: Set<NSUserActivity> { [] }
        public var notificationResponse: UNNotificationResponse? { nil }
    }
    public var session: UISceneSession { UISceneSession() }
}
extension NSUserActivity: Hashable {
    public static func == (a: NSUserActivity, b: NSUserActivity) -> Bool { a === b }
    public func hash(into hasher: inout Hasher) {}
}
public class UIWindowScene: UIScene {}
public class UIOpenURLContext: Hashable {
    public var url: URL { URL(fileURLWithPath: "") }
    public static func == (a: UIOpenURLContext, b: UIOpenURLContext) -> Bool { a === b }
    public func hash(into hasher: inout Hasher) {}
}
public class UISceneSession: Hashable {
    public var persistentIdentifier: String { "" }
    public var stateRestorationActivity: NSUserActivity? { nil }
    public static func == (a: UISceneSession, b: UISceneSession) -> Bool { a === b }
    public func hash(into hasher: inout Hasher) {}
}
public class UNNotificationResponse {}
public protocol UIWindowSceneDelegate: AnyObject {}

public class CADisplayLink {
    public init() {}
    public var isPaused = false
}
public struct CFStringKey: Hashable {}
public typealias CFString = NSString
public typealias CFDictionary = NSDictionary
public let kCGImageSourceCreateThumbnailFromImageAlways: CFString = ""
public let kCGImageSourceThumbnailMaxPixelSize: CFString = ""
public class CGImageSource { public init() {} }
public class CGImage {}
public func CGImageSourceCreateThumbnailAtIndex(_: CGImageSource, _: Int, _: CFDictionary?) -> CGImage? { nil }

public typealias OSStatus = Int32
public typealias CFTypeRef = AnyObject
public let errSecSuccess: OSStatus = 0
public let errSecItemNotFound: OSStatus = -25_300
public let errSecInteractionNotAllowed: OSStatus = -25_308
public func SecItemCopyMatching(_ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus { 0 }

public class URLSessionConfiguration {
    public static func background(withIdentifier: String) -> URLSessionConfiguration { URLSessionConfiguration() }
    public var sessionSendsLaunchEvents = false
    public var identifier: String? { nil }
}
public protocol URLSessionDelegate: AnyObject {}
public struct URLRequest { public init() {} }
public class URLResponse {}
public class URLSessionTask { public func resume() {} }
public class URLSession {
    public static let shared = URLSession(configuration: URLSessionConfiguration(), delegate: nil, delegateQueue: nil)
    public init(configuration: URLSessionConfiguration, delegate: (any URLSessionDelegate)?, delegateQueue: OperationQueue?)
    {}
    public var configuration: URLSessionConfiguration { URLSessionConfiguration() }
    public func uploadTask(with: URLRequest, fromFile: URL) -> URLSessionTask { URLSessionTask() }
    public func data(from: URL) async throws -> (Data, URLResponse) { (Data(), URLResponse()) }
}
public func os_proc_available_memory() -> Int { 0 }
