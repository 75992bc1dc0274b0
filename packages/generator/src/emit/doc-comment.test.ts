import { describe, expect, it } from "vitest";
import { docComment } from "./doc-comment.js";

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
