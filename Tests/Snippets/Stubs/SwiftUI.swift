// SPDX-License-Identifier: MIT
// swift-format-ignore-file

// What the snippets use of SwiftUI: declarations, by the signatures that Apple documents.
import UIKit

public protocol View {
    associatedtype Body: View
    @ViewBuilder @MainActor var body: Body { get }
}
extension Never: View { public var body: Never { fatalError() } }
public protocol Scene {
    associatedtype Content: Scene
    @SceneBuilder @MainActor var body: Content { get }
}
extension Never: Scene {}
public struct EmptyView: View { public init() {}; public var body: Never { fatalError() } }
public struct EmptyScene: Scene { public var body: Never { fatalError() } }
@resultBuilder public enum ViewBuilder {
    public static func buildBlock<V: View>(_ view: V) -> V { view }
}
@resultBuilder public enum SceneBuilder {
    public static func buildBlock<S: Scene>(_ scene: S) -> S { scene }
}
public struct WindowGroup<Contents: View>: Scene {
    public init(@ViewBuilder content: () -> Contents) {}
    public var body: EmptyScene { EmptyScene() }
}
public enum ScenePhase: Comparable { case background, inactive, active }
public struct EnvironmentValues { public var scenePhase: ScenePhase { .active } }
@propertyWrapper public struct Environment<Value> {
    public init(_ path: KeyPath<EnvironmentValues, Value>) {}
    public var wrappedValue: Value { fatalError() }
}
@propertyWrapper public struct SceneStorage<Value> {
    public init(_ key: String) where Value == String? {}
    public var wrappedValue: Value {
        get { fatalError() }
        nonmutating set {}
    }
}
public struct RedactionReasons: OptionSet {
    public var rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let privacy = RedactionReasons(rawValue: 1)
}
public struct BackgroundTask<Request, Response> {
    public static func appRefresh(_ identifier: String) -> BackgroundTask<Void, Void> { BackgroundTask<Void, Void>() }
    public static func urlSession(_ identifier: String) -> BackgroundTask<String, Void> { BackgroundTask<String, Void>() }
    init() {}
}
extension BackgroundTask where Request == Void, Response == Void {
    public static func appRefresh(_ identifier: String) -> BackgroundTask<Void, Void> { .init() }
}
extension BackgroundTask where Request == Void, Response == Void {
    public static func urlSession(_ identifier: String) -> BackgroundTask<Void, Void> { .init() }
}
extension View {
    public func onChange<V: Equatable>(of value: V, initial: Bool = false, _ action: @escaping (V, V) -> Void) -> some View
    { self }
    public func onReceive(_ publisher: NotificationCenter.Publisher, perform: @escaping (Notification) -> Void) -> some View
    { self }
    public func onOpenURL(perform: @escaping (URL) -> Void) -> some View { self }
    public func onContinueUserActivity(_ type: String, perform: @escaping (NSUserActivity) -> Void) -> some View { self }
    public func task(priority: TaskPriority = .userInitiated, _ action: @escaping @Sendable () async -> Void) -> some View {
        self
    }
    public func redacted(reason: RedactionReasons) -> some View { self }
    public func privacySensitive(_ sensitive: Bool = true) -> some View { self }
    public func id(_ id: some Hashable) -> some View { self }
}
extension Scene {
    public func backgroundTask<D: Sendable, R: Sendable>(
        _ task: BackgroundTask<D, R>, action: @escaping @Sendable (D) async -> R
    ) -> some Scene { self }
}
