import { readFileSync } from "node:fs";

const readme = new URL("../../../conformance/README.md", import.meta.url);
const begin = "<!-- written by pnpm compat -->";
const end = "<!-- end of what pnpm compat writes -->";

/**
 * Replaces the tables of a page with those that the last `pnpm compat` wrote into the README of the package `conformance`. Keeps the text
 * around them.
 */
export function withCompat(page: string): string {
  const [from, to] = findMarks(page, "The runtimes page");
  return page.slice(0, from) + compatSection() + page.slice(to);
}

/** Returns the output of the last `pnpm compat`: a heading and a table for each group. */
export function compatSection(): string {
  const text = readFileSync(readme, "utf8");
  return text.slice(...findMarks(text, "The README of conformance"));
}

function findMarks(text: string, what: string): [from: number, to: number] {
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${what} has lost the marks around the tables of compatibility.`);
  return [from, to];
}
