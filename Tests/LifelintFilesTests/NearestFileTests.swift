// SPDX-License-Identifier: MIT

import LifelintFiles
import Testing

@Suite struct NearestFileTests {
    @Test("A file that is nowhere above the working directory is not found, and the search ends at the root")
    func missing() { #expect(NearestFile.path(named: ".lifelint-that-is-nowhere.yml") == nil) }

    @Test("What is no file is passed by")
    func folder() { #expect(NearestFile.path(named: "tmp") == nil) }
}
