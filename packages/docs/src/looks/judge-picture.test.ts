import { describe, expect, it } from "vitest";
import { judgePicture, type Picture } from "./judge-picture.js";

const width = 400;
const white = [255, 255, 255, 255];
const ink = [31, 35, 40, 255];

/** Draws lines of text at these heights. In ten rows each, eight of ten pixels stay background. */
function page(height: number, lines: readonly number[], background = white): Picture {
  const pixels = Array.from({ length: width * height }, (_, at) => {
    const isInk = at % 5 === 0 && lines.some((line) => at >= line * width && at < (line + 10) * width);
    return isInk ? ink : background;
  });
  return { width, height, data: Uint8Array.from(pixels.flat()) };
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
    expect(judgePicture(page(880, text, [27, 27, 31, 255]), "light")).toEqual([
      "has the background rgb(27, 27, 31) in the light theme.",
      "shows nothing from 0 to 300, 300 to 600, 580 to 880 px of its content.",
    ]);
  });
});
