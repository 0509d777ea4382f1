// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import LifelintFiles

// One after the other: the table of unfinished files belongs to the process.
@Suite(.serialized) struct AtomicFileTests {
    @Test("A file appears whole when it is committed, and the old one stays until then")
    func commit() throws {
        let scratch = try ScratchFolder()
        try scratch.write(["report": "old"])
        #expect(scratch.setPermissions("report", 0o640))
        let file = try AtomicFile(path: scratch("report"))
        try file.write(Array("new ".utf8))
        try file.write([UInt8](repeating: 0x78, count: 200_000))
        #expect(try scratch.text("report") == "old")
        try file.commit()
        #expect(try scratch.text("report") == "new " + String(repeating: "x", count: 200_000))
        #expect(scratch.names == ["report"])
        let permissions = try FileManager.default.attributesOfItem(atPath: scratch("report"))[.posixPermissions]
        #expect(permissions as? Int == 0o640)
    }

    @Test("A file that is not finished leaves nothing")
    func abandon() throws {
        let scratch = try ScratchFolder()
        do {
            let file = try AtomicFile(path: scratch("report"))
            try file.write(Array("half".utf8))
            #expect(scratch.names.count == 1)
        }
        #expect(scratch.names.isEmpty)
        let file = try AtomicFile(path: scratch("report"))
        file.abandon()
        #expect(throws: FileError.self) { try file.commit() }
        #expect(scratch.names.isEmpty)
    }

    @Test("An interruption removes what is unfinished and keeps what is finished")
    func interruption() throws {
        let scratch = try ScratchFolder()
        let finished = try AtomicFile(path: scratch("finished"))
        try finished.commit()
        let unfinished = try AtomicFile(path: scratch("unfinished"))
        let other = try AtomicFile(path: scratch("other"))
        #expect(scratch.names.count == 3)
        UnfinishedFiles.removeAll()
        #expect(scratch.names == ["finished"])
        unfinished.abandon()
        other.abandon()
    }

    @Test("More files than the table holds are written all the same")
    func fullTable() throws {
        let scratch = try ScratchFolder()
        let files = try (0..<40).map { try AtomicFile(path: scratch("report\($0)")) }
        for file in files { try file.commit() }
        #expect(scratch.names.count == 40)
        let later = try AtomicFile(path: scratch("later"))
        UnfinishedFiles.removeAll()
        #expect(scratch.names.count == 40)
        later.abandon()
    }

    @Test("Through a link the file that it leads to is replaced")
    func link() throws {
        let scratch = try ScratchFolder()
        try scratch.write(["real/report": "old"])
        try scratch.link("report", to: "real/report")
        let file = try AtomicFile(path: scratch("report"))
        try file.write(Array("new".utf8))
        try file.commit()
        #expect(try scratch.text("real/report") == "new")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: scratch("report")) == "real/report")
    }

    @Test("A device is written to and never replaced")
    func device() throws {
        let file = try AtomicFile(path: "/dev/null")
        try file.write([1])
        try file.commit()
        #expect(FileManager.default.fileExists(atPath: "/dev/null"))
        if FileManager.default.fileExists(atPath: "/dev/full") {
            let full = try AtomicFile(path: "/dev/full")
            try full.write([1])
            let error = #expect(throws: FileError.self) { try full.commit() }
            #expect(error?.code == .diskFull)
        }
    }

    @Test("A place that cannot be written is an error at the beginning")
    func unwritable() throws {
        let scratch = try ScratchFolder()
        let cases: [(String, FileError.Code)] = [(scratch("no/report"), .notFound), (scratch.path, .isFolder)]
        for (path, code) in cases {
            let error = #expect(throws: FileError.self) { try AtomicFile(path: path) }
            #expect(error?.code == code)
            #expect(error?.path == path)
        }
    }
}
