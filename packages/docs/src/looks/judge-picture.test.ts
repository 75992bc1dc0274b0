import { crc32, deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { judgePicture } from "./judge-picture.js";
import { type Picture, readPng } from "./read-png.js";

const width = 400;
const white = [255, 255, 255];
const ink = [31, 35, 40];

/** Draws lines of text at these heights. In ten rows each, eight of ten pixels stay background. */
function page(height: number, lines: readonly number[], background = white): Picture {
  const pixels = Array.from({ length: width * height }, (_, at) => {
    const isInk = at % 5 === 0 && lines.some((line) => at >= line * width && at < (line + 10) * width);
    return isInk ? ink : background;
  });
  return { width, height, bytesPerPixel: 3, bytes: Uint8Array.from(pixels.flat()) };
}

describe("the look of a page", () => {
  const text = [40, 200, 340, 500, 700, 820];

  it("is fine where every band has text", () => {
    expect(judgePicture(page(880, text), "light")).toEqual([]);
  });

  it("is not fine where a band is empty, such as the end of a page", () => {
    expect(judgePicture(page(1500, text), "light")).toEqual([
      "shows nothing from 900 to 1200, 1200 to 1500 px of its content.",
    ]);
    expect(judgePicture(page(100, []), "light")).toEqual(["shows nothing from 0 to 100 px of its content."]);
  });

  it("is not fine where it has the colours of the other theme", () => {
    expect(judgePicture(page(880, text), "dark")).toEqual(["has the background rgb(255, 255, 255) in the dark theme."]);
    expect(judgePicture(page(880, text, [27, 27, 31]), "light")).toEqual([
      "has the background rgb(27, 27, 31) in the light theme.",
      "shows nothing from 0 to 300, 300 to 600, 580 to 880 px of its content.",
    ]);
  });
});

describe("a PNG", () => {
  /** Rows of two pixels, each with another filter. */
  const rows = [
    [0, 10, 20, 30, 40, 50, 60],
    [1, 10, 20, 30, 30, 30, 30],
    [2, 0, 0, 0, 1, 1, 1],
    [3, 5, 10, 15, 10, 10, 10],
    [4, 0, 0, 0, 2, 2, 2],
  ];

  it("is read with each of its filters", () => {
    const { bytes, ...size } = readPng(encode(2, 5, rows.flat()));
    expect(size).toEqual({ width: 2, height: 5, bytesPerPixel: 3 });
    expect([...bytes.subarray(0, 18)]).toEqual([
      10, 20, 30, 40, 50, 60, 10, 20, 30, 40, 50, 60, 10, 20, 30, 41, 51, 61,
    ]);
    expect([...bytes.subarray(18)]).toEqual([10, 20, 30, 35, 45, 55, 10, 20, 30, 37, 47, 57]);
  });

  it("of another form is refused", () => {
    const palette = encode(2, 5, rows.flat());
    palette[25] = 3;
    expect(() => readPng(palette)).toThrow("not a screenshot's");
  });
});

function encode(columns: number, height: number, filtered: readonly number[]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(columns, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from("89504e470d0a1a0a", "hex");
  return Buffer.concat([signature, chunk("IHDR", header), chunk("IDAT", deflateSync(Buffer.from(filtered)))]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
