// SPDX-License-Identifier: MIT
// swift-format-ignore-file

// What the snippets use of PushKit, CallKit, AVFAudio, UserNotifications, Core Bluetooth and Core Data: declarations,
// by the signatures that Apple documents.
import Foundation

public class PKPushRegistry {}
public class PKPushPayload { public var dictionaryPayload: [AnyHashable: Any] { [:] } }
public struct PKPushType: Hashable {}

public class CXCallUpdate {
    public init() {}
    public var remoteHandle: CXHandle?
}
public class CXHandle {
    public enum HandleType { case generic, phoneNumber, emailAddress }
    public init(type: HandleType, value: String) {}
}
public class CXProvider {
    public init() {}
    public func reportNewIncomingCall(with: UUID, update: CXCallUpdate, completion: @escaping ((any Error)?) -> Void) {}
}

public let AVAudioSessionInterruptionTypeKey = ""
public let AVAudioSessionInterruptionOptionKey = ""
public class AVAudioSession {
    public static func sharedInstance() -> AVAudioSession { AVAudioSession() }
    public static let interruptionNotification = Notification.Name("")
    public enum InterruptionType: UInt { case ended, began }
    public struct InterruptionOptions: OptionSet {
        public var rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let shouldResume = InterruptionOptions(rawValue: 1)
    }
    public struct SetActiveOptions: OptionSet {
        public var rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let notifyOthersOnDeactivation = SetActiveOptions(rawValue: 1)
    }
    public func setActive(_ active: Bool, options: SetActiveOptions = []) throws {}
}

open class UNNotificationContent { public func mutableCopy() -> Any { self } }
public class UNMutableNotificationContent: UNNotificationContent {}
public class UNNotificationRequest { public var content: UNNotificationContent { UNNotificationContent() } }
open class UNNotificationServiceExtension {
    public init() {}
    open func didReceive(
        _ request: UNNotificationRequest, withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {}
    open func serviceExtensionTimeWillExpire() {}
}

public class NSManagedObjectContext {
    public init() {}
    public func save() throws {}
    public func performAndWait<T>(_ block: () throws -> T) rethrows -> T { try block() }
}
public class NSPersistentContainer {
    public init() {}
    public func performBackgroundTask(_ block: @escaping (NSManagedObjectContext) -> Void) {}
}

public let CBCentralManagerOptionRestoreIdentifierKey = ""
public protocol CBCentralManagerDelegate: AnyObject {}
public class CBCentralManager {
    public init(delegate: (any CBCentralManagerDelegate)?, queue: DispatchQueue?, options: [String: Any]? = nil) {}
}
