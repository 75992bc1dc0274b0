import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { lockText, parseLock } from "./lock-text.js";
import { lockOfText, user } from "./test/evolve.js";

const properties = `mail: edm.string({ name: "__proto__" }), at: edm.dateTime(), no: edm.int32({ min: 0, keyOnly: true }),
  plan: edm.string({ oneOf: ["pro", "free"], default: "free" }), email: edm.string({ formerly: ["eMail", "constructor"], keepFormer: true }),
  tags: edm.json<string[]>().optional(), visits: edm.int64({ reads: ["Edm.String", "Edm.Int32"] }),`;
const keys = 'partitionKey: (k) => ["{u}", k.id.shard(16)], rowKey: (k) => [k.id, k.at.desc, k.no.pad(6)],';

it("is sorted, has one line for each property, and reads back as the same", () => {
  const { lock = "" } = lockOfText(user(properties, "", keys));
  expect(lock).toMatchInlineSnapshot(`
    "{
      "entity User": {
        "kind": "user",
        "kindProperty": "kind",
        "partitionKey": ["{{u}}", "{id:shard16}"],
        "property __proto__": { "type": "Edm.String" },
        "property at": { "type": "Edm.DateTime" },
        "property email": { "type": "Edm.String", "formerly": ["eMail", "constructor"], "keepFormer": true },
        "property id": { "type": "Edm.String", "maxLength": 64 },
        "property no": { "type": "Edm.Int32", "keyOnly": true },
        "property plan": { "type": "Edm.String", "default": true, "oneOf": ["free", "pro"] },
        "property tags": { "type": "Edm.String", "json": true, "optional": true, "shape": "string[]" },
        "property visits": { "type": "Edm.Int64", "reads": ["Edm.Int32", "Edm.String"] },
        "rowKey": ["{id}", "{at:Edm.DateTime:desc}", "{no:Edm.Int32:pad:6}"],
        "separator": "!",
        "table": "Users"
      },
      "version": 1
    }
    "
  `);
  expect(lockText(parseLock(lock))).toBe(lock);
  expect(lockOfText(user(properties, "", keys), lock)).toEqual({ lock, refused: [] });
});

it.each([
  ["a separator for each key", user("", 'separator: { partitionKey: "|", rowKey: "_" },')],
  ["codes of texts", user('plan: edm.string({ codes: { pro: "P", free: "F" } }),')],
  ["codes of numbers", user("level: edm.int32({ codes: { low: 1, high: 2 } }),")],
])("reads back as the same with %s", (_, text) => {
  const { lock = "" } = lockOfText(text);
  expect(lock).toMatch(/"separator": \{|"codes": \{/);
  expect(lockText(parseLock(lock))).toBe(lock);
  expect(lockOfText(text, lock)).toEqual({ lock, refused: [] });
});

it("has a line for each index, which reads back as the same", () => {
  const text = user(
    "mail: edm.string({ maxLength: 64 }),",
    'indexes: { byMail: { rowKey: (k) => ["mail", k.mail], unique: true } },',
  );
  const { lock = "" } = lockOfText(text);
  expect(lock.split("\n").filter((line) => line.includes('"index'))).toMatchInlineSnapshot(`
    [
      "    "index byMail": { "table": "Users", "kind": "user.byMail", "kindProperty": "kind", "separator": "!", "partitionKey": ["users"], "rowKey": ["mail", "{mail}"], "unique": true, "holds": ["id", "mail"] },",
    ]
  `);
  expect(lockText(parseLock(lock))).toBe(lock);
  expect(lockOfText(text, lock)).toEqual({ lock, refused: [] });
});

describe("the rows of former indexes", () => {
  const indexed = (indexes: string, kind = "user") =>
    user("mail: edm.string({ maxLength: 64 }),", `indexes: { ${indexes} },`).replace('"user"', `"${kind}"`);
  const byMail = 'byMail: { rowKey: (k) => ["mail", k.mail] }';
  const byPost = 'byPost: { rowKey: (k) => ["mail", k.mail] }';
  const elsewhere = 'byMail: { table: "Mails", partitionKey: (k) => ["mail", k.mail], rowKey: () => ["in"] }';
  const formerAfter = (...versions: readonly string[]) => {
    const lock = versions.reduce<string | undefined>((before, text) => lockOfText(text, before, true).lock, undefined);
    expect(lockText(parseLock(lock ?? ""))).toBe(lock);
    return (lock ?? "").split("\n").filter((line) => line.includes('"former index'));
  };

  it("have a line each, of those that were removed, renamed or moved", () => {
    expect(formerAfter(indexed(byMail), indexed(byPost), indexed(elsewhere))).toMatchInlineSnapshot(`
      [
        "    "former index user.byMail in Users": { "index": "byMail", "table": "Users", "kind": "user.byMail", "kindProperty": "kind" },",
        "    "former index user.byPost in Users": { "index": "byPost", "table": "Users", "kind": "user.byPost", "kindProperty": "kind" },",
      ]
    `);
    expect(formerAfter(indexed(byMail), indexed(""), indexed(""))).toHaveLength(1);
    expect(formerAfter(indexed(byMail), indexed(byMail, "person"))).toHaveLength(1);
  });

  it("are those of no index that there is now", () => {
    expect(formerAfter(indexed(byMail), indexed(""), indexed(byMail))).toEqual([]);
    const other = indexed("").replace("const User", "const Mail").replace('"user"', '"user.byMail"');
    expect(formerAfter(indexed(byMail), indexed("") + other.replace('["users"]', '["mails"]'))).toEqual([]);
  });

  it("are left out where nothing determines them from others", () => {
    const kindless = (indexes: string) =>
      indexed(indexes).replace('kind: "user"', "kindProperty: false").replace("[k.id]", '["user", k.id]');
    expect(lockOfText(kindless(byMail)).refused).toEqual([]);
    expect(formerAfter(kindless(byMail), kindless(""))).toEqual([]);
  });
});

it("keeps the former keys and properties of what was accepted, oldest first", () => {
  const versions = ["a", "b", "c"].map((literal) =>
    user("", "", `partitionKey: () => ["${literal}"], rowKey: (k) => [k.id],`),
  );
  const oldest = lockOfText(user("old: edm.int32(),", "", 'partitionKey: () => ["0"], rowKey: (k) => [k.id],')).lock;
  const last = versions.reduce((lock, version) => lockOfText(version, lock, true).lock, oldest);
  const lines = (last ?? "").split("\n").filter((line) => line.includes('"former'));
  expect(lines).toMatchInlineSnapshot(`
    [
      "    "former keys 1": { "table": "Users", "kind": "user", "kindProperty": "kind", "separator": "!", "partitionKey": ["0"], "rowKey": ["{id}"] },",
      "    "former keys 2": { "table": "Users", "kind": "user", "kindProperty": "kind", "separator": "!", "partitionKey": ["a"], "rowKey": ["{id}"] },",
      "    "former keys 3": { "table": "Users", "kind": "user", "kindProperty": "kind", "separator": "!", "partitionKey": ["b"], "rowKey": ["{id}"] },",
      "    "former property old": { "type": "Edm.Int32" },",
    ]
  `);
  expect(lockText(parseLock(last ?? ""))).toBe(last);
  expect(lockOfText(user("", "", 'partitionKey: () => ["c"], rowKey: (k) => [k.id],'), last).lock).toBe(last);
  const [first = "", second = ""] = lines;
  const swapped = (last ?? "").replace(`${first}\n${second}`, `${second}\n${first}`);
  expect(swapped).not.toBe(last);
  expect(lockText(parseLock(swapped))).toBe(last);
});

it.each([
  [
    "<<<<<<< HEAD\n{}",
    /^tablewright\.lock\.json:1:1 lock\.invalid\nThe lock file tablewright\.lock\.json cannot be read: it is not valid JSON\.\n→ Resolve the merge conflict/,
  ],
  ["[]", /it is not a JSON object/],
  ['{"version":2}', /its version is 2, not 1/],
  ['{"entity User":{"table":"Users"},"version":1}', /"entity User" lacks its table, separator, partitionKey or rowKey/],
  [
    '{"entity User":{"table":"Users","separator":{"rowKey":"!"},"partitionKey":[],"rowKey":[]},"version":1}',
    /"entity User" lacks its table, separator, partitionKey or rowKey/,
  ],
  [
    '{"entity User":{"table":"Users","separator":"!","partitionKey":[],"rowKey":[],"former index a":{"index":"a"}},"version":1}',
    /"former index a" lacks its index, table, kind or kindProperty/,
  ],
  [
    '{"entity User":{"table":"Users","separator":"!","partitionKey":[],"rowKey":[],"property a":{"type":"Edm.Nope"}},"version":1}',
    /"property a" has no Edm type/,
  ],
  ...["oneOf", "formerly", "reads"].flatMap((list) =>
    ['"a"', "[1]"].map((value): [string, RegExp] => [
      `{"entity User":{"table":"Users","separator":"!","partitionKey":[],"rowKey":[],"property a":{"type":"Edm.String","${list}":${value}}},"version":1}`,
      /"property a" has no Edm type, or has a list that is not an array of strings/,
    ]),
  ),
])("reports a file that is none: %s", (text, message) => {
  const { refused, lock } = lockOfText(user(""), text);
  expect(refused).toEqual([expect.stringMatching(message)]);
  expect(lock).toBeUndefined();
});

/** Merges the lock files of two branches that add these properties as git does. */
function mergedByGit(ours: string, theirs: string) {
  const base = "b: edm.string().optional(), f: edm.string().optional(),";
  const { lock = "" } = lockOfText(user(base));
  const lockWith = (more: string) => lockOfText(user(`${base} ${more}`), lock).lock ?? "";
  return { both: user(`${base} ${ours} ${theirs}`), lock, text: mergeFiles(lockWith(ours), lock, lockWith(theirs)) };
}

function mergeFiles(ours: string, lock: string, theirs: string): string {
  const folder = mkdtempSync(join(tmpdir(), "tablewright-lock-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const files = Object.entries({ ours, lock, theirs }).map(([name, text]) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  });
  spawnSync("git", ["merge-file", ...files]);
  return readFileSync(join(folder, "ours"), "utf8");
}

it("merges what two branches added in different places", () => {
  const { both, lock, text } = mergedByGit("a: edm.string().optional(),", "z: edm.string().optional(),");
  expect(text).toBe(lockOfText(both, lock).lock);
});

it("resolves the conflict where two branches added neighbours", () => {
  const { both, lock, text } = mergedByGit("c: edm.string().optional(),", "d: edm.int32({ default: 1 }),");
  expect(text).toContain("<<<<<<< ");
  expect(lockOfText(both, text)).toEqual({ lock: lockOfText(both, lock).lock, refused: [] });
  const windows = text.replaceAll("\n", "\r\n");
  expect(lockOfText(both, windows).refused).toEqual([]);
});

it("leaves a conflict where two branches changed one property in two ways", () => {
  const { both, text } = mergedByGit("c: edm.string().optional(),", "c: edm.int32().optional(),");
  const { lock, refused } = lockOfText(both.replace("c: edm.int32().optional(),", ""), text);
  expect(refused).toEqual([expect.stringContaining("both sides of its merge conflict change c of User")]);
  expect(lock).toBeUndefined();
});

it("resolves a conflict at the start of the file, as of two branches that each added one", () => {
  const [ours = "", theirs = ""] = ["c", "d"].map((name) => lockOfText(user(`${name}: edm.string().optional(),`)).lock);
  const text = `<<<<<<< HEAD\n${ours}=======\n${theirs}>>>>>>> other\n`;
  const both = user("c: edm.string().optional(), d: edm.string().optional(),");
  expect(lockOfText(both, text)).toEqual({ lock: lockOfText(both).lock, refused: [] });
});

it.each([
  ["keys", user("").replace("[k.id]", '["u", k.id]')],
  ["kinds", user("").replace('"user"', '"person"')],
])("leaves a conflict where two branches changed the %s of one entity", (_, text) => {
  const conflict = `<<<<<<< HEAD\n${lockOfText(user("")).lock}=======\n${lockOfText(text).lock}>>>>>>> other\n`;
  const { lock, refused } = lockOfText(text, conflict);
  expect(refused).toEqual([expect.stringContaining("both sides of its merge conflict change the keys of User")]);
  expect(lock).toBeUndefined();
});
