import { expect, it } from "vitest";
import { causeOf } from "./call-failure.js";

it("copies a foreign error so that a terminal can show it", () => {
  const foreign = Object.assign(new Error(`\u001b[2J${"x".repeat(9000)}`), { code: "E\u202e", secret: "kept out" });
  foreign.name = "Odd\u0007";
  const copy = causeOf(foreign) as Error & { readonly code: string };
  expect(copy).toMatchObject({ name: "Odd\\u{7}", code: "E\\u{202e}" });
  expect(copy.message).toMatch(/^\\u\{1b\}\[2Jx+…$/);
  expect(copy.message.length).toBeLessThan(1100);
  expect(copy.stack).toMatch(/^Odd\\u\{7\}: \\u\{1b\}\[2Jx+…\n {4}at /);
  expect(copy.stack).not.toMatch(/[^\P{Cc}\n]/u);
  expect(copy).not.toHaveProperty("secret");
});

it("copies an error whose message forges frames and lines", () => {
  const copy = causeOf(new Error("a\nERROR all is lost\n    at evil\u001b")) as Error;
  expect(copy.message).toBe("a\\u{a}ERROR all is lost\\u{a}    at evil\\u{1b}");
  expect(copy.stack).not.toContain("\nERROR");
});
