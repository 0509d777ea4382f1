// SPDX-License-Identifier: MIT

import LifelintKit
import LifelintModel
import Testing

@testable import LifelintCLI

/// Whole command lines within this process.
@Suite struct ProgramTests {
    @Test(
        "Command lines that are wrong end with 2 and say what is wrong",
        arguments: [
            ([], "a command is missing"),
            (["anlyze"], "unknown command 'anlyze'; did you mean 'analyze'?"),
            (["/dev/null"], "unknown command '/dev/null'; did you mean 'lifelint analyze /dev/null'?"),
            (["--quiet", "analyze"], "unknown option '--quiet' before a command"),
            (["rules"], "'rules' is a group of commands: 'lifelint rules list', 'lifelint rules check', "),
            (["config"], "'config' is a group of commands: 'lifelint config show'"),
            (["rules", "schema", "--report", "--config"], "only one schema is printed at a time"),
            (["rules", "new", "My_Rule"], "'My_Rule' is no id of a rule"),
            (["rules", "new", "crashed"], "there is a rule 'crashed' already"),
            (["rules", "list", "--select", ","], "--select ',': a rule is missing"),
            (["analyze", "x", "--select", "no-such-rule"], "--select 'no-such-rule': no rule, topic or preset"),
            (["analyze", "x", "--config", "missing.yml"], "missing.yml: No such file or directory"),
            (["analyze", "x", "--rules", "missing"], "missing cannot be read: No such file or directory"),
            (["rules", "check", "missing"], "missing: No such file or directory"),
            (["explain", "--formula"], "--formula needs a rule"),
            (["explain", "--formula", "reclaimed"], "--formula needs a rule: 'reclaimed' is a cause of an ending"),
            (["explain", "--formula", "0x8badf00d"], "--formula needs a rule: '0x8badf00d' is a word of reports"),
            (["explain", "--formula", "slow-lunch"], "no rule is called 'slow-lunch'; did you mean 'slow-launch'?"),
            (["rules", "new", "an-id", "--log", "nope", "--line", "1"], "nope: No such file or directory"),
            (["config", "show", "a.yml", "--config", "b.yml"], "a configuration is named once"),
            (["analyze", "x", "--write-baseline", "-"], "--write-baseline '-': a baseline is written to a file"),
            (
                ["analyze", "x", "--report", "text", "--report", "json=/dev/stdout"],
                "only one report can go to standard output: text, json"
            ),
            (
                ["analyze", "x", "--report", "text=/dev/fd/1", "--report", "json=/proc/self/fd/1"],
                "only one report can go to standard output: text, json"
            ),
            (["analyze"], "'analyze' needs PATH"),
            (["analyze", ""], "an empty PATH was given"),
            (["analyze", "x", "--report", "nonsense"], "--report 'nonsense': unknown report format: expected "),
            (
                ["analyze", "x", "--report", "text", "--report", "json"],
                "only one report can go to standard output: text, json"
            ),
            (
                ["analyze", "x", "--report", "json=/nonexistent/r.json"],
                "report /nonexistent/r.json: No such file or directory"
            ),
            (["analyze", "x", "--fail-on", "fatal"], "--fail-on 'fatal': expected error, warning, info, never"),
            (["analyze", "x", "--since", "yesterday"], "--since 'yesterday': expected a time such as"),
            (["explain", "reclaimd"], "no rule and no cause is called 'reclaimd'; did you mean 'reclaimed'?"),
            (["explain", "reclaimed", "unknown"], "'explain' takes one RULE|CAUSE|WORD: 'unknown'"),
            (["completion", "tcsh"], "no completion for 'tcsh': expected bash, zsh or fish"),
            (["completion"], "'completion' needs SHELL"),
            (["formats", "x"], "'formats' takes no argument: 'x'"),
            (["help", "--man", "analyze"], "--man is one page for all commands: 'analyze'"),
            (["convert"], "'convert' needs REPORT.json"), (["diff", "x"], "'diff' needs two reports"),
            (["help", "nothing"], "unknown command 'nothing'"),
        ] as [([String], String)])
    func wrong(arguments: [String], message: String) {
        let (status, output, errors) = Self.run(arguments)
        #expect(status == .usage)
        #expect(output.isEmpty)
        #expect(errors.hasPrefix("lifelint: " + message), "\(errors)")
    }

    @Test(
        "Command lines that are right end with 0 and print to the output only",
        arguments: [
            (["--version"], "lifelint \(ToolVersion.current)\n"),
            (["--help"], "lifelint reads the lifecycle logs"),
            (["-h"], "lifelint reads the lifecycle logs"),
            (["help"], "lifelint reads the lifecycle logs"),
            (["help", "--man"], ".TH LIFELINT 1 "),
            (["help", "rules"], "Usage: lifelint rules COMMAND [OPTIONS] [ARGUMENTS]\n\nCommands:\n  rules list "),
            (["rules", "--help"], "Usage: lifelint rules COMMAND"),
            (["config", "-h"], "Usage: lifelint config COMMAND"),
            (["help", "config"], "Usage: lifelint config COMMAND"),
            (["help", "rules", "schema"], "Print a JSON Schema: for editors"),
            (["analyze", "--help"], "Read logs"),
            (["timeline", "nothing.log", "-h"], "Draw the states"),
            (["formats"], ""),
            (["explain"], "  watchdog.launch"),
            (["explain", "slow-launch", "--markdown"], "# slow-launch\n\n"),
            (["explain", "reclaimed", "--markdown"], "# reclaimed\n\n"),
            (["rules", "schema", "--report"], "{"),
            (["rules", "schema"], "{"), (["rules", "schema", "--recognisers"], "{"),
            (["rules", "schema", "--spans"], "{"), (["rules", "schema", "--config"], "{"),
            (["rules", "new", "draft-lost"], "# A rule of lifelint."),
            (["rules", "list", "--select", "none"], "no rule"),
            (["rules", "list", "--format", "json"], "["),
            (["rules", "check"], ""),
            (["config", "show"], "file "),
            (["completion", "bash"], "# bash completion for lifelint"),
            (["completion", "zsh"], "#compdef lifelint"),
            (["completion", "fish"], "# fish completion for lifelint"),
        ] as [([String], String)])
    func right(arguments: [String], beginning: String) {
        let (status, output, errors) = Self.run(arguments)
        #expect(status == .success)
        #expect(output.hasPrefix(beginning), "\(output.prefix(100))")
        #expect(output.hasSuffix("\n"))
        #expect(errors.isEmpty)
    }

    @Test("Every cause has a page", arguments: EndingCause.allCases)
    func causes(cause: EndingCause) {
        let (status, output, _) = Self.run(["explain", cause.rawValue])
        #expect(status == .success)
        #expect(output.count > 100)
    }

    private static func run(_ arguments: [String]) -> (status: LifelintCLI.ExitStatus, output: String, errors: String) {
        let console = Console(surroundings: Surroundings(), output: MemorySink(), errors: MemorySink())
        let status = Program.run(arguments, console: console)
        return (status, text(console.output), text(console.errors))
    }

    private static func text(_ sink: any ByteSink) -> String {
        String(decoding: (sink as? MemorySink)?.bytes ?? [], as: UTF8.self)
    }
}
