// SPDX-License-Identifier: MIT

import LifelintFiles
import Testing

@Suite struct SpoolFileTests {
    @Test("What was appended is read back, at any place")
    func roundTrip() throws {
        let scratch = try ScratchFolder()
        let spool = try SpoolFile(directory: scratch.path, limit: 100)
        #expect(try spool.append(Array("hello".utf8)) == 0)
        #expect(try spool.append(Array(" world".utf8)) == 5)
        var buffer = Array(">".utf8)
        #expect(try spool.read(upTo: 3, at: 4, into: &buffer) == 3)
        #expect(buffer == Array(">o w".utf8))
        #expect(try spool.read(upTo: 100, at: 6, into: &buffer) == 5)
        #expect(try spool.read(upTo: 1, at: 11, into: &buffer) == 0)
        #expect(try spool.read(upTo: 1, at: -1, into: &buffer) == 0)
        #expect(try spool.append([]) == 11)
    }

    @Test("Nothing can be seen in the folder")
    func nameless() throws {
        let scratch = try ScratchFolder()
        let spool = try SpoolFile(directory: scratch.path, limit: 100)
        try spool.append([1, 2, 3])
        #expect(scratch.names.isEmpty)
        #expect(spool.size == 3)
    }

    @Test("Beyond its limit nothing is taken, and what was taken stays")
    func limit() throws {
        let scratch = try ScratchFolder()
        let spool = try SpoolFile(directory: scratch.path, limit: 4)
        try spool.append([1, 2, 3])
        let error = #expect(throws: FileError.self) { try spool.append([4, 5]) }
        #expect(error?.code == .spoolFull)
        #expect(try spool.append([4]) == 3)
        var buffer: [UInt8] = []
        #expect(try spool.read(upTo: 10, at: 0, into: &buffer) == 4)
        #expect(buffer == [1, 2, 3, 4])
    }

    @Test("What is cut off gives its place back, and what comes next stands there")
    func cut() throws {
        let scratch = try ScratchFolder()
        let spool = try SpoolFile(directory: scratch.path, limit: 4)
        try spool.append([1, 2, 3, 4])
        spool.cut(to: 9)
        spool.cut(to: -1)
        #expect(spool.size == 4)
        spool.cut(to: 1)
        #expect(spool.size == 1)
        #expect(try spool.append([5, 6, 7]) == 1)
        var buffer: [UInt8] = []
        #expect(try spool.read(upTo: 10, at: 0, into: &buffer) == 4)
        #expect(buffer == [1, 5, 6, 7])
    }

    @Test("A folder that is not there is an error with its path")
    func missingFolder() {
        let error = #expect(throws: FileError.self) { try SpoolFile(directory: "/nonexistent/folder", limit: 1) }
        #expect(error?.code == .notFound)
        #expect(error?.path == "/nonexistent/folder")
    }

    @Test("A stretch beyond the end is cut to what is there")
    func stretch() throws {
        let scratch = try ScratchFolder()
        let spool = try SpoolFile(directory: scratch.path, limit: 100)
        try spool.append(Array("abcdef".utf8))
        let stream = ByteStream(spool: spool, range: 4..<1_000)
        var buffer: [UInt8] = []
        while try stream.read(upTo: 100, into: &buffer) > 0 {}
        #expect(buffer == Array("ef".utf8))
    }
}
