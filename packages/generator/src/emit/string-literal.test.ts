import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { expect, it } from "vitest";
import { fragmentLiteral, stringLiteral } from "./string-literal.js";

it("prints a fragment in the quotes that need fewer escapes", () => {
  expect(fragmentLiteral(',"paid":')).toBe(`',"paid":'`);
  expect(fragmentLiteral("it's")).toBe(`"it's"`);
  expect(fragmentLiteral(`,"kind":"it's \\"so\\""`)).toBe(`',"kind":"it\\'s \\\\"so\\\\""'`);
});

it("prints literals that are the text again", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(..."\"'\\\n\u2028$`{a\ud83d\u0000ß") }), (text) => {
      expect(runInNewContext(fragmentLiteral(text))).toBe(text);
      expect(runInNewContext(stringLiteral(text))).toBe(text);
    }),
  );
});
