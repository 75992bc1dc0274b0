import { describe, expect, it } from "vitest";
import { isTableError } from "../errors/table-error.js";
import { limits } from "./limits.js";
import { checkPropertyName, propertyNameProblem } from "./property-name.js";

describe("rule 4: property names", () => {
  it.each(["a", "_", "_1", "total", "Total", "class", "größe", "名前", "Ⅷ", "a\u0301", "a‿b", "ǅ", "e\u0903", "x٣"])(
    "%j is accepted",
    (name) => {
      expect(propertyNameProblem(name)).toBeUndefined();
    },
  );

  it.each([
    "1a",
    "a-b",
    "a.b",
    "a b",
    "@a",
    "a@b",
    "a:b",
    "$a",
    "a\u00ad",
    "a\u200b",
    "a\u200c",
    "\ue000",
    "\uf8ff",
    "a\ufffe",
    "\u0000",
    "a\u001f",
    "a\u007f",
    "a\u0081",
    "\ud800",
    "a\udc00",
    "😀",
    "\u0301a",
    "٣x",
  ])("%j is refused, as it is not an identifier", (name) => {
    expect(propertyNameProblem(name)).toBe("is not a C# identifier: a letter or _, followed by letters, digits and _");
  });

  it.each(["µs", "aµ", "ª", "º", "𝒳", "𠮷"])("%j is refused, as XML has no such name", (name) => {
    expect(propertyNameProblem(name)).toBe("contains a character that XML 1.0 does not allow in names");
  });

  it("refuses an empty name", () => {
    expect(propertyNameProblem("")).toBe("is empty");
  });
});

describe("rule 5: property name length and case", () => {
  it("takes 255 units and refuses 256", () => {
    expect(propertyNameProblem("a".repeat(255))).toBeUndefined();
    expect(propertyNameProblem("a".repeat(256))).toBe("has 256 UTF-16 units; the limit is 255");
  });
});

describe("rule 6: system names", () => {
  function code(name: string, kind: "storage" | "cosmos"): string {
    try {
      checkPropertyName("Order", name, limits[kind]);
    } catch (error) {
      if (isTableError(error)) return error.code;
      throw error;
    }
    return "accepted";
  }

  it.each(["PartitionKey", "RowKey", "Timestamp"])("%s is reserved on both", (name) => {
    expect(code(name, "storage")).toBe("property.reserved-name");
    expect(code(name, "cosmos")).toBe("property.reserved-name");
  });

  it.each(["id", "rid", "etag", "ResourceId"])("%s is reserved on Cosmos alone", (name) => {
    expect(code(name, "storage")).toBe("accepted");
    expect(code(name, "cosmos")).toBe("property.reserved-name");
  });

  it("the error names the property and the entity", () => {
    const names = { entity: "Order", property: "1a" };
    expect(() => checkPropertyName("Order", "1a", limits.storage)).toThrow(expect.objectContaining(names));
    expect(() => checkPropertyName("Order", "1a", limits.storage)).toThrow(
      'The property name "1a" of Order is not a C# identifier',
    );
    expect(() => checkPropertyName("Order", "RowKey", limits.storage)).toThrow(
      'The property name "RowKey" of Order is reserved by the service; choose another name.',
    );
  });

  it.each(["odata.etag", "odata.type"])("%s is never a name", (name) => {
    expect(code(name, "storage")).toBe("property.invalid-name");
  });

  it.each(["partitionKey", "timestamp", "etags", "constructor", "__proto__"])("%s is none of them", (name) => {
    expect(code(name, "storage")).toBe("accepted");
  });
});
