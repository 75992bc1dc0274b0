import { describe, expect, it } from "vitest";
import { isTableError } from "../errors/table-error.js";
import { checkKey, isHiddenKey, isReceiptKey, receiptKeys } from "./check-key.js";
import { type Limits, limits, type ServiceKind } from "./limits.js";

function refusal(name: "PartitionKey" | "RowKey", text: string, of: ServiceKind | Limits): string {
  try {
    checkKey("Order", name, text, typeof of === "string" ? limits[of] : of);
  } catch (error) {
    if (isTableError(error)) return `${error.code}: ${error.message}`;
    throw error;
  }
  return "accepted";
}

const kinds: readonly ServiceKind[] = ["storage", "cosmos"];

describe.each(kinds)("rules 12 and 13 on %s: key characters", (kind) => {
  it.each(["/", "\\", "#", "?", "\u0000", "\t", "\n", "\r", "\u001f", "\u007f", "\u0085", "\u009f"])(
    "%j is refused",
    (character) => {
      const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
      for (const name of ["PartitionKey", "RowKey"] as const) {
        const message = refusal(name, `ab${character}c`, kind);
        expect(message).toContain(`key.forbidden-character: Order.${name} contains`);
        expect(message).toContain(`U+${code} at index 2`);
      }
    },
  );

  it.each([" ", "!", "~", "'", '"', "%", "\u00a0", "é", "名", "😀", "\ue000", "\u2028"])(
    "%j is accepted",
    (character) => {
      expect(refusal("RowKey", `ab${character}c`, kind)).toBe("accepted");
    },
  );

  it("a lone surrogate is refused", () => {
    expect(refusal("RowKey", "a\udc00", kind)).toContain(
      "value.not-unicode: Order.RowKey contains a lone surrogate, U+DC00",
    );
  });
});

describe("rule 14: key size", () => {
  it("takes 512 and 1,024 units on both, and refuses 1,025", () => {
    for (const kind of kinds) {
      for (const units of [512, 1024]) expect(refusal("PartitionKey", "k".repeat(units), kind)).toBe("accepted");
      expect(refusal("PartitionKey", "k".repeat(1025), kind)).toBe(
        "key.too-long: Order.PartitionKey has 1025 UTF-16 units; the limit is 1024",
      );
    }
    expect(refusal("RowKey", "k".repeat(1024), "storage")).toBe("accepted");
    expect(refusal("RowKey", "😀".repeat(513), "storage")).toContain("has 1026 UTF-16 units");
  });

  it("takes a lower limit of the caller's", () => {
    const lower = { ...limits.storage, keyUnits: 512 };
    expect(refusal("RowKey", "k".repeat(512), lower)).toBe("accepted");
    expect(refusal("RowKey", "k".repeat(513), lower)).toContain("has 513 UTF-16 units; the limit is 512");
  });

  it("on Cosmos takes 255 bytes of UTF-8 in a RowKey", () => {
    expect(refusal("RowKey", "k".repeat(255), "cosmos")).toBe("accepted");
    expect(refusal("RowKey", "é".repeat(127), "cosmos")).toBe("accepted");
    const message = "key.too-long: Order.RowKey has 256 bytes of UTF-8; this service stores at most 255";
    expect(refusal("RowKey", "k".repeat(256), "cosmos")).toBe(message);
    expect(refusal("RowKey", "é".repeat(128), "cosmos")).toBe(message);
    expect(refusal("PartitionKey", "k".repeat(256), "cosmos")).toBe("accepted");
  });
});

describe("rule 15: empty keys", () => {
  it("are legal on Storage and refused on Cosmos", () => {
    for (const name of ["PartitionKey", "RowKey"] as const) {
      expect(refusal(name, "", "storage")).toBe("accepted");
      expect(refusal(name, "", "cosmos")).toBe(`key.empty: Order.${name} is empty, which this service does not accept`);
    }
  });
});

it.each([
  ["PartitionKey", undefined, "is undefined; a key must be a string, passed as partitionKey"],
  ["RowKey", 5, "is 5; a key must be a string, passed as rowKey"],
] as const)("a %s that is %s is an error that says how to pass it", (name, value, problem) => {
  const wrong = { code: "value.wrong-type", message: `Order.${name} ${problem}`, entity: "Order", property: name };
  expect(() => checkKey("Order", name, value as never, limits.storage)).toThrow(expect.objectContaining(wrong));
});

it.each([
  ["~r-0123abcf-0", true],
  ["~r-0123abcf-12", true],
  ["~r-0123abcf-", false],
  ["~r-0123abcf-1x", false],
  ["~r-0123abc-1", false],
  ["~r-0123abcg-1", false],
  ["~r-0123ABCF-1", false],
  ["x~r-0123abcf-1", false],
  ["r-0123abcf-1", false],
  ["", false],
  [undefined, false],
  [["~r-0123abcf-1"], false],
])("whether %j is the RowKey of a receipt: %s", (rowKey, isReceipt) => {
  expect(isReceiptKey(rowKey)).toBe(isReceipt);
  if (isReceipt) expect(receiptKeys.ge <= String(rowKey) && String(rowKey) < receiptKeys.lt).toBe(true);
});

it.each([
  ["~r-0123abcf-0", true],
  [`~m-c-${"0123abcf".repeat(4)}`, true],
  [`~m-r-${"0123abcf".repeat(4)}`, true],
  [`~m-x-${"0123abcf".repeat(4)}`, false],
  ["~m-c-0123abcf", false],
  ["m-c", false],
  [undefined, false],
])("whether %j is the RowKey of a hidden row: %s", (rowKey, isHidden) => {
  expect(isHiddenKey(rowKey)).toBe(isHidden);
});
