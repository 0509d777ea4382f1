// swift-tools-version: 6.2
import PackageDescription

/// One list of settings for every Swift target.
let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
]

/// libyaml comes from the system.
///
/// A release build may name a static archive instead, so that the binary carries it:
/// `LIFELINT_LIBYAML_ARCHIVE=/usr/lib/x86_64-linux-gnu/libyaml.a swift build -c release`.
let yamlLinking: LinkerSetting =
    if let archive = Context.environment["LIFELINT_LIBYAML_ARCHIVE"], !archive.isEmpty {
        .unsafeFlags([archive])
    } else {
        .linkedLibrary("yaml")
    }

func stage(
    _ name: String, _ dependencies: [Target.Dependency], linking: [LinkerSetting] = [],
    plugins: [Target.PluginUsage] = []
) -> Target {
    .target(
        name: name, dependencies: dependencies, swiftSettings: settings, linkerSettings: linking, plugins: plugins)
}

func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
    .testTarget(name: name, dependencies: dependencies + ["TestSupport"], exclude: exclude, swiftSettings: settings)
}

let package = Package(
    name: "lifelint",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "LifelintKit", targets: ["LifelintKit"]),
        .executable(name: "lifelint", targets: ["LifelintCLI"]),
    ],
    targets: [
        // The stages, in the order in which a byte flows through them. They never import each other: only Kit knows
        // their order.
        stage("LifelintModel", []),
        stage("LifelintIngest", ["LifelintModel"]),
        stage("LifelintTimeline", ["LifelintModel"]),
        .systemLibrary(name: "CLibYAML", providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
        stage("LifelintYAML", ["LifelintModel", "CLibYAML"], linking: [yamlLinking]),
        stage("LifelintLanguage", ["LifelintModel", "LifelintYAML"]),
        stage("LifelintRules", ["LifelintModel", "LifelintYAML", "LifelintLanguage"], plugins: ["EmbedRules"]),
        stage("LifelintReport", ["LifelintModel"]),
        stage("LifelintFiles", ["LifelintModel"]),
        stage(
            "LifelintKit",
            [
                "LifelintModel", "LifelintIngest", "LifelintTimeline", "LifelintLanguage", "LifelintRules",
                "LifelintReport", "LifelintFiles",
            ]),
        .executableTarget(
            name: "LifelintCLI",
            dependencies: [
                "LifelintKit", "LifelintFiles", "LifelintModel", "LifelintReport", "LifelintLanguage", "LifelintRules",
            ],
            swiftSettings: settings),

        // rules/ becomes one table of static strings at build time, as text and taken apart.
        .plugin(name: "EmbedRules", capability: .buildTool(), dependencies: ["EmbedRulesTool"]),
        .executableTarget(
            name: "EmbedRulesTool", dependencies: ["LifelintLanguage", "LifelintModel", "LifelintYAML"],
            swiftSettings: settings),

        .target(
            name: "TestSupport", dependencies: ["LifelintModel"], path: "Tests/TestSupport", swiftSettings: settings),
        tests("LifelintModelTests", ["LifelintModel"]),
        tests(
            "LifelintIngestTests", ["LifelintIngest", "LifelintModel", "LifelintLanguage", "LifelintRules"],
            exclude: ["Fixtures"]),
        tests(
            "LifelintTimelineTests",
            ["LifelintTimeline", "LifelintModel", "LifelintIngest", "LifelintLanguage", "LifelintRules"]),
        tests("LifelintYAMLTests", ["LifelintYAML", "LifelintModel"]),
        tests("LifelintRulesTests", ["LifelintLanguage", "LifelintRules", "LifelintYAML", "LifelintModel"]),
        tests("LifelintReportTests", ["LifelintReport", "LifelintModel", "LifelintLanguage", "LifelintRules"]),
        tests("LifelintFilesTests", ["LifelintFiles", "LifelintModel"]),
        tests(
            "LifelintKitTests",
            [
                "LifelintKit", "LifelintModel", "LifelintIngest", "LifelintLanguage", "LifelintRules",
                "LifelintTimeline", "LifelintReport", "LifelintYAML", "LifelintFiles",
            ]),
        tests(
            "LifelintCLITests",
            ["LifelintCLI", "LifelintKit", "LifelintFiles", "LifelintModel", "LifelintLanguage", "LifelintRules"]),
    ]
)
