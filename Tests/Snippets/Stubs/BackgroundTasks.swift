// SPDX-License-Identifier: MIT
// swift-format-ignore-file

// What the snippets use of BackgroundTasks: declarations, by the signatures that Apple documents.
import Foundation

public class BGTask {
    public var identifier: String { "" }
    public var expirationHandler: (() -> Void)?
    public func setTaskCompleted(success: Bool) {}
}
public final class BGAppRefreshTask: BGTask {}
public final class BGProcessingTask: BGTask {}
public final class BGContinuedProcessingTask: BGTask { public var progress: Progress { Progress(totalUnitCount: 0) } }
public class BGTaskRequest {
    public var earliestBeginDate: Date?
}
public final class BGAppRefreshTaskRequest: BGTaskRequest { public init(identifier: String) {} }
public final class BGProcessingTaskRequest: BGTaskRequest { public init(identifier: String) {} }
public final class BGTaskScheduler {
    public static let shared = BGTaskScheduler()
    public struct Error: Swift.Error {
        public enum Code: Int { case unavailable = 1, tooManyPendingTaskRequests, notPermitted, immediateRunIneligible }
        public var code: Code { .unavailable }
    }
    @discardableResult public func register(
        forTaskWithIdentifier: String, using: DispatchQueue?, launchHandler: @escaping (BGTask) -> Void
    ) -> Bool { true }
    public func submit(_ request: BGTaskRequest) throws {}
}
