// swift-tools-version: 6.2
import PackageDescription

// A program of its own that embeds lifelint: it depends on the package two folders up, as another repository would on
// a checkout beside it.
let package = Package(
    name: "embedding-example",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "lifelint", path: "../..")],
    targets: [
        .executableTarget(
            name: "EmbeddingExample", dependencies: [.product(name: "LifelintKit", package: "lifelint")])
    ]
)
