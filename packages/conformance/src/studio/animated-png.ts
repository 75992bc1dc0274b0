import { crc32, deflateSync } from "node:zlib";

/** Picture of an animation. All pictures of an animation have the same size. */
export interface Frame {
  readonly width: number;
  readonly height: number;
  /** Colors of the pixels, row by row: red, green, blue and opacity, one byte each. */
  readonly data: Uint8Array;
  /** Time for which the picture is shown, in milliseconds. */
  readonly durationMs: number;
}

/** Part of a picture, in pixels. */
interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Index of the transparent color, which marks pixels that are the same in the picture before. */
const unchanged = 0;
/** Maximum number of colors, besides the transparent one. Pages have few colors, and shades at the edges of letters. */
const maxColors = 255;

/**
 * Joins pictures to an animated PNG file, which repeats without end. Each frame contains only the pixels that differ from the one before.
 * @see https://www.w3.org/TR/png-3/#apng-frame-based-animation
 */
export function joinFrames(frames: readonly Frame[]): Buffer {
  const [first] = frames;
  if (first === undefined) throw new Error("An animation needs a frame.");
  const { width, height } = first;
  const palette = new Palette(frames);
  const chunks = [
    chunk("IHDR", Buffer.concat([uint32(width), uint32(height), Buffer.from([8, 3, 0, 0, 0])])),
    chunk("acTL", Buffer.concat([uint32(frames.length), uint32(0)])),
    chunk("PLTE", palette.bytes()),
    chunk("tRNS", Buffer.from([0])),
  ];
  let sequence = 0;
  let before: Uint8Array | undefined;
  for (const { data, durationMs } of frames) {
    const colors = palette.indexes(data);
    const box = before === undefined ? { x: 0, y: 0, width, height } : changedBox(before, colors, width);
    const place = [box.width, box.height, box.x, box.y].map(uint32);
    const time = Buffer.from([durationMs >> 8, durationMs & 255, 1000 >> 8, 1000 & 255]);
    const blendsOver = Buffer.from([0, 1]);
    chunks.push(chunk("fcTL", Buffer.concat([uint32(sequence++), ...place, time, blendsOver])));
    const pixels = deflateSync(cut(colors, before, box, width), { level: 9, memLevel: 9 });
    if (before === undefined) chunks.push(chunk("IDAT", pixels));
    else chunks.push(chunk("fdAT", Buffer.concat([uint32(sequence++), pixels])));
    before = colors;
  }
  return Buffer.concat([signature, ...chunks, chunk("IEND", Buffer.alloc(0))]);
}

/** Counts the frames of an animated PNG file. */
export function countFrames(file: Buffer): number {
  const at = file.indexOf("acTL");
  return at < 0 ? 0 : file.readUInt32BE(at + 4);
}

/** Colors that all frames share: the most frequent ones. Any other color becomes the nearest of them. */
class Palette {
  readonly #colors: number[];
  readonly #indexes = new Map<number, number>();

  constructor(frames: readonly Frame[]) {
    const counts = new Map<number, number>();
    for (const { data } of frames) for (const color of colorsOf(data)) counts.set(color, (counts.get(color) ?? 0) + 1);
    const byCount = [...counts].sort(([, one], [, other]) => other - one);
    this.#colors = byCount.slice(0, maxColors).map(([color]) => color);
    for (const [color] of byCount) this.#indexes.set(color, this.#nearest(color) + 1);
  }

  bytes(): Buffer {
    return Buffer.from([0, ...this.#colors].flatMap((color) => [color >> 16, (color >> 8) & 255, color & 255]));
  }

  indexes(data: Uint8Array): Uint8Array {
    const indexes = new Uint8Array(data.length / 4);
    let at = 0;
    for (const color of colorsOf(data)) indexes[at++] = this.#indexes.get(color) ?? unchanged;
    return indexes;
  }

  #nearest(color: number): number {
    let nearest = 0;
    let least = Number.POSITIVE_INFINITY;
    for (const [index, other] of this.#colors.entries()) {
      const red = (color >> 16) - (other >> 16);
      const green = ((color >> 8) & 255) - ((other >> 8) & 255);
      const blue = (color & 255) - (other & 255);
      const distance = red * red + green * green + blue * blue;
      if (distance < least) [nearest, least] = [index, distance];
    }
    return nearest;
  }
}

function* colorsOf(data: Uint8Array): Generator<number> {
  for (let at = 0; at < data.length; at += 4)
    yield ((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0);
}

/** Returns the smallest box with all pixels that differ; one pixel if none does. */
function changedBox(before: Uint8Array, after: Uint8Array, width: number): Box {
  let [left, top, right, bottom] = [width, after.length, 0, 0];
  for (const [index, color] of after.entries()) {
    if (color === before[index]) continue;
    const [x, y] = [index % width, Math.floor(index / width)];
    [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x + 1), Math.max(bottom, y + 1)];
  }
  return right === 0
    ? { x: 0, y: 0, width: 1, height: 1 }
    : { x: left, y: top, width: right - left, height: bottom - top };
}

/** Returns the rows of a box, each after the byte 0, which says that it has no filter. */
function cut(colors: Uint8Array, before: Uint8Array | undefined, { x, y, width, height }: Box, whole: number): Buffer {
  const rows = Buffer.alloc((width + 1) * height);
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const from = (y + row) * whole + x + column;
      const color = colors[from] ?? unchanged;
      rows[row * (width + 1) + 1 + column] = color === before?.[from] ? unchanged : color;
    }
  }
  return rows;
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, "latin1"), data]);
  return Buffer.concat([uint32(data.length), body, uint32(crc32(body))]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
