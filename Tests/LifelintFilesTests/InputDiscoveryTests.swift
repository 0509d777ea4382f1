// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import LifelintFiles

@Suite struct InputDiscoveryTests {
    @Test("A folder is walked in byte order of the names, hidden names left out")
    func order() throws {
        let scratch = try ScratchFolder()
        try scratch.write([
            "b.log": "1", "a/z.log": "22", "a/B.log": "", "a.log": "4", "Z.log": "5", ".hidden": "6", ".git/x": "7",
            "é.log": "8",
        ])
        let found = InputDiscovery.discover([scratch.path])
        #expect(
            relative(found, scratch) == ["Z.log", "a/B.log", "a/z.log", "a.log", "b.log", "é.log"])
        #expect(found.map(\.size) == [1, 0, 2, 1, 1, 1])
        #expect(found.allSatisfy { $0.source == .file && !$0.isNamed && $0.folder == scratch.path })
    }

    @Test(
        "Paths are shown as given, without ./ and doubled separators",
        arguments: [
            ("./a.log", "a.log"), ("a//b/./c", "a/b/c"), (".", "."), ("./", "."), ("../x/", "../x"), ("/", "/"),
            ("//tmp//x", "/tmp/x"), ("-", "-"), ("", ""), ("a/../b", "a/../b"),
        ])
    func normalised(path: String, expected: String) {
        #expect(InputDiscovery.normalised(path) == expected)
    }

    @Test("The current folder adds nothing to the names in it")
    func currentFolder() {
        let found = InputDiscovery.discover(["."])
        #expect(found.allSatisfy { !$0.path.hasPrefix(".") && !$0.path.hasPrefix("/") })
        #expect(found.allSatisfy { $0.folder == "." || $0.isNamed })
    }

    @Test("What is named is named, hidden or not, and named twice is read once")
    func named() throws {
        let scratch = try ScratchFolder()
        try scratch.write([".hidden": "abc", "x.log": "de"])
        let found = InputDiscovery.discover([
            scratch(".hidden"), scratch("x.log"), scratch("./x.log"), scratch.path, "-", "-",
        ])
        #expect(found.map(\.path) == [scratch(".hidden"), scratch("x.log"), "-"])
        #expect(found.map(\.isNamed) == [true, true, true])
        #expect(found.map(\.source) == [.file, .file, .stream])
    }

    @Test("What is found twice is read once: as named, else as of the inner folder")
    func repetitions() throws {
        let scratch = try ScratchFolder()
        try scratch.write(["a.log": "1", "in/b.log": "2", "in/c.log": "3"])
        for paths in [
            [scratch.path, scratch("in"), scratch("in/c.log")], [scratch("in/c.log"), scratch("in"), scratch.path],
        ] {
            let found = InputDiscovery.discover(paths).sorted { $0.path < $1.path }
            #expect(relative(found, scratch) == ["a.log", "in/b.log", "in/c.log"])
            #expect(found.map(\.folder) == [scratch.path, scratch("in"), nil])
            #expect(found.map(\.isNamed) == [false, false, true])
        }
    }

    @Test("A link to the folder above does not lead back into the walked one")
    func linkAbove() throws {
        let scratch = try ScratchFolder()
        try scratch.write(["walked/a.log": "1", "beside.log": "2"])
        try scratch.link("walked/above", to: "..")
        let found = InputDiscovery.discover([scratch("walked")])
        #expect(relative(found, scratch) == ["walked/a.log", "walked/above/beside.log"])
    }

    @Test("Links to files and folders are followed, loops are not")
    func links() throws {
        let scratch = try ScratchFolder()
        try scratch.write(["real/a.log": "1", "walked/own.log": "2"])
        try scratch.link("walked/file.log", to: "../real/a.log")
        try scratch.link("walked/folder", to: "../real")
        try scratch.link("walked/self", to: ".")
        try scratch.link("real/up", to: "../walked")
        try scratch.link("walked/gone", to: "nowhere")
        let found = InputDiscovery.discover([scratch("walked")])
        #expect(
            relative(found, scratch) == ["walked/file.log", "walked/folder/a.log", "walked/gone", "walked/own.log"])
        #expect(found.map { $0.error?.code } == [nil, nil, .notFound, nil])
    }

    @Test("Links among folders do not multiply")
    func linkedSiblings() throws {
        let scratch = try ScratchFolder()
        for index in 0..<12 { try scratch.write(["\(index)/x.log": "x"]) }
        for index in 0..<12 {
            for other in 0..<12 where other != index { try scratch.link("\(index)/to\(other)", to: "../\(other)") }
        }
        let found = InputDiscovery.discover([scratch.path])
        #expect(found.count >= 12 && found.count <= 24)
    }

    @Test("What cannot be read is listed with its error")
    func unavailable() throws {
        let scratch = try ScratchFolder()
        try scratch.write(["file": "", "walked/a": "1"])
        try FileManager.default.createDirectory(atPath: scratch("empty"), withIntermediateDirectories: true)
        try scratch.link("circle", to: "circle")
        #expect(scratch.makePipe("walked/pipe"))
        let cases: [(String, FileError.Code)] = [
            ("missing", .notFound), ("file/below", .notFound), ("empty", .emptyFolder), ("circle", .openFailed),
        ]
        for (name, code) in cases {
            let found = InputDiscovery.discover([scratch(name)])
            #expect(found.count == 1 && found.first?.isNamed == true, "\(name)")
            #expect(found.first?.error?.code == code, "\(name)")
            #expect(found.first?.error?.reason.isEmpty == false)
            #expect(throws: FileError.self) { try found.first?.open() }
        }
        let walked = InputDiscovery.discover([scratch("walked")])
        #expect(walked.map { $0.error?.code } == [nil, .isSpecial])
        #expect(InputDiscovery.discover([""]).first?.error?.code == .notFound)
    }

    @Test("Of a folder with hidden files alone it is said that they are left out")
    func hiddenAlone() throws {
        let scratch = try ScratchFolder()
        try scratch.write(["hidden/.a.log": "1", "below/.git/b": "1"])
        try FileManager.default.createDirectory(atPath: scratch("empty"), withIntermediateDirectories: true)
        for (name, isSaid) in [("hidden", true), ("below", true), ("empty", false)] {
            let error = InputDiscovery.discover([scratch(name)]).first?.error
            #expect(error?.reason.contains("hidden") == isSaid, "\(name)")
        }
    }

    @Test("A file that may not be read is listed with its error, unless the system lets us")
    func permissions() throws {
        let scratch = try ScratchFolder()
        try scratch.write(["closed.log": "1", "closed/x.log": "2"])
        for name in ["closed.log", "closed"] { #expect(scratch.setPermissions(name, 0)) }
        let found = InputDiscovery.discover([scratch.path])
        // The superuser may read everything.
        #expect(found.map { $0.error?.code } == (geteuid() == 0 ? [nil, nil] : [.denied, .denied]))
        #expect(scratch.setPermissions("closed", 0o700))
    }

    @Test("A named pipe is a stream")
    func pipes() throws {
        let scratch = try ScratchFolder()
        #expect(scratch.makePipe("pipe"))
        let found = InputDiscovery.discover([scratch("pipe"), "/dev/null", "/dev/stdin"])
        #expect(found.map(\.source) == [.stream, .stream, .stream])
        #expect(found.map(\.size) == [nil, nil, nil])
        var buffer: [UInt8] = []
        #expect(try found[1].open().read(upTo: 10, into: &buffer) == 0)
    }

    @Test("A name that is not text can be opened")
    func unreadableName() throws {
        let scratch = try ScratchFolder()
        let name = Array(scratch.path.utf8) + [0x2F, 0xFF, 0x2E, 0x6C]
        guard case .value(let descriptor) = SystemCall.open(name, flags: O_WRONLY | O_CREAT, mode: 0o600) else {
            // Some file systems take text only; then there is nothing to find.
            #expect(InputDiscovery.discover([scratch.path]).first?.error?.code == .emptyFolder)
            return
        }
        SystemCall.close(Int32(descriptor))
        let found = InputDiscovery.discover([scratch.path])
        #expect(found.map(\.path) == [scratch("\u{FFFD}.l")])
        var buffer: [UInt8] = []
        #expect(try found[0].open().read(upTo: 1, into: &buffer) == 0)
    }

    private func relative(_ found: [DiscoveredInput], _ scratch: ScratchFolder) -> [String] {
        found.map { String($0.path.dropFirst(scratch.path.count + 1)) }
    }
}
