import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { errorCodes } from "../../../runtime/src/errors/error-codes.js";
import { pagesFolder } from "../blocks/code-blocks.js";
import { codeAddresses } from "./api-links.js";

it("gives the address of each code that a page describes", () => {
  const page =
    '## entity\n\n### entity.not-found\n\n### import.file-invalid <a id="import-file-invalid"></a>\n\n### Other\n';
  expect(Object.fromEntries(codeAddresses({ errors: page }))).toEqual({
    "entity.not-found": "/reference/errors#entity-not-found",
    "import.file-invalid": "/reference/errors#import-file-invalid",
  });
});

it("has an address for every code of the runtime", () => {
  const found = codeAddresses({ errors: readFileSync(`${pagesFolder}reference/errors.md`, "utf8") });
  expect(Object.keys(errorCodes).filter((code) => !found.has(code))).toEqual([]);
});
