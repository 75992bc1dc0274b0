import pixelmatch from "pixelmatch";
import { PNG } from "pngjs";
import { type Picture, readPicture } from "./judge-picture.js";

/** Maximum difference of two colours that count as equal, from 0 to 1. Edges of letters differ by more, but are ignored. */
const colorThreshold = 0.12;

export interface PictureDifference {
  /** Share of the pixels that differ, from 0 to 1; 1 if the pictures have different sizes. */
  readonly share: number;
  /** Picture in which the different pixels are red; undefined if the sizes differ. */
  readonly picture?: Buffer;
}

/** Compares two pictures pixel by pixel. Smoothed edges, which depend on the machine's fonts, do not count. */
export function comparePictures(expected: Buffer, actual: Buffer): PictureDifference {
  const [one, other]: Picture[] = [readPicture(expected), readPicture(actual)];
  if (one === undefined || other === undefined || one.width !== other.width || one.height !== other.height)
    return { share: 1 };
  const { width, height } = one;
  const shown = new PNG({ width, height });
  const count = pixelmatch(one.data, other.data, shown.data, width, height, { threshold: colorThreshold });
  return { share: count / (width * height), picture: PNG.sync.write(shown) };
}
