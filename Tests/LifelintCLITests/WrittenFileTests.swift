// SPDX-License-Identifier: MIT

import Testing

/// What is read is never written over, and no file is written twice.
@Suite struct WrittenFileTests {
    private static let log = """
        # app=com.acme.notes device=D1 date=2026-03-02 pid=71
        10:00:00.000 process.launch intent=foreground reason=tap
        10:00:36.000 app.didBecomeActive

        """

    private static func program() throws -> BuiltProgram {
        let lifelint = try BuiltProgram()
        try lifelint.write("in.lifelog", log)
        try lifelint.write("cfg.yml", "extends: recommended\n")
        _ = try lifelint.shell("mkdir logs && cp in.lifelog logs/x.lifelog && ln -s in.lifelog link.lifelog")
        _ = try lifelint("analyze", "in.lifelog", "--report", "json=b.json", "--write-baseline", "known.json")
        return lifelint
    }

    @Test(
        "A file that is read, or written already, is not written",
        arguments: [
            ("analyze in.lifelog --report text=in.lifelog", "report text would be written over the input in.lifelog"),
            ("analyze in.lifelog --report text=./logs/../in.lifelog", "report text would be written over the input"),
            ("analyze link.lifelog --report text=in.lifelog", "report text would be written over the input"),
            ("analyze logs --report text=logs/x.lifelog", "report text would be written over the input logs/x.lifelog"),
            ("analyze in.lifelog --write-baseline in.lifelog", "the baseline would be written over the input"),
            (
                "analyze in.lifelog --report text=cfg.yml --config cfg.yml",
                "report text would be written over the configuration cfg.yml"
            ),
            (
                "analyze in.lifelog --report text=known.json --baseline known.json",
                "report text would be written over the baseline known.json"
            ),
            ("convert b.json --report text=b.json", "report text would be written over the report b.json"),
            ("diff b.json b.json --report html=b.json", "report html would be written over the report b.json"),
            (
                "analyze in.lifelog --report text=new --report json=$PWD/new",
                "two reports would be written to "
            ),
            (
                "analyze in.lifelog --report text=new --report json=logs/../new",
                "two reports would be written to logs/../new and new, which are one file"
            ),
            ("analyze in.lifelog --report text=new --write-baseline ./new", "a report and the baseline would be"),
            ("diff b.json b.json --report text=new --report html=./new", "two reports would be written to ./new"),
            ("analyze in.lifelog --report text=/dev/stdout --report json", "only one report can go to standard output"),
            ("diff b.json b.json --report text --report json=/dev/fd/1", "only one report can go to standard output"),
        ])
    func refused(arguments: String, message: String) throws {
        let lifelint = try Self.program()
        let names = lifelint.names
        let before = try ["in.lifelog", "cfg.yml", "known.json", "b.json"].map { try lifelint.text($0) }
        let outcome = try lifelint.shell("\"$lifelint\" \(arguments)")
        #expect(outcome.status == 2)
        #expect(outcome.errors.hasPrefix("lifelint: " + message), "\(outcome.errors)")
        #expect(lifelint.names == names)
        #expect(try ["in.lifelog", "cfg.yml", "known.json", "b.json"].map { try lifelint.text($0) } == before)
        #expect(try lifelint.text("logs/x.lifelog") == Self.log)
    }

    @Test("A report goes where standard output goes only once")
    func redirected() throws {
        let lifelint = try Self.program()
        let outcome = try lifelint.shell("\"$lifelint\" analyze in.lifelog --report text --report json=out > out")
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("where standard output goes"), "\(outcome.errors)")
    }

    @Test(
        "What is written anew each time may be",
        arguments: [
            "analyze logs --report json=logs/report.json --report text=logs/report.txt",
            "analyze in.lifelog --baseline known.json --write-baseline known.json",
            "analyze in.lifelog --report json=/dev/stdout",
            "analyze - --report text=new < in.lifelog",
        ])
    func allowed(arguments: String) throws {
        let lifelint = try Self.program()
        for _ in 0..<2 {
            let outcome = try lifelint.shell("\"$lifelint\" \(arguments)")
            #expect(outcome.status == 0, "\(outcome.errors)")
        }
    }

    @Test("A file whose name is no UTF-8 is read by that name; several that read alike are told")
    func unspellable() throws {
        let lifelint = try Self.program()
        let name = "$'d\\xff/caf\\xe9.lifelog'"
        let one = try lifelint.shell("mkdir $'d\\xff' && cp in.lifelog \(name) && \"$lifelint\" analyze \(name)")
        #expect(one.status == 0, "\(one.errors)")
        #expect(one.output.contains("com.acme.notes"))
        let folder = try lifelint.shell("\"$lifelint\" analyze $'d\\xff'")
        #expect(folder.status == 0, "\(folder.errors)")
        let two = try lifelint.shell(
            "cp in.lifelog $'d\\xff/caf\\xe8.lifelog' && \"$lifelint\" analyze \(name)")
        #expect(two.status == 3)
        #expect(two.errors.contains("names that are not UTF-8"), "\(two.errors)")
    }
}
