// SPDX-License-Identifier: MIT

import Testing

@testable import LifelintRules

/// What differs from installation to installation is no part of a fingerprint.
struct FingerprintPathTests {
    private static let containers = [
        "/private/var/mobile/Containers/Data/Application/0A1B/", "/var/mobile/Containers/Data/Application/2C3D/",
        "/private/var/mobile/Containers/Shared/AppGroup/4E5F/",
    ]

    @Test(arguments: ["Library/app.sqlite", "Bücher/übersicht.sqlite", "本/e\u{301}.db"])
    func `A file has one fingerprint in every container`(_ path: String) {
        let prints = Set(Self.containers.map { Fingerprint.of(rule: "r", app: "a", culprit: "file \($0)\(path)") })
        #expect(prints.count == 1)
        #expect(!prints.contains(Fingerprint.of(rule: "r", app: "a", culprit: "file \(Self.containers[0])other")))
    }

    @Test func `A temporary file has one fingerprint in every directory for them`() {
        let prints = Set(
            [
                "/tmp/", "/var/tmp/", "/private/var/tmp/", "/private/tmp/", "/var/folders/ab/cd_e/T/",
                "/private/var/folders/zz/qw3/T/",
            ].map {
                Fingerprint.of(rule: "r", app: "a", culprit: "\($0)über.db")
            })
        #expect(prints.count == 1)
    }

    @Test(arguments: [
        (
            "file /Users/c/Library/Developer/CoreSimulator/Devices/0A/data/Containers/Data/Application/1B/x.db",
            "file <dir>/x.db"
        ),
        ("p=/Users/d/Library/Developer/XCTestDevices/0A/data/Containers/Data/Application/1B/x.db", "p=<dir>/x.db"),
        ("/var/folders/ab/cd_e/C/x.db", "/var/folders/ab/cd_e/C/x.db"),
        ("/var/folders/ab/x.db", "/var/folders/ab/x.db"),
        ("upload (pid 71)", "upload (pid <n>)"), ("PID=7 and pid: 4711", "PID=<n> and pid: <n>"),
        ("pid[71] x", "pid[<n>] x"), ("rapid 5", "rapid 5"), ("pid5", "pid5"), ("pid 5a", "pid 5a"),
        ("page 71", "page 71"),
        ("pid", "pid"), ("pid ", "pid "), ("row (71)", "row (71)"),
    ]) func `Only what is said to be a pid or lies in such a directory is left out`(text: String, expected: String) {
        #expect(Fingerprint.masked(text) == expected)
    }
}
