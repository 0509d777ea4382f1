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
            ["/tmp/", "/var/tmp/", "/private/var/tmp/"].map {
                Fingerprint.of(rule: "r", app: "a", culprit: "\($0)über.db")
            })
        #expect(prints.count == 1)
    }
}
