import { rendererFloatingVue, transformerTwoslash } from "@shikijs/vitepress-twoslash";
import { BlockProgram } from "../blocks/block-program.js";
import { codeBlocks, isTypeScript } from "../blocks/code-blocks.js";

type TwoslashOptions = NonNullable<Parameters<typeof transformerTwoslash>[0]>;
type Twoslasher = Extract<NonNullable<TwoslashOptions["twoslasher"]>, (code: string, filename?: string) => unknown>;
type Twoslashed = ReturnType<Twoslasher>;
type Node = Twoslashed["nodes"][number];

/**
 * Shows types on hover, and fails the build if a block does not compile. All blocks form one program, because twoslash's own compiler
 * checks each block separately, which takes ten times as long.
 */
export function twoslash(): ReturnType<typeof transformerTwoslash> {
  const program = new BlockProgram();
  for (const block of codeBlocks().filter(isTypeScript)) program.add(block.code);
  const results = new Map<string, Twoslashed>();
  const twoslasher = (code: string): Twoslashed => {
    const known = results.get(code);
    if (known !== undefined) return known;
    const result = { code, nodes: buildNodes(program, `${code}\n`) };
    results.set(code, result);
    return result;
  };
  return transformerTwoslash({
    explicitTrigger: false,
    langs: ["ts"],
    langAlias: {},
    twoslasher,
    renderer: rememberingRenderer(),
  });
}

/** Caches the coloured type of each name, because many blocks contain the same names. */
function rememberingRenderer(): ReturnType<typeof rendererFloatingVue> {
  const renderer = rendererFloatingVue();
  const rendered = new Map<string, ReturnType<typeof renderer.nodeStaticInfo>>();
  return {
    ...renderer,
    nodeStaticInfo(info, token) {
      const content = JSON.stringify([info.text, info.docs]);
      const known = rendered.get(content);
      if (known?.type === "element" && known.children !== undefined) {
        // The first child contains the token; the others are its popup.
        const [first, ...popup] = known.children;
        if (first?.type === "element") return { ...known, children: [{ ...first, children: [token] }, ...popup] };
      }
      const element = renderer.nodeStaticInfo.call(this, info, token);
      rendered.set(content, element);
      return element;
    },
  };
}

function buildNodes(program: BlockProgram, code: string): Node[] {
  const problems = program.problems(code);
  if (problems.length > 0) throw new Error(problems.join("\n"));
  const errors = program.errors(code).map(({ start, length, code: id, message }): Node => {
    return { type: "error", code: id, text: message, level: "error", start, length, ...findPosition(code, start) };
  });
  const hovers = program.hovers(code).map(({ start, length, text, docs }): Node => {
    const target = code.slice(start, start + length);
    return { type: "hover", target, text, docs, start, length, ...findPosition(code, start) };
  });
  return [...hovers, ...errors];
}

function findPosition(code: string, start: number): { readonly line: number; readonly character: number } {
  const lines = code.slice(0, start).split("\n");
  return { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 };
}
