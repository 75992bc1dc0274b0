import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { docComment, jsonLiteral, stringLiteral } from "./source-text.js";

describe("docComment", () => {
  it("is nothing where there is nothing to say", () => expect(docComment(undefined)).toBeUndefined());

  it("stands on one line where it fits", () => {
    expect(docComment("Free text.")).toBe("/** Free text. */");
    expect(docComment(undefined, "Table `Shop`.")).toBe("/** Table `Shop`. */");
    expect(docComment("An order.", "Table `Shop`.")).toBe("/** An order. Table `Shop`. */");
    expect(docComment("An order", "Table `Shop`.")).toBe("/** An order. Table `Shop`. */");
  });

  it("never ends early", () => {
    expect(docComment("a */ b")).toBe("/** a *\\/ b */");
    expect(docComment("one\ntwo */ b")).toBe("/**\n * one\n * two *\\/ b\n */");
  });

  it("puts a sentence of ours before the tags", () => {
    expect(docComment("An order\n\n@deprecated no", "Table `Shop`.")).toBe(
      "/**\n * An order\n *\n * Table `Shop`.\n *\n * @deprecated no\n */",
    );
    expect(docComment("@deprecated", "Table `Shop`.")).toBe("/**\n * Table `Shop`.\n *\n * @deprecated\n */");
    expect(docComment("One\ntwo", "Table `Shop`.")).toBe("/**\n * One\n * two\n *\n * Table `Shop`.\n */");
  });
});

it("prints a fragment in the quotes that need fewer escapes", () => {
  expect(jsonLiteral(',"paid":')).toBe(`',"paid":'`);
  expect(jsonLiteral("it's")).toBe(`"it's"`);
  expect(jsonLiteral(`,"kind":"it's \\"so\\""`)).toBe(`',"kind":"it\\'s \\\\"so\\\\""'`);
});

it("prints literals that are the text again", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(..."\"'\\\n\u2028$`{a\ud83d\u0000ß") }), (text) => {
      expect(runInNewContext(jsonLiteral(text))).toBe(text);
      expect(runInNewContext(stringLiteral(text))).toBe(text);
    }),
  );
});
