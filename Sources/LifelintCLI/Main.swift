// SPDX-License-Identifier: MIT

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The process: the only place that ends it.
@main
struct Main {
    static func main() {
        Interruption.prepare()
        let console = Console.standard()
        let status = Program.run(Array(CommandLine.arguments.dropFirst()), console: console)
        exit(status.rawValue)
    }
}
