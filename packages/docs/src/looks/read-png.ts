import { inflateSync } from "node:zlib";

/** Pixels by rows from the top, three or four bytes each: red, green, blue and optionally alpha. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly bytesPerPixel: number;
  readonly bytes: Uint8Array;
}

const signatureLength = 8;
const channels: Readonly<Record<number, number>> = { 2: 3, 6: 4 };

/**
 * Reads a PNG as browsers write screenshots: 8 bits a channel, without a palette, not interlaced.
 * @see https://www.w3.org/TR/png-3/
 */
export function readPng(png: Buffer): Picture {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  const bytesPerPixel = channels[png[25] ?? 0];
  if (png[24] !== 8 || bytesPerPixel === undefined) throw new Error("This form of PNG is not a screenshot's.");
  const data: Buffer[] = [];
  for (let at = signatureLength; at < png.length; ) {
    const length = png.readUInt32BE(at);
    if (png.toString("latin1", at + 4, at + 8) === "IDAT") data.push(png.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  return { width, height, bytesPerPixel, bytes: unfilter(inflateSync(Buffer.concat(data)), height, bytesPerPixel) };
}

/** Reverses the filter of each row. A row begins with the number of its filter, which defines what was subtracted from its bytes. */
function unfilter(filtered: Buffer, height: number, bytesPerPixel: number): Uint8Array {
  const stride = filtered.length / height - 1;
  const bytes = new Uint8Array(stride * height);
  for (let row = 0; row < height; row += 1) {
    const from = row * (stride + 1) + 1;
    const filter = filtered[from - 1];
    for (let column = 0; column < stride; column += 1) {
      const at = row * stride + column;
      const left = column < bytesPerPixel ? 0 : (bytes[at - bytesPerPixel] ?? 0);
      const up = row === 0 ? 0 : (bytes[at - stride] ?? 0);
      const value = filtered[from + column] ?? 0;
      if (filter === 0) bytes[at] = value;
      else if (filter === 1) bytes[at] = value + left;
      else if (filter === 2) bytes[at] = value + up;
      else if (filter === 3) bytes[at] = value + ((left + up) >> 1);
      else {
        const corner = column < bytesPerPixel || row === 0 ? 0 : (bytes[at - stride - bytesPerPixel] ?? 0);
        bytes[at] = value + paeth(left, up, corner);
      }
    }
  }
  return bytes;
}

function paeth(left: number, up: number, corner: number): number {
  const estimate = left + up - corner;
  const [toLeft, toUp, toCorner] = [Math.abs(estimate - left), Math.abs(estimate - up), Math.abs(estimate - corner)];
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}
