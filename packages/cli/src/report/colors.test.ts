import { expect, it } from "vitest";
import { createColors } from "./colors.js";

const names = ["bold", "cyan", "green", "red", "yellow"] as const;

it("writes the codes of ECMA-48, whatever the streams of this process are", () => {
  const colors = createColors(true);
  const shown = names.map((name) => colors[name]("text"));
  expect(shown).toEqual([
    "\u001b[1mtext\u001b[22m",
    "\u001b[36mtext\u001b[39m",
    "\u001b[32mtext\u001b[39m",
    "\u001b[31mtext\u001b[39m",
    "\u001b[33mtext\u001b[39m",
  ]);
});

it("leaves texts as they are where colours are not wanted", () => {
  const colors = createColors(false);
  expect(names.map((name) => colors[name]("text"))).toEqual(names.map(() => "text"));
});
