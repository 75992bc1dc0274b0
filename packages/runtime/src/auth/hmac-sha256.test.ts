import { createHmac } from "node:crypto";
import fc from "fast-check";
import { expect, it } from "vitest";
import { HmacSha256 } from "./hmac-sha256.js";

it("signs as Node's own HMAC does, whatever key and texts", () => {
  const texts = fc.array(fc.string({ unit: "binary", maxLength: 2000 }), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), texts, (key, signed) => {
      const hmac = new HmacSha256(key);
      for (const text of signed) {
        expect(hmac.base64(text)).toBe(createHmac("sha256", key).update(text, "utf8").digest("base64"));
      }
    }),
  );
});

it("signs a long text after a short one, and a short one after that", () => {
  const hmac = new HmacSha256(Buffer.from("key"));
  const expected = (text: string) => createHmac("sha256", "key").update(text, "utf8").digest("base64");
  for (const text of ["a", "€".repeat(5000), "b", ""]) expect(hmac.base64(text)).toBe(expected(text));
});
