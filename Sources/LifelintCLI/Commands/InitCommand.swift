// SPDX-License-Identifier: MIT

import LifelintFiles
import LifelintKit
import LifelintModel

/// `lifelint init`: a configuration to begin with.
struct InitCommand: Command {
    var declaration: CommandSpec {
        CommandSpec(
            name: "init", summary: "Write a commented .lifelint.yml into this folder.",
            examples: [
                .init(line: "lifelint init", what: "What there is to say; nothing changes until you say it.")
            ])
    }

    var options: [SettingOption<NoSettings>] { [] }
    var defaults: NoSettings { NoSettings() }

    func run(_ settings: NoSettings, operands: [String], console: Console) throws(UsageError) -> ExitStatus {
        let path = ".lifelint.yml"
        if Surroundings.hasFile(path) {
            throw UsageError(
                .unwritable, "\(path) is there already, and stays as it is",
                hint: "Run 'lifelint config show' for what it says.")
        }
        do {
            let file = try AtomicFile(path: path)
            try file.write(Array(Self.text.utf8))
            try file.commit()
        } catch let error as FileError {
            throw UsageError(.unwritable, error.message)
        } catch {
            throw UsageError(.unwritable, "\(path): \(error)")
        }
        console.print("wrote \(path)\n")
        return .success
    }

    /// What is written: it loads, and it says what holds without it.
    static let text = """
        # The configuration of lifelint. 'lifelint config show' tells what is in force, and which line says so.

        # Which rules run: recommended, strict (more of them), all or none; or a file that says so.
        extends: recommended

        # Rules one by one: off, on, or their parameters and severity. 'lifelint rules list' names them all,
        # 'lifelint explain RULE' tells what they find and which parameters they have.
        rules: {}
        #  slow-launch: { warning: 1s, error: 5s, info: off }
        #  main-thread-hang: { severity: warning }
        #  stale-after-return: off

        # What an app says of itself, by bundle id ('*' stands for any characters).
        #apps:
        #  com.example.app:
        #    logs: [data.save, cache.purge]    # it logs these: where they are missing, they did not happen
        #    durability: buffered              # its logger may lose the last seconds when it is killed
        #    rules: { slow-launch: off }

        # Rules of your own ('lifelint rules new ID' drafts one), and names of events that only your app has.
        #rule_paths: [lifelint/rules]
        #events: [checkout.begin, checkout.end]
        #spans:
        #  checkout: { begins: checkout.begin, ends: checkout.end, key: order }

        # What the records of your own logger mean.
        #recognisers: [lifelint/recogniser.yml]

        # Findings that you know of and accept for now. The reason is for whoever reads this next year.
        #suppress:
        #  - rule: background-task-never-ended
        #    where: name matches "com.vendor.*"
        #    reason: "vendor ticket 4711"
        #    until: 2027-01-31

        """
}
