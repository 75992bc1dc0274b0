import { drawCard, drawText, drawTip, margin, widthOf, wrapPicture } from "./picture.js";

/** Message between two of the actors, by their places in the list, or a note at one of them. */
export interface Message {
  readonly from: number;
  /** Absent for a note. */
  readonly to?: number;
  readonly text: string;
  /** True if the message does not arrive. */
  readonly lost?: boolean;
  /** True if the text tells of a mistake. */
  readonly trouble?: boolean;
}

const lineHeight = 38;
const headHeight = 34;

/** Draws who sends what to whom, from top to bottom. */
export function drawSequence(title: string, actors: readonly string[], messages: readonly Message[]): string {
  const gap = widthOf(messages.map(({ text }) => text)) + 4 * margin;
  const heads = actors.map((actor) => widthOf([actor]) + 2 * margin);
  const first = margin + Math.max(...heads) / 2;
  const xOf = (actor: number) => Math.round(first + actor * gap);
  const width = xOf(actors.length - 1) + Math.round(first);
  const height = headHeight + margin + lineHeight * messages.length + margin;
  const parts = actors.flatMap((actor, index) => {
    const head = heads[index] ?? 0;
    const left = Math.round(xOf(index) - head / 2);
    return [
      `<path class="life" d="M${xOf(index)} ${headHeight}V${height - margin / 2}"/>`,
      drawCard(left, margin / 2, head, headHeight - margin / 2),
      drawText("title", left + margin, 26, actor),
    ];
  });
  for (const [index, message] of messages.entries()) {
    parts.push(...drawMessage(message, xOf, headHeight + margin + lineHeight * index + 26));
  }
  return wrapPicture(title, width, height, parts);
}

function drawMessage({ from, to, text, lost, trouble }: Message, xOf: (actor: number) => number, y: number): string[] {
  const kind = trouble === true ? "trouble" : "caption";
  if (to === undefined) return [drawText(kind, xOf(from) + 10 - (from > 0 ? widthOf([text]) + 20 : 0), y - 6, text)];
  const [start, target] = [xOf(from), xOf(to)];
  const end = lost === true ? Math.round(start + (target - start) * 0.7) : target;
  const line = lost === true ? "lost" : "line";
  const direction = end > start ? "right" : "left";
  const mark =
    lost === true
      ? `<path class="lost" d="M${end - 5} ${y - 5}l10 10m-10 0l10 -10"/>`
      : drawTip(end, y, direction, line);
  const left =
    lost === true && end < start ? start - 2 * margin - widthOf([text]) : Math.min(start, target) + 2 * margin;
  return [`<path class="${line}" d="M${start} ${y}H${end}"/>`, mark, drawText(kind, left, y - 7, text)];
}
