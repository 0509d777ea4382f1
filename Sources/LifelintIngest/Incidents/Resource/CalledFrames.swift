// SPDX-License-Identifier: MIT

import LifelintModel

/// Reads the calls of a thread as texts of crashes write them: `0   Notes   0x000… main + 24`.
enum CalledFrames {
    /// The calls of the lines that follow.
    static func calls(_ lines: inout LabelledLines, _ view: ByteView) -> [IncidentFrame] {
        var frames: [IncidentFrame] = []
        var ahead = lines
        while let line = ahead.next(), let frame = frame(view, line.range) {
            lines = ahead
            if frames.count < IngestLimits.framesPerThread { frames.append(frame) }
        }
        return frames
    }

    private static func frame(_ view: ByteView, _ range: Range<Int>) -> IncidentFrame? {
        guard let (_, numberEnd) = DecimalNumber.prefix(view, range.lowerBound, range.upperBound),
            let hex = ByteSearch.find("0x", in: view, from: numberEnd, to: range.upperBound)
        else { return nil }
        var addressEnd = hex
        while addressEnd < range.upperBound, !IncidentValues.isBlank(view[addressEnd]) { addressEnd += 1 }
        var frame = IncidentFrame()
        frame.image = IncidentValues.text(view.string(numberEnd, hex))
        frame.address = IncidentValues.unsigned(view, hex, addressEnd)
        let tail = SampledStack.trimmed(view, addressEnd, range.upperBound)
        let (name, offset) = SampledStack.named(view, tail.lowerBound, tail.upperBound)
        if let name, name.hasPrefix("0x") {
            // Without symbols the start of the image stands in the place of a name.
            frame.imageOffset = offset
        } else {
            frame.symbol = name
            frame.symbolOffset = offset
        }
        return frame
    }
}
