import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { initWasm, Resvg } from "@resvg/resvg-wasm";
import satori from "satori";

/** Size of the picture that other sites show with a link, in pixels: https://ogp.me */
export const cardSize = { width: 1200, height: 630 } as const;

const { resolve } = createRequire(import.meta.url);
let wasm: Promise<void> | undefined;

/** Draws the picture that other sites show with a link: a title, a sentence and lines of code. Returns a PNG. */
export async function drawCard(title: string, sentence: string, code: readonly string[]): Promise<Uint8Array> {
  wasm ??= initWasm(readFileSync(resolve("@resvg/resvg-wasm/index_bg.wasm")));
  const fonts = ([400, 600] as const).map((weight) => ({ name: "Inter", weight, data: readFont(weight) }));
  const lines = code.map((line) => box({ whiteSpace: "pre" }, line));
  const card = box(
    {
      flexDirection: "column",
      justifyContent: "space-between",
      width: "100%",
      height: "100%",
      boxSizing: "border-box",
      padding: 64,
      background: "#1b1b1f",
      color: "#fff",
      fontFamily: "Inter",
    },
    box({ color: "#a8b1ff", fontSize: 36, fontWeight: 600 }, "Tablewright"),
    box({ fontSize: 80, fontWeight: 600 }, title),
    box({ fontSize: 34, lineHeight: 1.4, color: "#dfdfd6" }, sentence),
    box({ flexDirection: "column", padding: 28, borderRadius: 16, background: "#2b2b31", fontSize: 28 }, ...lines),
  );
  const svg = await satori(card as Parameters<typeof satori>[0], { ...cardSize, fonts });
  await wasm;
  return new Resvg(svg).render().asPng();
}

/** Returns an element of the picture, in the form that satori takes. */
function box(style: Readonly<Record<string, string | number>>, ...children: readonly unknown[]): object {
  return { type: "div", props: { style: { display: "flex", ...style }, children } };
}

function readFont(weight: number): Buffer {
  return readFileSync(resolve(`@fontsource/inter/files/inter-latin-${weight}-normal.woff`));
}
