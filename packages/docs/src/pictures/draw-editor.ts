import { BlockProgram } from "../blocks/block-program.js";
import { parseTokens } from "../blocks/tokens.js";
import { charWidth, escapeXml } from "./picture.js";

export type Theme = "light" | "dark";

/** Text that an editor shows below a name: its type or the compiler's error. */
interface Note {
  readonly start: number;
  readonly length: number;
  readonly kind: "hover" | "error";
  readonly lines: readonly string[];
}

const lineHeight = 24;
const margin = 20;

const colors = {
  light: { card: "#ffffff", edge: "#d1d9e0", box: "#f6f8fa", plain: "#1f2328", error: "#d1242f" },
  dark: { card: "#0d1117", edge: "#3d444d", box: "#151b23", plain: "#f0f6fc", error: "#f85149" },
} as const;

const tokenColors = {
  light: { keyword: "#cf222e", string: "#0a3069", number: "#0550ae", comment: "#59636e" },
  dark: { keyword: "#ff7b72", string: "#a5d6ff", number: "#79c0ff", comment: "#9198a1" },
} as const;

/** Draws a block of code as an editor shows it. The type below the declaration of `hovered` and all errors come from the compiler. */
export function drawEditor(title: string, code: string, hovered: string, theme: Theme): string {
  const notes = findNotes(code, hovered);
  const lines = code.trimEnd().split("\n");
  const columns = [...lines, ...notes.flatMap((note) => note.lines)].map((line) => line.length);
  const width = Math.ceil(Math.max(...columns) * charWidth + 3 * margin);
  const parts: string[] = [];
  let y = margin;
  let start = 0;
  for (const line of lines) {
    parts.push(codeLine(line, margin, y + 17, theme));
    const own = notes.filter((note) => note.start >= start && note.start < start + line.length);
    for (const { kind, start: at, length } of own) {
      if (kind === "error") parts.push(underline(margin + (at - start) * charWidth, y + 21, length * charWidth));
    }
    y += lineHeight;
    for (const note of own) {
      const boxWidth = Math.max(...note.lines.map((text) => text.length)) * charWidth + margin;
      const x = Math.min(margin + (note.start - start) * charWidth, width - margin - boxWidth);
      parts.push(...noteBox(note, x, y, boxWidth));
      y += note.lines.length * lineHeight + 12;
    }
    start += line.length + 1;
  }
  const height = y + margin;
  const head = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`;
  const card = `<rect class="card" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8"/>`;
  return [
    head,
    `<title>${escapeXml(title)}</title>`,
    `<style>${writeStyle(theme)}</style>`,
    card,
    ...parts,
    "</svg>",
    "",
  ].join("\n");
}

function findNotes(code: string, hovered: string): Note[] {
  const program = new BlockProgram();
  const errors = program.errors(code).map(({ start, length, message }): Note => {
    return { start, length, kind: "error", lines: message.split(/(?<=\.) |\n/) };
  });
  const hover = program.hovers(code).find(({ start, length }) => code.slice(start, start + length) === hovered);
  if (hover === undefined) throw new Error(`The code has no name ${hovered}.`);
  const { start, length, text } = hover;
  return [{ start, length, kind: "hover" as const, lines: text.split("\n") }, ...errors];
}

function codeLine(line: string, x: number, y: number, theme: Theme): string {
  const spans = parseTokens(line).map(({ text, kind }) => {
    if (kind === "plain") return escapeXml(text);
    return `<tspan fill="${tokenColors[theme][kind]}">${escapeXml(text)}</tspan>`;
  });
  return `<text x="${x}" y="${y}" xml:space="preserve">${spans.join("")}</text>`;
}

function noteBox({ kind, lines }: Note, x: number, y: number, width: number): string[] {
  const texts = lines.map(
    (line, index) =>
      `<text class="${kind}" x="${Math.round(x) + margin / 2}" y="${y + 19 + index * lineHeight}" xml:space="preserve">${escapeXml(line)}</text>`,
  );
  const height = lines.length * lineHeight + 4;
  return [
    `<rect class="box" x="${Math.round(x)}" y="${y + 2}" width="${Math.ceil(width)}" height="${height}" rx="4"/>`,
    ...texts,
  ];
}

/** Draws the wave below code that does not compile. */
function underline(x: number, y: number, width: number): string {
  const waves = "q1.5 -3 3 0t3 0".repeat(Math.round(width / 6));
  return `<path class="wave" d="M${x.toFixed(1)} ${y}${waves}"/>`;
}

function writeStyle(theme: Theme): string {
  const { card, edge, box, plain, error } = colors[theme];
  return [
    `text{font:13px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;fill:${plain}}`,
    `.card{fill:${card};stroke:${edge}}`,
    `.box{fill:${box};stroke:${edge}}`,
    `.error{fill:${error}}`,
    `.wave{fill:none;stroke:${error}}`,
  ].join("");
}
