import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

// Editors offer every export of the root. So types that programs seldom name are exports of `./types` and `./telemetry`.
it("the root of the runtime has fewer than 100 exports", () => {
  const report = readFileSync(new URL("api/runtime/index.txt", import.meta.url), "utf8");
  const names = [...report.matchAll(/^## (\w+)/gm)].map(([, name]) => name);
  expect(names).toContain("TableServiceClient");
  expect(names.length).toBeLessThan(100);
});
