import { drawCard, drawText, drawTip, margin, widthOf, wrapPicture } from "./picture.js";

/** Box of a picture, and what the arrow from it to the next box says. */
export interface Step {
  readonly title: string;
  readonly lines: readonly string[];
  readonly arrow?: string;
}

const lineHeight = 22;
const arrowHeight = 36;

/** Draws steps as boxes below each other, with arrows from one to the next. */
export function drawSteps(title: string, steps: readonly Step[]): string {
  const texts = steps.flatMap((step) => [step.title, ...step.lines, `   ${step.arrow ?? ""}`]);
  const width = widthOf(texts) + 4 * margin;
  const parts: string[] = [];
  let y = margin / 2;
  for (const [index, { title: name, lines, arrow }] of steps.entries()) {
    const height = lineHeight * (lines.length + 1) + margin;
    parts.push(drawCard(margin, y, width - 2 * margin, height), drawText("title", 2 * margin, y + 22, name));
    for (const [at, line] of lines.entries()) {
      parts.push(drawText("caption", 2 * margin, y + 22 + lineHeight * (at + 1), line));
    }
    y += height;
    if (index === steps.length - 1) break;
    const x = 3 * margin;
    parts.push(
      `<path class="line" d="M${x} ${y}v${arrowHeight - 1}"/>`,
      drawTip(x, y + arrowHeight - 1, "down", "line"),
    );
    if (arrow !== undefined) parts.push(drawText("caption", x + 12, y + 23, arrow));
    y += arrowHeight;
  }
  return wrapPicture(title, width, y + margin / 2, parts);
}
