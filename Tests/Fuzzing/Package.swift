// swift-tools-version: 6.2
import PackageDescription

// A program that feeds damaged input to every parser. It is a package of its own, so that it can be built with the
// address sanitizer while everything else is not.
let package = Package(
    name: "lifelint-fuzzing",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "lifelint", path: "../..")],
    targets: [
        .executableTarget(name: "Fuzz", dependencies: [.product(name: "LifelintKit", package: "lifelint")])
    ]
)
