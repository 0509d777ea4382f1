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
        giveBackLargeBlocks()
        Interruption.prepare()
        let console = Console.standard()
        let status = Program.run(Array(CommandLine.arguments.dropFirst()), console: console)
        exit(status.rawValue)
    }

    /// Glibc keeps ever larger blocks for itself once some were freed; results come and go in blocks of such sizes.
    ///
    /// Smaller ones it gives back at once: a little of them is kept, since every page has to be cleared anew.
    ///
    /// Why unsafe: `mallopt` is not among what Swift imports of glibc, so it is looked up; its type is glibc's.
    private static func giveBackLargeBlocks() {
        #if canImport(Glibc)
            let (trimThreshold, topPad, mmapThreshold): (Int32, Int32, Int32) = (-1, -2, -3)
            typealias Option = @convention(c) (Int32, Int32) -> Int32
            guard let address = unsafe dlsym(nil, "mallopt") else { return }
            let set = unsafe unsafeBitCast(address, to: Option.self)
            _ = set(mmapThreshold, 128 << 10)
            _ = set(trimThreshold, 1 << 20)
            _ = set(topPad, 256 << 10)
        #endif
    }
}
