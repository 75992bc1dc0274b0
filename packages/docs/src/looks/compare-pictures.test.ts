import { PNG } from "pngjs";
import { expect, it } from "vitest";
import { comparePictures } from "./compare-pictures.js";

/** Returns a white picture with a black square of this size in a corner. */
function square(size: number, width = 40): Buffer {
  const picture = new PNG({ width, height: 40 });
  picture.data.fill(255);
  for (let y = 0; y < size; y += 1)
    for (let x = 0; x < size; x += 1) picture.data.fill(0, 4 * (y * width + x), 4 * (y * width + x) + 3);
  return PNG.sync.write(picture);
}

it("finds no difference between equal pictures", () => {
  expect(comparePictures(square(10), square(10)).share).toBe(0);
});

it("counts the pixels that differ", () => {
  expect(comparePictures(square(0), square(20)).share).toBeCloseTo(0.25, 1);
});

it("takes pictures of different sizes as different", () => {
  expect(comparePictures(square(0), square(0, 41))).toEqual({ share: 1 });
});
