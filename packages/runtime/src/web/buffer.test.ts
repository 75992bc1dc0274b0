import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, it } from "vitest";
import { Buffer as WebBuffer } from "./buffer.js";
import { sha256 } from "./sha256.js";

const encodings = ["utf8", "latin1", "base64", "base64url", "hex"] as const;

it("turns bytes into text as Node's Buffer does, and back", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.constantFrom(...encodings), (bytes, encoding) => {
      const text = Buffer.from(bytes).toString(encoding);
      expect(WebBuffer.from(bytes).toString(encoding)).toBe(text);
      expect([...WebBuffer.from(text, encoding)]).toEqual([...Buffer.from(text, encoding)]);
    }),
  );
});

it("turns a part of its bytes into text as Node's Buffer does", () => {
  const text = "\ufeffé漢😀";
  const [web, node] = [WebBuffer.from(text), Buffer.from(text)];
  expect(web.toString()).toBe(node.toString());
  expect(web.toString("latin1", 2)).toBe(node.toString("latin1", 2));
  expect(web.toString("utf8", 3, 5)).toBe(node.toString("utf8", 3, 5));
});

it("decodes base64 as Node's Buffer does, whatever is in it", () => {
  const unit = fc.constantFrom(..."ABCxyz019+/-_ \n=!");
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 30 }), (text) => {
      expect([...WebBuffer.from(text, "base64")]).toEqual([...Buffer.from(text, "base64")]);
    }),
  );
});

it("decodes nothing from hex without a pair of digits", () => {
  expect(WebBuffer.from("", "hex")).toHaveLength(0);
});

it("turns megabytes into Latin-1 text", () => {
  const bytes = new Uint8Array(1_000_000).map((_, n) => n);
  expect(WebBuffer.from(bytes).toString("latin1") === Buffer.from(bytes).toString("latin1")).toBe(true);
});

it("writes, finds and joins as Node's Buffer does", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.string(), fc.nat(20), (text, wanted, at) => {
      const [web, node] = [WebBuffer.alloc(40), Buffer.alloc(40)];
      expect(web.write("abc", at)).toBe(node.write("abc", at));
      expect(web.write("é", at + 3, "latin1")).toBe(node.write("é", at + 3, "latin1"));
      expect(WebBuffer.byteLength(text)).toBe(Buffer.byteLength(text));
      const [webText, nodeText] = [WebBuffer.from(text), Buffer.from(text)];
      // Whole characters: Node 24 ends the process if it looks for half of a surrogate pair.
      const characters = [...text];
      const parts = [wanted, characters.slice(0, 2).join(""), characters.slice(1, 3).join("")];
      for (const part of parts) {
        if (part === "") continue;
        expect(webText.indexOf(part)).toBe(nodeText.indexOf(part));
        expect(webText.indexOf(part, at)).toBe(nodeText.indexOf(part, at));
      }
      expect([...WebBuffer.concat([web, webText])]).toEqual([...Buffer.concat([node, nodeText])]);
    }),
  );
});

it("finds the next place of a byte or a text, and reports −1 without one", () => {
  const bytes = WebBuffer.from("abcabd");
  expect([bytes.indexOf(0x61), bytes.indexOf(0x61, 1), bytes.indexOf(0x78)]).toEqual([0, 3, -1]);
  expect([bytes.indexOf("ab"), bytes.indexOf("ab", 1), bytes.indexOf("abd"), bytes.indexOf("abe")]).toEqual([
    0, 3, 3, -1,
  ]);
});

it("writes from the start by default, and no more than there is room for", () => {
  const bytes = WebBuffer.allocUnsafe(4);
  expect([bytes.length, bytes.write("abcd"), bytes.write("xyz", 2)]).toEqual([4, 4, 2]);
  expect(bytes.toString()).toBe("abxy");
});

it("fills with zeros, to the length that was given", () => {
  expect([...WebBuffer.concat([Uint8Array.of(1, 2)], 4)]).toEqual([1, 2, 0, 0]);
  expect([...WebBuffer.concat([])]).toEqual([]);
});

it("shares the memory of an ArrayBuffer, and copies other bytes", () => {
  const bytes = Uint8Array.of(1, 2, 3, 4);
  const [shared, copy] = [WebBuffer.from(bytes.buffer, 1, 2), WebBuffer.from(bytes)];
  bytes[1] = 9;
  expect([[...shared], [...WebBuffer.from(bytes.buffer)], [...copy]]).toEqual([
    [9, 3],
    [1, 9, 3, 4],
    [1, 2, 3, 4],
  ]);
});

it("knows its own bytes from others", () => {
  expect([WebBuffer.isBuffer(WebBuffer.alloc(1)), WebBuffer.isBuffer(new Uint8Array(1))]).toEqual([true, false]);
});

it("hashes as Node does", () => {
  // Padding depends on the length alone. Two blocks and one byte need every kind of it.
  for (let length = 0; length <= 129; length++) {
    const bytes = Uint8Array.from({ length }, (_, n) => (n * 151 + length) % 256);
    expect([...sha256(bytes)]).toEqual([...createHash("sha256").update(bytes).digest()]);
  }
});
