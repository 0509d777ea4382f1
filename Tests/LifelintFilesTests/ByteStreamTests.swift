// SPDX-License-Identifier: MIT

import Foundation
import LifelintFiles
import Testing

@Suite struct ByteStreamTests {
    private static let text = (0..<5_000).map { "line \($0)\n" }.joined()

    @Test("Every origin gives the same bytes, whatever the piece", arguments: [1, 7, 4_096, 1_000_000])
    func origins(piece: Int) throws {
        let scratch = try ScratchFolder()
        try scratch.write(["a.log": Self.text])
        let spool = try SpoolFile(directory: scratch.path, limit: 1_000_000)
        try spool.append(Array("before".utf8))
        let start = try spool.append(Array(Self.text.utf8))
        try spool.append(Array("after".utf8))
        let count = Int64(Self.text.utf8.count)
        let streams = [
            try ByteStream(opening: scratch("a.log")), ByteStream(bytes: Array(Self.text.utf8)),
            ByteStream(spool: spool, range: start..<(start + count)),
        ]
        for stream in streams {
            #expect(stream.size == count)
            #expect(try Array(stream.peek(upTo: 9)) == Array("line 0\nli".utf8))
            var buffer = Array("carried ".utf8)
            while try stream.read(upTo: piece, into: &buffer) > 0 {}
            #expect(String(decoding: buffer, as: UTF8.self) == "carried " + Self.text)
            #expect(stream.position == count)
            #expect(try stream.peek(upTo: 10).isEmpty)
        }
    }

    @Test("A look ahead moves nothing, however often and far it is taken")
    func peek() throws {
        let stream = ByteStream(bytes: Array("abcdef".utf8))
        #expect(try Array(stream.peek(upTo: 2)) == Array("ab".utf8))
        var buffer: [UInt8] = []
        #expect(try stream.read(upTo: 1, into: &buffer) == 1)
        #expect(try Array(stream.peek(upTo: 3)) == Array("bcd".utf8))
        #expect(try Array(stream.peek(upTo: 100)) == Array("bcdef".utf8))
        #expect(try stream.peek(upTo: 0).isEmpty)
        while try stream.read(upTo: 2, into: &buffer) > 0 {}
        #expect(buffer == Array("abcdef".utf8))
    }

    @Test("What can be read only once is read again from a copy, wherever the first reading has stopped")
    func rewind() throws {
        let scratch = try ScratchFolder()
        try scratch.write(["a.log": Self.text])
        for taken in [0, 1, 3_000, Self.text.utf8.count] {
            let pipe = scratch("pipe\(taken)")
            try #require(unsafe mkfifo(pipe, 0o600) == 0)
            let writer = Process()
            writer.executableURL = URL(fileURLWithPath: "/bin/sh")
            writer.arguments = ["-c", "cat '\(scratch("a.log"))' > '\(pipe)'"]
            try writer.run()
            let stream = try ByteStream(opening: pipe)
            #expect(stream.size == nil)
            #expect(try stream.head(upTo: 10) == Array("line 0\nlin".utf8))
            #expect(stream.canRewind)
            stream.keepCopy(in: scratch.path)
            var first: [UInt8] = []
            while first.count < taken, try stream.read(upTo: taken - first.count, into: &first) > 0 {}
            #expect(first.count == taken && stream.canRewind)
            stream.rewind()
            #expect(stream.position == 0)
            var second: [UInt8] = []
            while try stream.read(upTo: 1_000, into: &second, from: second.count) > 0 {}
            #expect(String(decoding: second, as: UTF8.self) == Self.text)
            writer.waitUntilExit()
        }
    }

    @Test("Without a copy only what was not begun can begin again")
    func rewindWithoutCopy() throws {
        let stream = ByteStream(bytes: Array("abc".utf8))
        stream.keepCopy(in: nil)
        #expect(stream.canRewind)
        var buffer: [UInt8] = []
        #expect(try stream.read(upTo: 2, into: &buffer) == 2)
        #expect(!stream.canRewind)
        stream.rewind()
        #expect(stream.position == 2)
    }

    @Test("The head of a file is all of it where it is short, also of one that has grown since")
    func head() throws {
        let scratch = try ScratchFolder()
        try scratch.write(["a.log": "abc", "empty.log": ""])
        let stream = try ByteStream(opening: scratch("a.log"))
        #expect(try stream.head(upTo: 2) == Array("ab".utf8))
        #expect(try stream.head(upTo: 10) == Array("abc".utf8))
        var buffer: [UInt8] = []
        while try stream.read(upTo: 2, into: &buffer) > 0 {}
        #expect(buffer == Array("abc".utf8))
        #expect(try ByteStream(opening: scratch("empty.log")).head(upTo: 10).isEmpty)
        let growing = try ByteStream(opening: scratch("a.log"))
        let writer = try #require(FileHandle(forWritingAtPath: scratch("a.log")))
        try writer.seekToEnd()
        try writer.write(contentsOf: Data("defgh".utf8))
        #expect(try growing.head(upTo: 6) == Array("abcdef".utf8))
        let moved = ByteStream(bytes: Array("abcdef".utf8))
        #expect(try moved.read(upTo: 1, into: &buffer) == 1)
        #expect(try moved.head(upTo: 3) == Array("bcd".utf8))
    }

    @Test("A small file is read into little memory, and one that has grown to its end")
    func small() throws {
        let scratch = try ScratchFolder()
        try scratch.write(["a.log": "abc"])
        let stream = try ByteStream(opening: scratch("a.log"))
        var buffer: [UInt8] = []
        #expect(try stream.read(upTo: 1 << 20, into: &buffer, from: 0) == 3)
        #expect(buffer == Array("abc".utf8))
        #expect(buffer.capacity < 1_024)
        #expect(try stream.read(upTo: 1 << 20, into: &buffer, from: 3) == 0)
        #expect(buffer == Array("abc".utf8))
        #expect(buffer.capacity < 1_024)
        let growing = try ByteStream(opening: scratch("a.log"))
        let writer = try #require(FileHandle(forWritingAtPath: scratch("a.log")))
        try writer.seekToEnd()
        try writer.write(contentsOf: Data("defgh".utf8))
        buffer = []
        while try growing.read(upTo: 1 << 20, into: &buffer, from: buffer.count) > 0 {}
        #expect(buffer == Array("abcdefgh".utf8))
    }

    @Test("A file that shrinks while it is read ends early")
    func truncated() throws {
        let scratch = try ScratchFolder()
        try scratch.write(["a.log": Self.text])
        let stream = try ByteStream(opening: scratch("a.log"))
        var buffer: [UInt8] = []
        #expect(try stream.read(upTo: 100, into: &buffer) == 100)
        #expect(scratch.truncate("a.log", 120))
        while try stream.read(upTo: 100, into: &buffer) > 0 {}
        #expect(buffer.count == 120)
    }

    @Test("A pipe is read as it is filled, and has no size")
    func pipe() throws {
        let scratch = try ScratchFolder()
        #expect(scratch.makePipe("pipe"))
        let writer = Process()
        writer.executableURL = URL(fileURLWithPath: "/bin/sh")
        writer.arguments = ["-c", "printf abc > '\(scratch("pipe"))'"]
        try writer.run()
        let stream = try ByteStream(opening: scratch("pipe"))
        #expect(stream.size == nil)
        #expect(try Array(stream.peek(upTo: 10)) == Array("abc".utf8))
        var buffer: [UInt8] = []
        while try stream.read(upTo: 2, into: &buffer) > 0 {}
        #expect(buffer == Array("abc".utf8))
        writer.waitUntilExit()
    }

    @Test("Errors carry the path and the system's words")
    func errors() throws {
        let scratch = try ScratchFolder()
        let missing = #expect(throws: FileError.self) { try ByteStream(opening: scratch("missing")) }
        #expect(missing?.code == .notFound)
        #expect(missing?.message == "\(scratch("missing")): No such file or directory")
        let folder = try ByteStream(opening: scratch.path)
        var buffer = [UInt8(1)]
        let error = #expect(throws: FileError.self) { _ = try folder.read(upTo: 10, into: &buffer) }
        #expect(error?.code == .isFolder)
        #expect(buffer == [1])
    }

    @Test("A stream that is gone has closed its file")
    func closing() throws {
        let scratch = try ScratchFolder()
        try scratch.write(["a.log": "abc"])
        let kept = try ByteStream(opening: scratch("a.log"))
        #expect(Self.descriptors(of: scratch("a.log")) == 1)
        withExtendedLifetime(kept) {}
        for _ in 0..<10 { _ = try ByteStream(opening: scratch("a.log")) }
        #expect(Self.descriptors(of: scratch("a.log")) <= 1)
    }

    /// How many descriptors of this process, of the first thousands, are of that file.
    private static func descriptors(of path: String) -> Int {
        var wanted = stat()
        guard unsafe stat(path, &wanted) == 0 else { return 0 }
        return (0..<4_096).count { (descriptor: Int32) in
            var found = stat()
            return unsafe fstat(descriptor, &found) == 0 && found.st_ino == wanted.st_ino
                && found.st_dev == wanted.st_dev
        }
    }
}
