import { serveTableService } from "@tablewright/testing";
import { describe, expect, it } from "vitest";
import { codeBlocks } from "../blocks/code-blocks.js";
import { Order } from "../tables.gen/index.js";
import { buildPrograms, runProgram } from "./run-program.js";

const programs = buildPrograms(codeBlocks());

it("finds a program in every recipe", () => {
  const pages = new Set(programs.map(({ page }) => page));
  const recipes = codeBlocks().filter(({ page }) => page.startsWith("recipes/"));
  expect(new Set(recipes.map(({ page }) => page).filter((page) => !pages.has(page)))).toEqual(new Set());
});

describe.each(programs)("the program of $page, line $line", ({ code, output }) => {
  it("prints what the page says, on a strict service", async () => {
    await using server = await serveTableService();
    expect(await runProgram(code, server.connectionString)).toBe(output);
  });
});

it("writes the keys of orders as the generated class makes them", () => {
  const { rowKey } = Order.key({ customerId: "C1", placedAt: new Date("2026-11-21T12:00:00Z"), orderNo: 7 });
  const written = codeBlocks().filter(({ page }) => !page.startsWith("reference/"));
  const keys = written.flatMap(({ code }) => code.match(/order!\d{4,}![0-9]+/g) ?? []);
  expect(keys.length).toBeGreaterThan(3);
  expect(new Set(keys)).toEqual(new Set([rowKey]));
});
