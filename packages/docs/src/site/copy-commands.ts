import type { UserConfig } from "vitepress";

type Transformer = NonNullable<NonNullable<UserConfig["markdown"]>["codeTransformers"]>[number];

/** CSS class of elements that the copy button of VitePress leaves out. */
const ignored = "vp-copy-ignore";

/** Transformer of code: leaves comments out of what the button copies from a block of shell commands. */
export const copyWithoutComments: Transformer = {
  name: "copy-without-comments",
  code(code) {
    if (this.options.lang !== "sh") return;
    code.children = code.children.flatMap((line, at, lines) => {
      // A line that is a comment is left out together with its line break.
      const previous = lines[at - 1];
      if (line.type === "text") return previous?.type === "element" && isComment(previous) ? [] : line;
      if (line.type !== "element") return line;
      const comments = isComment(line)
        ? [line]
        : line.children.filter((part) => part.type === "element" && isComment(part));
      for (const comment of comments) if (comment.type === "element") this.addClassToHast(comment, ignored);
      if (isComment(line) && at < lines.length - 1) line.children.push({ type: "text", value: "\n" });
      return line;
    });
  },
};

interface Node {
  readonly type: string;
  readonly value?: string;
  readonly children?: readonly Node[];
}

function isComment(node: Node): boolean {
  return /^\s*#/.test(textOf(node));
}

function textOf({ value = "", children = [] }: Node): string {
  return value + children.map(textOf).join("");
}
