import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { listMutants } from "./mutants.js";
import { TypeChecker } from "./type-checker.js";

const workspace = fileURLToPath(new URL("../..", import.meta.url));
const file = "packages/runtime/src/rest/table-operations.ts";

it("tells a mistake that does not compile from one that does, in any order", () => {
  const checker = new TypeChecker(workspace, [file]);
  const mutants = listMutants(file, readFileSync(`${workspace}${file}`, "utf8"));
  const find = (after: string) => {
    const mutant = mutants.find((one) => one.after.includes(after));
    if (mutant === undefined) throw new Error(`No mutant has ${after}.`);
    return checker.findError(mutant);
  };
  expect(find('method: ""')).toContain("not assignable");
  expect(find("readOnly: true")).toBeUndefined();
  expect(find('error.code === "" &&')).toContain("no overlap");
});
