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

it("writes, finds, copies and joins as Node's Buffer does", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.string(), fc.nat(20), (text, wanted, at) => {
      const [web, node] = [WebBuffer.alloc(40), Buffer.alloc(40)];
      expect(web.write("abc", at)).toBe(node.write("abc", at));
      expect(WebBuffer.byteLength(text)).toBe(Buffer.byteLength(text));
      const [webText, nodeText] = [WebBuffer.from(text), Buffer.from(text)];
      // Whole characters: Node 24 ends the process if it looks for half of a surrogate pair.
      const characters = [...text];
      const parts = [wanted, characters.slice(0, 2).join(""), characters.slice(1, 3).join("")];
      for (const part of parts) if (part !== "") expect(webText.indexOf(part)).toBe(nodeText.indexOf(part));
      expect([...WebBuffer.concat([web, webText])]).toEqual([...Buffer.concat([node, nodeText])]);
    }),
  );
});

it("hashes as Node does", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      expect([...sha256(bytes)]).toEqual([...createHash("sha256").update(bytes).digest()]);
    }),
  );
});
