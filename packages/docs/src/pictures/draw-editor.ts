import { BlockProgram } from "../blocks/block-program.js";
import { parseTokens } from "../blocks/tokens.js";
import { charWidth, escapeXml } from "./picture.js";

export type Theme = "light" | "dark";

/** Code that is pictured as an editor shows it. */
export interface PicturedCode {
  readonly title: string;
  /** Name of the file, which is shown above the code. */
  readonly file: string;
  readonly code: string;
  /** Code that is compiled before this code, but not shown. */
  readonly before?: string;
  /** Name of a declaration. The declaration's type is shown below it. */
  readonly hovered?: string;
  /** Text that ends in a dot. The members that an editor offers there are listed below it; the code goes on with the chosen one. */
  readonly completed?: string;
}

/** Text that an editor shows below a name: its type, its members or the compiler's error. */
interface Note {
  readonly start: number;
  readonly length: number;
  readonly kind: "hover" | "member" | "error";
  readonly lines: readonly string[];
  /** Line that is highlighted: the chosen member. */
  readonly chosen?: number;
}

/** Longest line of an error, in characters. */
const maxColumns = 46;

const lineHeight = 20;
const margin = 14;
/** Height of the name of the file. */
const tab = 28;

const colors = {
  light: { card: "#ffffff", edge: "#d1d9e0", box: "#f6f8fa", plain: "#1f2328", error: "#d1242f", chosen: "#ddf4ff" },
  dark: { card: "#0d1117", edge: "#3d444d", box: "#151b23", plain: "#f0f6fc", error: "#f85149", chosen: "#1f3b5c" },
} as const;

const tokenColors = {
  light: { keyword: "#cf222e", string: "#0a3069", number: "#0550ae", comment: "#59636e" },
  dark: { keyword: "#ff7b72", string: "#a5d6ff", number: "#79c0ff", comment: "#9198a1" },
} as const;

/** Draws code as an editor shows it. Types, members and errors come from the compiler. */
export function drawEditor(pictured: PicturedCode, theme: Theme): string {
  const { title, file, code } = pictured;
  const notes = findNotes(pictured);
  const lines = code.trimEnd().split("\n");
  const columns = [...lines, ...notes.flatMap((note) => note.lines)].map((line) => line.length);
  const width = Math.ceil(Math.max(...columns) * charWidth + 2 * margin);
  const parts = [
    `<text class="file" x="${margin}" y="19">${escapeXml(file)}</text>`,
    `<path class="edge" d="M0 ${tab}H${width}"/>`,
  ];
  let y = tab + 6;
  let start = 0;
  for (const line of lines) {
    parts.push(codeLine(line, margin, y + 15, theme));
    const own = notes.filter((note) => note.start >= start && note.start < start + line.length);
    for (const { kind, start: at, length } of own) {
      if (kind === "error") parts.push(underline(margin + (at - start) * charWidth, y + 18, length * charWidth));
    }
    y += lineHeight;
    for (const note of own) {
      const boxWidth = Math.max(...note.lines.map((text) => text.length)) * charWidth + margin;
      const x = Math.min(margin + (note.start - start) * charWidth, width - margin - boxWidth);
      parts.push(...noteBox(note, x, y, boxWidth));
      y += note.lines.length * lineHeight + 10;
    }
    start += line.length + 1;
  }
  const height = y + 8;
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

function findNotes({ code, before = "", hovered, completed }: PicturedCode): Note[] {
  const program = new BlockProgram();
  const whole = before + code;
  const notes = program.errors(whole).map(({ start, length, message }): Note => {
    return { start, length, kind: "error", lines: wrapText(message) };
  });
  if (hovered !== undefined) {
    const hover = program.hovers(whole).find(({ start, length }) => whole.slice(start, start + length) === hovered);
    if (hover === undefined) throw new Error(`The code has no name ${hovered}.`);
    notes.unshift({ start: hover.start, length: hover.length, kind: "hover", lines: hover.text.split("\n") });
  }
  if (completed !== undefined) notes.push(findMembers(program, whole, completed));
  return notes.map((note) => ({ ...note, start: note.start - before.length }));
}

/** Returns the members after a text. Leaves out those that every entity has, whose names begin with `$`. */
function findMembers(program: BlockProgram, code: string, completed: string): Note {
  const start = code.indexOf(completed) + completed.length;
  const members = program.members(code, completed).filter(({ name }) => !name.startsWith("$"));
  const longest = Math.max(...members.map(({ name }) => name.length));
  const [chosen = ""] = /^\w+/.exec(code.slice(start)) ?? [];
  return {
    start,
    length: chosen.length,
    kind: "member",
    lines: members.map(({ name, type }) => `${name.padEnd(longest + 2)}${type}`),
    chosen: members.findIndex(({ name }) => name === chosen),
  };
}

/** Breaks a text between words, and after each sentence. */
function wrapText(text: string): string[] {
  return text.split(/(?<=\.) |\n/).flatMap((sentence) => {
    const lines = [""];
    for (const word of sentence.split(" ")) {
      const last = lines.at(-1) ?? "";
      if (last !== "" && last.length + word.length >= maxColumns) lines.push(word);
      else lines[lines.length - 1] = last === "" ? word : `${last} ${word}`;
    }
    return lines;
  });
}

function codeLine(line: string, x: number, y: number, theme: Theme): string {
  const spans = parseTokens(line).map(({ text, kind }) => {
    if (kind === "plain") return escapeXml(text);
    return `<tspan fill="${tokenColors[theme][kind]}">${escapeXml(text)}</tspan>`;
  });
  return `<text x="${x}" y="${y}" xml:space="preserve">${spans.join("")}</text>`;
}

function noteBox({ kind, lines, chosen }: Note, x: number, y: number, width: number): string[] {
  const texts = lines.map(
    (line, index) =>
      `<text class="${kind}" x="${Math.round(x) + margin / 2}" y="${y + 17 + index * lineHeight}" xml:space="preserve">${escapeXml(line)}</text>`,
  );
  const height = lines.length * lineHeight + 4;
  return [
    `<rect class="box" x="${Math.round(x)}" y="${y + 2}" width="${Math.ceil(width)}" height="${height}" rx="4"/>`,
    ...(chosen === undefined
      ? []
      : [
          `<rect class="chosen" x="${Math.round(x) + 3}" y="${y + 4 + chosen * lineHeight}" width="${Math.ceil(width) - 6}" height="${lineHeight - 2}" rx="3"/>`,
        ]),
    ...texts,
  ];
}

/** Draws the wave below code that does not compile. */
function underline(x: number, y: number, width: number): string {
  const waves = "q1.5 -3 3 0t3 0".repeat(Math.round(width / 6));
  return `<path class="wave" d="M${x.toFixed(1)} ${y}${waves}"/>`;
}

function writeStyle(theme: Theme): string {
  const { card, edge, box, plain, error, chosen } = colors[theme];
  return [
    `text{font:13px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;fill:${plain}}`,
    `.card{fill:${card};stroke:${edge}}`,
    `.edge{stroke:${edge}}`,
    `.file{fill:${tokenColors[theme].comment}}`,
    `.chosen{fill:${chosen}}`,
    `.box{fill:${box};stroke:${edge}}`,
    `.error{fill:${error}}`,
    `.wave{fill:none;stroke:${error}}`,
  ].join("");
}
