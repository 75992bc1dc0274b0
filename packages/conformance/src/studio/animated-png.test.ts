import { inflateSync } from "node:zlib";
import { expect, it } from "vitest";
import { readPicture } from "../../../docs/src/looks/judge-picture.js";
import { countFrames, type Frame, joinFrames } from "./animated-png.js";

/** Returns a picture of 3 by 2 pixels in these shades of gray. */
function gray(...shades: number[]): Frame {
  return {
    width: 3,
    height: 2,
    data: Uint8Array.from(shades.flatMap((shade) => [shade, shade, shade, 255])),
    durationMs: 1_500,
  };
}

/** Returns the data of the chunks of this name. */
function chunks(file: Buffer, name: string): Buffer[] {
  const found: Buffer[] = [];
  for (let at = 8; at < file.length; ) {
    const size = file.readUInt32BE(at);
    if (file.toString("latin1", at + 4, at + 8) === name) found.push(file.subarray(at + 8, at + 8 + size));
    at += size + 12;
  }
  return found;
}

it("is a PNG file whose picture is the first frame", () => {
  const file = joinFrames([gray(0, 0, 0, 0, 9, 200), gray(0, 0, 0, 0, 255, 200)]);
  expect([...readPicture(file).data].filter((_, index) => index % 4 === 0)).toEqual([0, 0, 0, 0, 9, 200]);
  expect(countFrames(file)).toBe(2);
});

it("has of each further frame the pixels that differ, and how long it is shown", () => {
  const file = joinFrames([gray(0, 0, 0, 0, 9, 200), gray(0, 0, 0, 0, 255, 0), gray(0, 0, 0, 0, 255, 0)]);
  const [, second, third] = chunks(file, "fcTL");
  const box = (control: Buffer | undefined) => [4, 8, 12, 16].map((at) => control?.readUInt32BE(at));
  expect(box(second)).toEqual([2, 1, 1, 1]);
  expect(second?.readUInt16BE(20)).toBe(1_500);
  expect(box(third)).toEqual([1, 1, 0, 0]);
  const [pixels] = chunks(file, "fdAT").map((data) => [...inflateSync(data.subarray(4))]);
  expect(pixels).toHaveLength(3);
  expect(pixels?.slice(1)).not.toContain(0);
});

it("keeps the most frequent colors, and takes the nearest for the others", () => {
  const shades = Array.from({ length: 600 }, (_, index) => (index < 300 ? 0 : index - 300));
  const data = Uint8Array.from(shades.flatMap((shade) => [shade & 255, shade >> 8, 0, 255]));
  const picture = readPicture(joinFrames([{ width: 600, height: 1, data, durationMs: 1 }]));
  const different = shades.filter(
    (shade, index) => Math.abs(shade - ((picture.data[index * 4] ?? 0) + 256 * (picture.data[index * 4 + 1] ?? 0))) > 0,
  );
  expect(different.length).toBeLessThan(50);
  expect(picture.data[0]).toBe(0);
});
