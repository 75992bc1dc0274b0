import { PNG } from "pngjs";

export type Theme = "light" | "dark";

/** Pixels by rows from the top, four bytes each: red, green, blue and alpha. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

const bytesPerPixel = 4;

/**
 * Height in pixels of the strips into which a picture is divided. None may be empty. The gap between two paragraphs, or around a heading,
 * is a third of this height.
 */
const bandHeight = 300;
/** Minimum share of a strip's pixels that differ from the background. A line of a few words has ten times as many. */
const minInk = 0.0005;
/** Minimum difference of two colours, summed over the channels. Closer ones look alike. */
const minDistance = 24;

export function readPicture(png: Buffer): Picture {
  return PNG.sync.read(png);
}

/**
 * Finds faults in a picture of a page's content. Each fault completes the sentence "the page …". A strip that shows only the background is
 * a hole in the page. A page that is bright in the dark theme, or dark in the light one, has the colours of the other theme.
 */
export function judgePicture(picture: Picture, theme: Theme): string[] {
  const background = mostCommonColor(picture);
  const problems: string[] = [];
  if (brightness(background) < 128 !== (theme === "dark")) {
    problems.push(`has the background rgb(${background.join(", ")}) in the ${theme} theme.`);
  }
  const empty = divideIntoBands(picture.height).filter(([from, to]) => inkIn(picture, background, from, to) < minInk);
  if (empty.length > 0) {
    const places = empty.map(([from, to]) => `${from} to ${to}`);
    problems.push(`shows nothing from ${places.join(", ")} px of its content.`);
  }
  return problems;
}

type Color = readonly [red: number, green: number, blue: number];

/** Divides a height into strips of equal height. The last one ends at the bottom of the picture, so it can overlap the previous one. */
function divideIntoBands(height: number): (readonly [from: number, to: number])[] {
  const count = Math.max(1, Math.ceil(height / bandHeight));
  return Array.from({ length: count }, (_, band) => {
    const to = Math.min(height, (band + 1) * bandHeight);
    return [Math.max(0, to - bandHeight), to] as const;
  });
}

/** Counts the colour of every seventh pixel, which is enough to find the most common one. */
function mostCommonColor({ data }: Picture): Color {
  const counts = new Map<number, number>();
  for (let at = 0; at + 2 < data.length; at += 7 * bytesPerPixel) {
    const color = ((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0);
    counts.set(color, (counts.get(color) ?? 0) + 1);
  }
  const [color = 0] = [...counts].reduce((most, entry) => (entry[1] > most[1] ? entry : most), [0, 0]);
  return [color >> 16, (color >> 8) & 255, color & 255];
}

function inkIn({ width, data }: Picture, [red, green, blue]: Color, from: number, to: number): number {
  const stride = width * bytesPerPixel;
  let ink = 0;
  for (let at = from * stride; at < to * stride; at += bytesPerPixel) {
    const distance =
      Math.abs((data[at] ?? 0) - red) + Math.abs((data[at + 1] ?? 0) - green) + Math.abs((data[at + 2] ?? 0) - blue);
    if (distance >= minDistance) ink += 1;
  }
  return ink / (width * (to - from));
}

function brightness([red, green, blue]: Color): number {
  return 0.3 * red + 0.6 * green + 0.1 * blue;
}
