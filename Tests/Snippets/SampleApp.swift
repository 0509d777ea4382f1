// SPDX-License-Identifier: MIT
// swift-format-ignore-file

// The app in which the snippets stand: what they call their own. Delegates have the methods that Apple documents, so
// that a snippet overrides one only where its signature is right.
import BackgroundTasks
import Calls
import SwiftUI
import UIKit

/// Whatever the app has of its own: any method with any arguments.
@dynamicMemberLookup class Own: UIViewController {
    @discardableResult func callAsFunction(_ arguments: Any...) -> Own { self }
    subscript(dynamicMember name: String) -> Own { self }
}
struct Draft: Sendable {}
struct Note: Sendable { var id = UUID(); var title = "" }
struct Document: Codable { struct ID { init(_ text: String) {} } }
struct Settings: Codable {}
struct Account: Codable {}
struct Photo: Sendable {}
struct Store { func transaction<T>(_ work: (Store) throws -> T) rethrows -> T { try work(self) } }
enum BannerAction { case tryAgain(Note) }
enum Age { static func minutes(_ count: Int) -> Duration { .seconds(60 * count) } }
extension Duration { static func minutes(_ count: Int) -> Duration { .seconds(60 * count) } }
extension PKPushPayload { var caller: String { "" }; var callID: UUID { UUID() } }
struct Member { var rawValue = "" }

class Work: Own {
    func transaction<T>(_ work: (Store) throws -> T) rethrows -> T { try work(Store()) }
    func save(_ note: Note? = nil) {}
    func save() async {}
    func saveAtOnce() {}
    func saveChanges() {}
    func open() {}
    func open() async {}
    func openAndWait() {}
    func note(_ id: String) -> Note? { nil }
    func folder(_ id: String) -> Own? { nil }
    func migrate() async {}
    func remove(_ id: UUID) {}
    func insert(_ id: UUID) {}
    func show(_ text: String, action: BannerAction) {}
    @discardableResult func refresh() async -> Bool { true }
    func refresh(timeout: Duration) async throws -> Bool { true }
    func refreshHeadlines(timeout: Duration) async -> Bool { true }
    func refreshIfOlder(than: Duration) {}
    func refreshIfOlder(than: Duration) async {}
    @discardableResult func rebuild() async -> Bool { true }
    func handle(_ task: BGTask) {}
    func export(_ photo: Photo) async {}
    func image(at url: URL) async -> UIImage { UIImage() }
    func load(_ url: URL, _ done: @escaping (UIImage) -> Void) {}
    func load() {}
    func reconnect(_ identifier: String, whenDone: @escaping () -> Void) {}
    func start() {}
    func resume(_ identifier: String, whenDone: @escaping () -> Void) {}
    func takeHandler(for identifier: String?) -> (() -> Void)? { nil }
    func finish() async {}
    func reload() async {}
    func run() async {}
    func stop() {}
    func delete(of id: String) {}
    func removeAll() {}
    func removeAllObjects() {}
    func pause() {}
    func play() {}
    func close() {}
    func submitNextRefresh() async {}
    func submitNextRefresh() {}
    func saveInBackground() {}
    func resumeIfInterrupted() {}
    func resumeIfThePlayerWants() {}
    func showPauseScreen() {}
    func dropThumbnails() {}
    func dropRenderedPages() {}
    func dropCaches() {}
    func loadIfNeeded() {}
    func configure() {}
    func cancel() {}
    func cancelAllOperations() {}
    func applicationDidBecomeActive(_ application: UIApplication) {}
    func waitUntilScheduled() {}
    func error(_ text: String) {}
    var isPaused = false
    var isRecording: Bool { false }
    var documentID: String { "" }
    var noteID: String { "" }
    var framesPerSecond = 60
    func stopUpdatingLocation() {}
    func reportNewIncomingCall() {}
}

let store = Work(), feed = Work(), saver = Work(), game = Work(), guidance = Work(), gallery = Work(), home = Work()
let catalogue = Work(), library = Work(), drafts = Work(), thumbnails = Work(), pages = Work(), images = Work()
let renderedPages = Work(), imageCache = Work(), model = Work(), connection = Work(), temporaryFiles = Work()
let downloads = Work(), inbox = Work(), index = Work(), schedule = Work(), exporter = Work(), loader = Work()
let preview = Work(), renderer = Work(), animation = Work(), player = Work(), banner = Work(), appearance = Work()
let displayLink = CADisplayLink(), locationManager = Work(), route = Work(), queue = Work(), logger = Work()
let coverWindow = UIWindow(windowScene: UIWindowScene()), container = NSPersistentContainer()
let context = NSManagedObjectContext(), provider = CXProvider(), defaults = UserDefaults.standard
let accountURL = URL(fileURLWithPath: ""), settingsURL = URL(fileURLWithPath: ""), url = URL(fileURLWithPath: "")
let request = URLRequest(), file = URL(fileURLWithPath: ""), source = CGImageSource(), activityType = ""
var rows: [Int] = [], photos: [Photo] = [], changes: [Draft] = [], pending: [Draft] = [], unsaved = Set<UUID>()
let plugins: [Work] = [], query = NSDictionary(), indexPath = (row: 0, section: 0)
let uploads = Uploads(), timer = Timer(timeInterval: 1, repeats: true) { _ in }, document: Own? = nil, notification = Notification(name: .init(""))
let tracker = Work(), transfers = Work(), sensors = Sensors()
var central: CBCentralManager?
final class Sensors: CBCentralManagerDelegate {}
var item: AnyObject?
final class Uploads: URLSessionDelegate {}
let draft = URL(fileURLWithPath: "")
func attachPicture(_ done: @escaping () -> Void) {}
func log(_ text: String) {}
func send(_ draft: Draft) async {}
func insert(_ row: Int, into context: NSManagedObjectContext) {}
func importNotes(into context: NSManagedObjectContext) {}
func makeFormatter() -> DateFormatter { DateFormatter() }
func signIn(with item: AnyObject?) {}
func showSignIn() {}
func waitForUnlock() {}
func showError() {}
func open(_ url: URL) async {}

struct ContentView: View { var body: some View { EmptyView() } }
typealias AccountView = ContentView
typealias CatalogueView = ContentView
typealias EditorView = ContentView
typealias RootView = ContentView
struct PreviewView: View { init(_ document: Own?) {}; var body: some View { EmptyView() } }
class PlaceholderViewController: UIViewController {}
class CatalogueViewController: UIViewController {}
class LibraryViewController: UIViewController {}

/// What ends a background task, unless the snippet says how.
protocol Ending {}
extension Ending { func end() {} }

final class BackgroundTask {
    init(_ name: String, onExpiration: @escaping @MainActor () -> Void) {}
    func end() {}
}

/// The delegates of the app, with what its own methods are called.
class SampleDelegate: UIViewController, UIWindowSceneDelegate, Ending {
    var imageView = UIImageView()
    var window: UIWindow?
    var identifier = UIBackgroundTaskIdentifier.invalid
    var work: Task<Void, Never>?
    var pendingSave: Task<Void, Never>?
    var loading: Task<Void, Never>?
    var clock: Timer?
    var camera: Own?
    var editor: Work! = Work()
    var session = Work()
    var account: Account?
    var document: Document?
    var lastCommandBuffer: Work?
    func tick() {}
    func cancel() {}
    func registerTasks() {}
    func makeWindow(in scene: UIScene) {}
    func open(_ url: URL) {}
    func open(_ url: URL) async {}
    func open(_ response: UNNotificationResponse) {}
    func resume(_ activity: NSUserActivity) {}
    func showContents() async {}
    func showPlaceholder(for url: URL) {}
    func showLibrary() {}
    func showRecovery(_ error: any Error) {}
    func showEditor(for document: String) {}
    func show(_ thing: Any) {}
    func showProgress() {}
    func hideProgress() {}
    func resumeWork() {}
    func upload(_ draft: Draft) async throws {}

    func application(
        _ application: UIApplication, didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool { true }
    func application(
        _ application: UIApplication,
        performFetchWithCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
    ) {}
    func application(
        _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any]
    ) async -> UIBackgroundFetchResult { .noData }
    func application(
        _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
        completionHandler: @escaping () -> Void
    ) {}
    func application(_ application: UIApplication, didDiscardSceneSessions sessions: Set<UISceneSession>) {}
    func applicationDidBecomeActive(_ application: UIApplication) {}
    func applicationWillResignActive(_ application: UIApplication) {}
    func applicationDidEnterBackground(_ application: UIApplication) {}
    func applicationWillEnterForeground(_ application: UIApplication) {}
    func applicationWillTerminate(_ application: UIApplication) {}
    func applicationDidReceiveMemoryWarning(_ application: UIApplication) {}
    func applicationProtectedDataDidBecomeAvailable(_ application: UIApplication) {}
    func applicationProtectedDataWillBecomeUnavailable(_ application: UIApplication) {}
    func scene(_ scene: UIScene, willConnectTo session: UISceneSession, options: UIScene.ConnectionOptions) {}
    func scene(_ scene: UIScene, openURLContexts contexts: Set<UIOpenURLContext>) {}
    func sceneDidBecomeActive(_ scene: UIScene) {}
    func sceneWillResignActive(_ scene: UIScene) {}
    func sceneDidEnterBackground(_ scene: UIScene) {}
    func sceneWillEnterForeground(_ scene: UIScene) {}
    func sceneDidDisconnect(_ scene: UIScene) {}
    func stateRestorationActivity(for scene: UIScene) -> NSUserActivity? { nil }
    func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload, for type: PKPushType,
        completion: @escaping () -> Void
    ) {}
    func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession) {}
}
