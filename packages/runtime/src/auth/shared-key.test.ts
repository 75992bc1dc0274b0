import { createHmac } from "node:crypto";
import { inspect } from "node:util";
import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { Clock } from "../http/clock.js";
import { headerValue } from "../http/http-message.js";
import { sharedKeyVectors, testKeys } from "../test/account/shared-key-vectors.js";
import { canonicalizedResource, HmacSha256, SharedKeyCredential } from "./shared-key.js";

const date = "Fri, 26 Jun 2015 23:39:12 GMT";

afterEach(() => {
  vi.useRealTimers();
});

function authorization(
  credential: SharedKeyCredential,
  url: string,
  method = "GET",
  headers: readonly string[] = [],
): string {
  return headerValue(credential.authorize({ method, url, headers }, new Clock()).headers, "authorization") ?? "";
}

describe("shared key", () => {
  it.each(sharedKeyVectors)("signs as a second implementation does: $name", (vector) => {
    vi.useFakeTimers({ now: Date.parse(date) });
    const key = testKeys[vector.account];
    const lite = new SharedKeyCredential(vector.account, key);
    const full = new SharedKeyCredential(vector.account, key, { scheme: "SharedKey" });
    expect(canonicalizedResource(vector.account, vector.url)).toBe(vector.resource);
    const liteText = `SharedKeyLite ${vector.account}:${vector.lite}`;
    expect(authorization(lite, vector.url, vector.method, vector.headers)).toBe(liteText);
    expect(authorization(lite, vector.url, vector.method, vector.headers), "from the memo").toBe(liteText);
    expect(authorization(full, vector.url, vector.method, vector.headers)).toBe(
      `SharedKey ${vector.account}:${vector.full}`,
    );
  });

  it("dates and signs anew in every second", () => {
    vi.useFakeTimers({ now: Date.parse(date) });
    const credential = new SharedKeyCredential("myaccount", testKeys.myaccount);
    const clock = new Clock();
    const request = { method: "GET", url: "https://myaccount.table.core.windows.net/Tables", headers: ["Accept", "x"] };
    const first = credential.authorize(request, clock).headers;
    vi.setSystemTime(Date.parse(date) + 1000);
    const second = credential.authorize(request, clock).headers;
    expect(first.slice(0, 6)).toEqual(["Accept", "x", "x-ms-version", "2019-02-02", "x-ms-date", date]);
    expect(headerValue(second, "x-ms-date")).toBe("Fri, 26 Jun 2015 23:39:13 GMT");
    expect(headerValue(second, "authorization")).not.toBe(headerValue(first, "authorization"));
  });

  it("uses a new key from the moment of update()", () => {
    vi.useFakeTimers({ now: Date.parse(date) });
    const url = "https://myaccount.table.core.windows.net/Tables";
    const credential = new SharedKeyCredential("myaccount", testKeys.devstoreaccount1);
    const before = authorization(credential, url);
    credential.update(testKeys.myaccount);
    const after = authorization(credential, url);
    expect(after).not.toBe(before);
    expect(after).toBe(authorization(new SharedKeyCredential("myaccount", testKeys.myaccount), url));
  });

  it("keeps the key from inspect and JSON", () => {
    const credential = new SharedKeyCredential("myaccount", testKeys.myaccount);
    const shown = inspect(credential, { depth: 9, showHidden: true }) + JSON.stringify(credential);
    expect(shown).toContain("myaccount");
    expect(shown).not.toContain(testKeys.myaccount.slice(0, 8));
  });

  it.each(["a", "Local_1", "a-b"])("is of an account with a name such as %s", (name) => {
    expect(authorization(new SharedKeyCredential(name, testKeys.myaccount), `https://${name}.example/T`)).toContain(
      `SharedKeyLite ${name}:`,
    );
  });

  it.each(["", "-a", "_a", "a.table", "a/b", "a b", " a", undefined])("refuses the account name %j", (name) => {
    expect(() => new SharedKeyCredential(name as never, testKeys.myaccount)).toThrow(
      expect.objectContaining({ code: "config.invalid-option" }),
    );
  });

  it("takes a key with whitespace around it, and tells it and the one before as its secrets", () => {
    const credential = new SharedKeyCredential("myaccount", ` ${testKeys.devstoreaccount1}\n`);
    credential.update(`\t${testKeys.myaccount} `);
    expect(credential.secrets()).toEqual([testKeys.devstoreaccount1, testKeys.myaccount]);
    expect(() => credential.update("abc")).toThrow(expect.objectContaining({ code: "auth.invalid-key" }));
    expect(credential.sign("text")).toBe(new SharedKeyCredential("myaccount", testKeys.myaccount).sign("text"));
  });

  it.each([
    "",
    "abc",
    "not base64!",
    "====",
    `${testKeys.myaccount}x`,
    `!!!!${testKeys.myaccount}`,
    `${testKeys.myaccount}!!!!`,
  ])("refuses a key that is not base64: %j", (key) => {
    expect(() => new SharedKeyCredential("a", key)).toThrow(expect.objectContaining({ code: "auth.invalid-key" }));
  });
});

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
