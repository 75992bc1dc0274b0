import type { MarkdownRenderer } from "vitepress";
import { expect, it } from "vitest";
import { showPackageManagers, translate } from "./package-manager-tabs.js";

const commands =
  "# Installs npm i.\nnpm init -y\nnpm pkg set type=module\nnpm i -D tablewright tsx\nnpx tablewright init\n";

it.each([
  ["npm", commands],
  [
    "pnpm",
    "# Installs npm i.\npnpm init\nnpm pkg set type=module\npnpm add -D tablewright tsx\npnpm exec tablewright init\n",
  ],
  [
    "yarn",
    "# Installs npm i.\nyarn init -y\nnpm pkg set type=module\nyarn add -D tablewright tsx\nyarn tablewright init\n",
  ],
])("writes commands for %s", (manager, expected) => {
  expect(translate(commands, manager)).toBe(expected);
});

it("shows a block of npm in a tab for each package manager, and leaves other blocks alone", () => {
  const tokens = renderTokens(["sh npm", "npm i zod\n"], ["sh", "npm i left\n"]);
  expect(tokens.map(({ type, info, content }) => [type, info, content])).toEqual([
    ["container_code-group_open", "", ""],
    ["fence", "sh [npm]", "npm i zod\n"],
    ["fence", "sh [pnpm]", "pnpm add zod\n"],
    ["fence", "sh [yarn]", "yarn add zod\n"],
    ["container_code-group_close", "", ""],
    ["fence", "sh", "npm i left\n"],
  ]);
});

class Token {
  readonly type: string;
  info = "";
  content = "";

  constructor(type: string) {
    this.type = type;
  }
}

/** Runs the plugin on the tokens of blocks, each given by its info and its code. */
function renderTokens(...blocks: readonly (readonly [info: string, content: string])[]): Token[] {
  const state = {
    Token,
    tokens: blocks.map(([info, content]) => Object.assign(new Token("fence"), { info, content })),
  };
  const ruler = { push: (_: string, rule: (given: typeof state) => void) => rule(state) };
  showPackageManagers({ core: { ruler } } as unknown as MarkdownRenderer);
  return state.tokens;
}
