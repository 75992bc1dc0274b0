import { createHmac, randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { encodings } from "../test/encodings.js";
import { law } from "../test/law.js";
import { encodedCharacter, encodedRuns, escapeBefore, KnownSecrets } from "./known-secrets.js";

const alphabets = "ABCXYZabcxyz0189";
const token = fc.string({ unit: fc.constantFrom(...alphabets, ".", "-", "_"), minLength: 20, maxLength: 300 });
const key = fc.uint8Array({ minLength: 64, maxLength: 64 }).map((bytes) => Buffer.from(bytes).toString("base64"));
const around = fc.oneof(
  fc.string({ unit: "binary", maxLength: 12 }),
  fc.constantFrom("", "acct:", "sig=", "%", "%2", "\\", "&", "x", "_", "Bearer ", "25"),
);

describe.each(Object.entries(encodings))("a secret as %s", (_, encode) => {
  it("is taken out of any text", () => {
    fc.assert(
      fc.property(fc.oneof(token, key), around, around, (secret, before, after) => {
        const clean = new KnownSecrets(() => [secret]).remove(before + encode(secret) + after);
        expect(clean).not.toContain(encode(secret));
        expect(clean).toContain("[redacted]");
      }),
      law(2000),
    );
  });
});

const some = Object.entries(encodings).filter(([name]) => !/every|header/.test(name));

it.each(some)("the signature of a request is taken out although nobody kept it: %s", (_, encode) => {
  fc.assert(
    fc.property(fc.string(), around, (text, before) => {
      const signature = createHmac("sha256", "key").update(text).digest("base64");
      expect(new KnownSecrets(() => []).remove(`${before} ${encode(signature)} is wrong`)).not.toContain(
        encode(signature),
      );
    }),
    law(2000),
  );
});

it.each([
  "The specified resource does not exist.",
  "RequestId:a2f3e5c4-b002-0044-6c60-d52926000000 Time:2020-12-18T17:08:55.0667720Z",
  "https://account.table.core.windows.net/Shop(PartitionKey='50%25%20off',RowKey='a%2Fb')?$select=a,b",
  "/packages/runtime/src/operations/query-entities.ts:42:7",
  "e3b0c44298fc1c149afbf4c8996fb924 is the MD5 of a body",
  "W/\"datetime'2021-09-21T00%3A53%3A41.7166246Z'\"",
])("leaves %j as it is", (text) => {
  expect(new KnownSecrets(() => [randomBytes(64).toString("base64"), "short"]).remove(text)).toBe(text);
});

const spellings: Readonly<Record<string, (secret: string) => string>> = {
  "hex of its text": (secret) => Buffer.from(secret, "latin1").toString("hex"),
  "hex of its bytes": (secret) => Buffer.from(secret, "base64").toString("hex"),
  "upper-case hex of its text": (secret) => Buffer.from(secret, "latin1").toString("hex").toUpperCase(),
  "upper-case hex of its bytes": (secret) => Buffer.from(secret, "base64").toString("hex").toUpperCase(),
  "its first four fifths": (secret) => secret.slice(0, Math.floor(secret.length * 0.8)),
  "its first 16 characters": (secret) => secret.slice(0, 16),
  "hex of its first four fifths": (secret) => Buffer.from(secret.slice(0, 70), "latin1").toString("hex"),
  "percent-encoded, cut off": (secret) => encodeURIComponent(secret.slice(0, 60)),
};

it.each(Object.entries(spellings))("an account key is taken out as %s", (_, spell) => {
  fc.assert(
    fc.property(key, fc.constantFrom("", "key: ", "x", '"', "\\n"), (secret, around) => {
      const clean = new KnownSecrets(() => [secret]).remove(`${around}${spell(secret)} ${around}`);
      expect(clean).not.toContain(spell(secret));
      expect(clean).toContain("[redacted]");
    }),
    law(500),
  );
});

it.each(["hex", "HEX"])("the signature of a request is taken out as %s", (form) => {
  const hex = createHmac("sha256", "key").update("text").digest("hex");
  const signature = form === "hex" ? hex : hex.toUpperCase();
  expect(new KnownSecrets(() => []).remove(`${signature} is wrong`)).toBe("[redacted] is wrong");
});

it("each part of a JSON web token is taken out", () => {
  const parts = [
    { alg: "RS256", typ: "JWT" },
    { sub: "somebody", aud: "storage" },
  ].map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"));
  const signature = randomBytes(48).toString("base64url");
  const secrets = new KnownSecrets(() => [[...parts, signature].join(".")]);
  for (const part of [...parts, signature]) expect(secrets.remove(`got ${part}!`)).toBe("got [redacted]!");
});

it.each([
  ["a secret of 8 characters", "abcdefg1", "got abcdefg1", "got [redacted]"],
  ["no secret of 7, which may be a word", "abcdefg", "got abcdefg", "got abcdefg"],
  ["the first 16 characters", "abc.defg.hij.klm.nop", "got abc.defg.hij.klm", "got [redacted]"],
  ["not the first 15", "abc.defg.hij.klm.nop", "got abc.defg.hij.kl", "got abc.defg.hij.kl"],
  [
    "every one of several",
    "abc.defg.hij.klm.nop",
    "abc.defg.hij.klm.nop, abc.defg.hij.klm.nop",
    "[redacted], [redacted]",
  ],
])("takes out %s", (_, secret, text, clean) => {
  expect(new KnownSecrets(() => [secret]).remove(text)).toBe(clean);
});

it("takes out a key whose plus signs are escaped for JSON, and then for URLs", () => {
  const key = "ab+cd/ef+gh/ij+kl/mn+op/qr+stuvw";
  for (const escaped of [key.replaceAll("+", "%5Cu002B"), key.replaceAll("+", "%255cu002b")]) {
    expect(new KnownSecrets(() => [key]).remove(`got (${escaped})`)).toBe("got ([redacted])");
  }
});

it("takes out a secret in base64 of base64", () => {
  const base64 = (text: string) => Buffer.from(text).toString("base64");
  const key = "ab+cd/ef+gh/ij+kl/mn+op/qr+stuvwx";
  expect(new KnownSecrets(() => [key]).remove(`got ${base64(base64(key)).replace(/=+$/, "")}!`)).toBe(
    "got [redacted]!",
  );
});

it("takes out parts of a JSON web token of 16 characters or more", () => {
  const parts = [`eyJ${"a".repeat(20)}`, "b".repeat(16), "c".repeat(15)];
  const secrets = new KnownSecrets(() => [parts.join(".")]);
  expect(parts.map((part) => secrets.remove(`got ${part}`))).toEqual([
    "got [redacted]",
    "got [redacted]",
    `got ${"c".repeat(15)}`,
  ]);
});

it("takes out of a text that was cut whatever may be half of a signature, and no shorter run", () => {
  const secrets = new KnownSecrets(() => []);
  expect(secrets.removeParts(`${"a".repeat(22)} ${"a".repeat(21)}`)).toBe(`[redacted] ${"a".repeat(21)}`);
});

it.each([`${"ab".repeat(31)} is short`, `sha256-${"ab".repeat(32)}`, `${"ab".repeat(32)}-dirty`])(
  "does not take %s for the hex of a signature",
  (text) => {
    expect(new KnownSecrets(() => []).remove(text)).toBe(text);
  },
);

it("takes no long time over any text", () => {
  const secrets = new KnownSecrets(() => ["A".repeat(2000), "eyJhbGciOiJub25lIn0"]);
  let steps = 0;
  for (const piece of ["A", "%25", "\\", "%5c", "&amp;", "eyJ", "sig=", "a=", "//a:", "SharedKey ", "Bearer%20"]) {
    const long = piece.repeat(Math.ceil((64 * 1024) / piece.length));
    for (const before of ["", "Bearer ", "AccountKey="]) secrets.remove(before + long);
    steps++;
  }
  expect(steps).toBe(11);
  // A search that takes more than linear time takes hours.
}, 600_000);

describe("one encoded character", () => {
  it.each([
    ["%2B", "+"],
    ["%2b", "+"],
    ["%252B", "+"],
    ["%2525252B", "+"],
    ["\\u002b", "+"],
    ["\\\\U002B", "+"],
    ["%5cu002b", "+"],
    ['\\"', '"'],
    ["\\/", "/"],
    ["&#43;", "+"],
    ["&#00043;", "+"],
    ["&#x2b;", "+"],
    ["&#X02B;", "+"],
    ["&amp;#43;", "+"],
    ["&lt;", "<"],
    ["&GT;", ">"],
    ["&quot;", '"'],
    ["&apos;", "'"],
    ["&amp;", "&"],
    ["&amp;amp;lt;", "<"],
  ])("%s is %s, wherever it is", (text, character) => {
    expect(encodedCharacter(text, 0)).toEqual({ character, end: text.length });
    expect(encodedCharacter(`ab${text}c`, 2)).toEqual({ character, end: 2 + text.length });
    expect(encodedCharacter(`ab${text}`, 1)).toBeUndefined();
  });

  it.each(["", "a", "%", "%2", "%zz", "\\n", "\\u12", "&nbsp;", "&#;", "&#x;", "&", "2B"])("is not %j", (text) => {
    expect(encodedCharacter(text, 0)).toBeUndefined();
  });
});

it.each([
  ["\\nabc", 1, "n"],
  ["\\u0041bc", 1, "u0041"],
  ["x\\tabc", 2, "t"],
  ["\\abc", 1, ""],
  ["nabc", 0, ""],
  ["xnabc", 1, ""],
])("a run in %s from position %d begins with the escape %j", (text, at, start) => {
  expect(escapeBefore(text, text.slice(at), at)).toBe(start);
});

it("runs of base64 are found from 12 characters on, encoded or not, with their padding", () => {
  const runsIn = (text: string) => [...text.matchAll(encodedRuns)].map(([run]) => run);
  const plain = "abcDEF123+/-_abc";
  expect(runsIn(`${"a".repeat(11)} ${plain}== ${encodeURIComponent(`${plain}==`)} \\u002b${plain}`)).toEqual([
    `${plain}==`,
    encodeURIComponent(`${plain}==`),
    `\\u002b${plain}`,
  ]);
});
