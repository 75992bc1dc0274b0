import type { MarkdownRenderer } from "vitepress";

/**
 * Replacements that convert a command of npm to one of another package manager. Only the first whose pattern occurs in the line applies.
 */
const replacements: Readonly<Record<string, readonly (readonly [RegExp, string])[]>> = {
  npm: [],
  pnpm: [
    [/^npm init -y\b/, "pnpm init"],
    [/^npm i\b/, "pnpm add"],
    [/^npx\b/, "pnpm exec"],
  ],
  yarn: [
    [/^npm init -y\b/, "yarn init -y"],
    [/^npm i\b/, "yarn add"],
    [/^npx\b/, "yarn"],
  ],
};

/**
 * Plugin of the Markdown renderer: shows a block of `sh npm` in tabs, one for each package manager. `npm pkg` stays unchanged, because it
 * comes with Node and changes only package.json.
 */
export function showPackageManagers(renderer: MarkdownRenderer): void {
  renderer.core.ruler.push("package-managers", (state) => {
    state.tokens = state.tokens.flatMap((token) => {
      if (token.type !== "fence" || token.info.trim() !== "sh npm") return token;
      const open = new state.Token("container_code-group_open", "div", 1);
      const tabs = Object.keys(replacements).map((manager) =>
        Object.assign(new state.Token("fence", "code", 0), {
          ...token,
          info: `sh [${manager}]`,
          content: translate(token.content, manager),
        }),
      );
      return [open, ...tabs, new state.Token("container_code-group_close", "div", -1)];
    });
  });
}

/** Translates commands of npm, one on each line, into those of another package manager. */
export function translate(commands: string, manager: string): string {
  return commands.replaceAll(/^.+$/gm, (line) => {
    const [pattern, command] = replacements[manager]?.find(([pattern]) => pattern.test(line)) ?? [];
    return pattern === undefined || command === undefined ? line : line.replace(pattern, command);
  });
}
