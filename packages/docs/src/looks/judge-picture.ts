import type { Picture } from "./read-png.js";

export type Theme = "light" | "dark";

/** Height of a band, in pixels. The gap between two paragraphs, or around a heading, is a third of it. */
const bandHeight = 300;
/** Minimum share of a band's pixels that differ from its background. A line of a few words has ten times as many. */
const minInk = 0.0005;
/** Minimum difference of two colours, summed over the channels. Closer ones look alike. */
const minDistance = 24;

/**
 * Finds faults in the look of a page's content. Each problem completes "the page …". A band without ink is a hole in the page. A page
 * that is bright in the dark theme, or dark in the light one, has the colours of the other.
 */
export function judgePicture(picture: Picture, theme: Theme): string[] {
  const background = mostCommonColor(picture);
  const problems: string[] = [];
  if (brightness(background) < 128 !== (theme === "dark")) {
    problems.push(`has the background rgb(${background.join(", ")}) in the ${theme} theme.`);
  }
  const empty = bandsOf(picture.height).filter(([from, to]) => inkIn(picture, background, from, to) < minInk);
  if (empty.length > 0) {
    const places = empty.map(([from, to]) => `${from} to ${to}`);
    problems.push(`shows nothing from ${places.join(", ")} px of its content.`);
  }
  return problems;
}

type Color = readonly [red: number, green: number, blue: number];

/** Divides a height into bands of equal height. The last one ends at the bottom of the picture. */
function bandsOf(height: number): (readonly [from: number, to: number])[] {
  const count = Math.max(1, Math.ceil(height / bandHeight));
  return Array.from({ length: count }, (_, band) => {
    const to = Math.min(height, (band + 1) * bandHeight);
    return [Math.max(0, to - bandHeight), to] as const;
  });
}

/** Counts the colour of every seventh pixel, which is enough to find the most common one. */
function mostCommonColor({ bytes, bytesPerPixel }: Picture): Color {
  const counts = new Map<number, number>();
  for (let at = 0; at + 2 < bytes.length; at += 7 * bytesPerPixel) {
    const color = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
    counts.set(color, (counts.get(color) ?? 0) + 1);
  }
  const [color = 0] = [...counts].reduce((most, entry) => (entry[1] > most[1] ? entry : most), [0, 0]);
  return [color >> 16, (color >> 8) & 255, color & 255];
}

function inkIn({ width, bytes, bytesPerPixel }: Picture, [red, green, blue]: Color, from: number, to: number): number {
  const stride = width * bytesPerPixel;
  let ink = 0;
  for (let at = from * stride; at < to * stride; at += bytesPerPixel) {
    const distance =
      Math.abs((bytes[at] ?? 0) - red) + Math.abs((bytes[at + 1] ?? 0) - green) + Math.abs((bytes[at + 2] ?? 0) - blue);
    if (distance >= minDistance) ink += 1;
  }
  return ink / (width * (to - from));
}

function brightness([red, green, blue]: Color): number {
  return 0.3 * red + 0.6 * green + 0.1 * blue;
}
