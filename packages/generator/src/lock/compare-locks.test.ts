import { describe, expect, it } from "vitest";
import { lockOfText, refusals, user } from "./test/evolve.js";

/** Returns the only error for a change of properties, and checks that its own advice resolves it. */
function refusal(before: string, after: string, safe?: string): string | undefined {
  const found = refusals(user(before), user(after));
  expect(found).toHaveLength(1);
  if (safe !== undefined) expect(refusals(user(before), user(safe))).toEqual([]);
  return found[0];
}

describe("a change of properties that stored rows do not survive", () => {
  it("is a name", () => {
    expect(
      refusal("mail: edm.string(),", "email: edm.string(),", 'email: edm.string({ formerly: ["mail"] }),'),
    ).toMatchInlineSnapshot(`
      "6:5 change.property-renamed
      User.email is new and "mail" was removed, both Edm.String: existing rows have the value under "mail", where nothing reads it.
      → If it was renamed, write: email: edm.string({ formerly: ["mail"] }). While programs with the former definition still run, which know only "mail", add keepFormer: true. If no row is affected, run \`npx tablewright generate --accept\`."
    `);
    expect(refusal("mail: edm.string().optional(),", "email: edm.string().optional(),")).toMatchInlineSnapshot(`
      "6:5 change.property-renamed
      User.email is new and "mail" was removed, both Edm.String: existing rows have the value under "mail", where nothing reads it.
      → If it was renamed, write: email: edm.string({ formerly: ["mail"] }).optional(). While programs with the former definition still run, which know only "mail", add keepFormer: true. If no row is affected, run \`npx tablewright generate --accept\`."
    `);
    expect(refusal("mail: edm.string(),", 'mail: edm.string({ name: "email" }),')).toMatchInlineSnapshot(`
      "6:5 change.property-renamed
      User.mail is new and "mail" was removed, both Edm.String: existing rows have the value under "mail", where nothing reads it.
      → If it was renamed, write: mail: edm.string({ name: "email", formerly: ["mail"] }). While programs with the former definition still run, which know only "mail", add keepFormer: true. If no row is affected, run \`npx tablewright generate --accept\`."
    `);
  });

  it("is advised with all options that the property has", () => {
    const after = 'email: edm.string({ maxLength: 64, brand: "Mail", oneOf: ["a", "b"] }),';
    const safe = 'email: edm.string({ maxLength: 64, oneOf: ["a", "b"], brand: "Mail", formerly: ["mail"] })';
    expect(refusal(after.replace("email", "mail"), after, `${safe},`)).toContain(`write: ${safe}. While`);
    expect(
      refusal("", "no: edm.int32({ min: 5, max: 9 }),", "no: edm.int32({ min: 5, max: 9, default: 5 }),"),
    ).toContain(
      "Write: no: edm.int32({ min: 5, max: 9, default: 5 }), or no: edm.int32({ min: 5, max: 9 }).optional().",
    );
    expect(
      refusal(
        "no: edm.int32(),",
        'no: edm.int64({ as: "number" }),',
        'no: edm.int64({ as: "number", reads: ["Edm.Int32"] }),',
      ),
    ).toContain('Write: no: edm.int64({ as: "number", reads: ["Edm.Int32"] }).');
  });

  it("is a type that converts without loss", () => {
    expect(
      refusal("visits: edm.int32(),", "visits: edm.int64(),", 'visits: edm.int64({ reads: ["Edm.Int32"] }),'),
    ).toMatchInlineSnapshot(`
      "6:5 change.property-type
      User.visits changed from Edm.Int32 to Edm.Int64: existing rows have Edm.Int32, and reading one fails.
      → Write: visits: edm.int64({ reads: ["Edm.Int32"] })."
    `);
    expect(
      refusal("score: edm.int32(),", "score: edm.double(),", 'score: edm.double({ reads: ["Edm.Int32"] }),'),
    ).toMatchInlineSnapshot(`
      "6:5 change.property-type
      User.score changed from Edm.Int32 to Edm.Double: existing rows have Edm.Int32, and conditions do not find them.
      → Write: score: edm.double({ reads: ["Edm.Int32"] })."
    `);
    expect(
      refusal(
        'ref: edm.guid({ reads: ["Edm.String"] }).optional(),',
        "ref: edm.string().optional(),",
        'ref: edm.string({ reads: ["Edm.Guid"] }).optional(),',
      ),
    ).toMatchInlineSnapshot(`
      "6:5 change.property-type
      User.ref changed from Edm.Guid to Edm.String: existing rows have Edm.Guid, and reading one fails.
      → Write: ref: edm.string({ reads: ["Edm.Guid"] }).optional()."
    `);
  });

  it("is a type that does not", () => {
    expect(refusal("visits: edm.int64(),", "visits: edm.int32(),")).toMatchInlineSnapshot(`
      "6:5 change.property-type
      User.visits changed from Edm.Int64 to Edm.Int32: existing rows have Edm.Int64, and reading one fails.
      → Keep Edm.Int64: not every value converts. For the new type, add a property of another name. If no row is affected, run \`npx tablewright generate --accept\`."
    `);
    expect(refusal("tags: edm.string(),", "tags: edm.json<string[]>(),")).toMatchInlineSnapshot(`
      "6:5 change.property-type
      User.tags is now JSON: existing rows have other text, and reading one fails.
      → Keep edm.string(). If no row is affected, run \`npx tablewright generate --accept\`."
    `);
    expect(refusals(user("tags: edm.json<string[]>(),"), user("tags: edm.string(),"))).toEqual([]);
  });

  it("is one that is required", () => {
    expect(refusal("", "plan: edm.string(),", 'plan: edm.string({ default: "free" }),')).toMatchInlineSnapshot(`
      "6:5 change.property-required
      User.plan is new and required: no existing row has it, so reading one fails.
      → Write: plan: edm.string({ default: "…" }), or plan: edm.string().optional(). Conditions do not find rows without it, not even conditions on the default value: use $not with ne, or store it with \`npx tablewright migrate\`. If no row is affected, run \`npx tablewright generate --accept\`."
    `);
    expect(
      refusal("", 'plan: edm.guid({ default: "random" }),', "plan: edm.guid().optional(),"),
    ).toMatchInlineSnapshot(`
      "6:5 change.property-required
      User.plan is new and required: no existing row has it, so reading one fails.
      → Write: plan: edm.guid().optional(). If no row is affected, run \`npx tablewright generate --accept\`."
    `);
    expect(
      refusal("note: edm.string().optional(),", "note: edm.string(),", 'note: edm.string({ default: "" }),'),
    ).toMatchInlineSnapshot(`
      "6:5 change.property-required
      User.note was optional and is required: reading a row that was written without it fails.
      → Write: note: edm.string({ default: "…" }), or note: edm.string().optional(). Conditions do not find rows without it, not even conditions on the default value: use $not with ne, or store it with \`npx tablewright migrate\`. If no row is affected, run \`npx tablewright generate --accept\`."
    `);
    expect(refusal("paid: edm.boolean({ default: false }),", "paid: edm.boolean(),")).toMatchInlineSnapshot(`
      "6:5 change.property-required
      User.paid lost its default: reading a row that was written without it fails.
      → Write: paid: edm.boolean({ default: false }), or paid: edm.boolean().optional(). Conditions do not find rows without it, not even conditions on the default value: use $not with ne, or store it with \`npx tablewright migrate\`. If no row is affected, run \`npx tablewright generate --accept\`."
    `);
  });

  it("is one with other values", () => {
    expect(
      refusal('plan: edm.string({ oneOf: ["free", "pro"] }),', 'plan: edm.string({ oneOf: ["pro", "team"] }),'),
    ).toMatchInlineSnapshot(`
      "6:5 change.property-values
      User.plan no longer allows "free": reading a row with one fails.
      → Keep in oneOf: "free". If no row is affected, run \`npx tablewright generate --accept\`."
    `);
    expect(refusal("plan: edm.string(),", 'plan: edm.string({ oneOf: ["free"] }),')).toMatchInlineSnapshot(`
      "6:5 change.property-values
      User.plan no longer allows values that are not in oneOf: reading a row with one fails.
      → Leave out oneOf. If no row is affected, run \`npx tablewright generate --accept\`."
    `);
    expect(
      refusal('plan: edm.string({ oneOf: ["free", "pro", "team"] }),', 'plan: edm.string({ oneOf: ["pro"] }),'),
    ).toContain('no longer allows "free", "team": reading a row with one fails.\n→ Keep in oneOf: "free", "team". If');
  });

  it("is a value that was only in the key and is now stored", () => {
    const keys = 'partitionKey: () => ["users"], rowKey: (k) => [k.id, k.no.pad(6)],';
    const [kept, stored] = ["no: edm.int32({ min: 0, keyOnly: true }),", "no: edm.int32({ min: 0 }),"];
    expect(refusals(user(kept, "", keys), user(stored, "", keys))).toMatchInlineSnapshot(`
      [
        "6:5 change.property-stored
      User.no is now stored as a property: existing rows have it only in their keys, where conditions do not find it.
      → Write: no: edm.int32({ keyOnly: true, min: 0 }). If no row is affected, run \`npx tablewright generate --accept\`.",
      ]
    `);
  });

  it("is the end of what reads earlier rows", () => {
    const renamed = 'email: edm.string({ formerly: ["mail"], keepFormer: true }),';
    expect(refusal(renamed, "email: edm.string(),")).toMatchInlineSnapshot(`
      "6:5 change.former-name-dropped
      User.email is no longer read from "mail": rows not written since then still have it there.
      → Write: email: edm.string({ formerly: ["mail"] }). Once every such row has been rewritten, run \`npx tablewright generate --accept\`."
    `);
    expect(refusal(renamed, 'email: edm.string({ formerly: ["mail"] }),', renamed)).toMatchInlineSnapshot(`
      "6:5 change.keep-former-dropped
      User.email no longer has keepFormer: rows last changed by a program with the former definition have their newest value under the former name, and would be read with an outdated value.
      → Write: email: edm.string({ formerly: ["mail"], keepFormer: true }). Once every such row has been rewritten, run \`npx tablewright generate --accept\`."
    `);
    expect(refusal('visits: edm.int64({ reads: ["Edm.Int32"] }),', "visits: edm.int64(),")).toMatchInlineSnapshot(`
      "6:5 change.former-type-dropped
      User.visits is no longer read from Edm.Int32: rows not written since then still have it in that form.
      → Write: visits: edm.int64({ reads: ["Edm.Int32"] }). Once every such row has been rewritten, run \`npx tablewright generate --accept\`."
    `);
    const read = 'score: edm.double({ formerly: ["mark", "note"], reads: ["Edm.Int32", "Edm.String"] }),';
    expect(refusals(user(read), user("score: edm.double(),"))).toEqual([
      expect.stringContaining('User.score is no longer read from "mark", "note": rows'),
      expect.stringContaining("User.score is no longer read from Edm.Int32, Edm.String: rows"),
    ]);
  });

  it("is a name that had another type once", () => {
    const { lock: first } = lockOfText(user("total: edm.int32().optional(),"));
    const { lock: second, refused } = lockOfText(user(""), first);
    expect(refused).toEqual([]);
    expect(lockOfText(user("total: edm.string().optional(),"), second).refused).toMatchInlineSnapshot(`
      [
        "6:5 change.property-type
      User.total changed from Edm.Int32 to Edm.String: existing rows have Edm.Int32, and reading one fails.
      → Keep Edm.Int32: not every value converts. For the new type, add a property of another name. If no row is affected, run \`npx tablewright generate --accept\`.",
      ]
    `);
    expect(lockOfText(user("total: edm.int32({ default: 0 }),"), second).refused).toEqual([]);
  });
});

describe("a change of keys and kinds that stored rows do not survive", () => {
  const keys = (partitionKey: string, rowKey: string) => `partitionKey: ${partitionKey}, rowKey: ${rowKey},`;
  const properties = "no: edm.int32({ min: 0 }), at: edm.dateTime(),";
  const before = user(properties, "", keys('(k) => ["{u}", k.id]', '(k) => ["row", k.at.desc, k.no.pad(6)]'));

  it.each([
    ["a part", user(properties, "", keys('(k) => ["{u}", k.id]', '(k) => ["row", k.at.desc, k.no.asc]'))],
    ["a literal", user(properties, "", keys('(k) => ["users", k.id]', '(k) => ["row", k.at.desc, k.no.pad(6)]'))],
    ["the separator", before.replace('kind: "user",', 'kind: "user", separator: "|",')],
    ["the kind", before.replace('"user"', '"person"')],
    ["the kind's property", before.replace('kind: "user",', 'kind: "user", kindProperty: "type",')],
    ["the table", before.replace('"Users"', '"People"')],
  ])("is %s", (_, after) => {
    expect(refusals(before, after)).toMatchSnapshot();
  });

  it("is no key whose text stays once the property is read from what rows hold", () => {
    expect(refusals(before, before.replace("int32({ min: 0 })", "int64()"))).toEqual([
      expect.stringContaining("change.property-type"),
    ]);
    const renamed = before.replace("no: edm", "nr: edm").replace("k.no", "k.nr");
    expect(refusals(before, renamed)).toEqual([expect.stringContaining("change.property-renamed")]);
    const kept = user(
      "no: edm.int32({ min: 0, keyOnly: true }),",
      "",
      keys('() => ["u"]', "(k) => [k.id, k.no.pad(6)]"),
    );
    expect(refusals(kept, kept.replace("int32({ min: 0,", "int64({"))).toEqual([]);
    const [text, guid] = ["code: edm.string({ maxLength: 36 })", "code: edm.guid()"];
    const coded = (code: string) => user(`${code},`, "", keys('() => ["u"]', "(k) => [k.id, k.code]"));
    expect(refusals(coded(text), coded('code: edm.guid({ reads: ["Edm.String"] })'))).toEqual([]);
    expect(refusals(coded(guid), coded('code: edm.string({ maxLength: 36, reads: ["Edm.Guid"] })'))).toContainEqual(
      expect.stringContaining("→ Keep Edm.Guid for code: Edm.String is written differently in the key."),
    );
  });

  it("is one that names the properties that there are", () => {
    const advice = (from: string, to: string, ...more: [string, string][]) =>
      more.reduce((text, [old, now]) => text.replace(old, now), before.replace(from, to));
    const renamed = advice("no: edm.int32({ min: 0 })", 'nr: edm.int32({ min: 0, formerly: ["no"] })', [
      "k.no.pad(6)",
      "k.nr.pad(8)",
    ]);
    expect(refusals(before, renamed)).toEqual([
      expect.stringContaining('→ Write: rowKey: (k) => ["row", k.at.desc, k.nr.pad(6)]. To change'),
    ]);
    const gone = advice("no: edm.int32({ min: 0 })", "nr: edm.string({ maxLength: 9 }).optional()", [
      "k.no.pad(6)",
      "k.id",
    ]);
    expect(refusals(before, gone)).toEqual([
      expect.stringContaining('→ Restore the property "no". Write: rowKey: (k) => ["row", k.at.desc, k.no.pad(6)].'),
    ]);
    const ascending = before.replace("k.no.pad(6)", "k.no.asc");
    expect(refusals(ascending, ascending.replace("int32({ min: 0 })", 'int64({ reads: ["Edm.Int32"] })'))).toEqual([
      expect.stringContaining("→ Keep Edm.Int32 for no: Edm.Int64 is written differently in the key. To change"),
    ]);
    const template = ascending
      .replace("k.no.asc", ["`$", "{k.no.asc}-$", "{k.nr.asc}`"].join(""))
      .replace("no: edm.int32({ min: 0 })", "no: edm.int32({ min: 0 }), nr: edm.int32({ min: 0 })");
    expect(refusals(template, template.replace("}-$", "}_$"))).toEqual([
      expect.stringContaining(
        '→ Write: rowKey: (k) => ["row", k.at.desc, `$' + "{k.no.asc}-$" + "{k.nr.asc}`]. To change",
      ),
    ]);
    const wider = template.replaceAll("int32({ min: 0 })", 'int64({ reads: ["Edm.Int32"] })');
    expect(refusals(template, wider)).toEqual([
      expect.stringContaining(
        "→ Keep Edm.Int32 for no: Edm.Int64 is written differently in the key. Keep Edm.Int32 for nr: Edm.Int64 is written differently in the key. To change",
      ),
    ]);
  });

  it("is another order of two properties with the same type, although only the keys contain them", () => {
    const ordered = (...parts: readonly string[]) =>
      user(
        "a: edm.guid({ keyOnly: true }), b: edm.guid({ keyOnly: true }),",
        "",
        keys('() => ["u"]', `(k) => [${parts.join(", ")}]`),
      );
    expect(refusals(ordered("k.a", "k.b"), ordered("k.b", "k.a"))).toEqual([
      expect.stringContaining("The RowKey of User changed from {a:Edm.Guid}!{b:Edm.Guid} to {b:Edm.Guid}!{a:Edm.Guid}"),
    ]);
  });

  it("is an entity that is gone, shown in the lock file", () => {
    const other =
      'export const Other = entity({ table: "Others", properties: { id: edm.guid() }, partitionKey: () => ["o"], rowKey: (k) => [k.id] });';
    expect(refusals(before + other, other)).toMatchInlineSnapshot(`
      [
        "tablewright.lock.json:9:3 change.entity-removed
      User was removed: nothing reads rows of kind "user" in table Users any more.
      → Restore its definition. If no row is affected, run \`npx tablewright generate --accept\`.",
      ]
    `);
    expect(refusals(before + other, before)).toMatchInlineSnapshot(`
      [
        "tablewright.lock.json:2:3 change.entity-removed
      Other was removed: nothing reads its rows in table Others any more.
      → Restore its definition. If no row is affected, run \`npx tablewright generate --accept\`.",
      ]
    `);
  });

  it("is no other name of the class, and no other case of the table", () => {
    expect(refusals(before, before.replace("const User", "const Person"))).toEqual([]);
    expect(refusals(before, before.replace('"Users"', '"USERS"'))).toEqual([]);
  });

  it("is no other name of a part, and no wider one that is written alike", () => {
    const renamed = before
      .replace("no: edm.int32({ min: 0 })", 'count: edm.int64({ formerly: ["no"], reads: ["Edm.Int32"] })')
      .replace("k.no.", "k.count.");
    expect(refusals(before, renamed)).toEqual([]);
    const kept = user("no: edm.int32({ min: 0, keyOnly: true }),", "", keys('() => ["u"]', "(k) => [k.id, k.no.asc]"));
    expect(refusals(kept, kept.replace("no: edm", "nr: edm").replace("k.no", "k.nr"))).toEqual([]);
  });
});

it("adds without asking what stored rows do survive", () => {
  const before = user('plan: edm.string({ oneOf: ["free"] }), note: edm.string(),');
  const after = user(
    'plan: edm.string({ oneOf: ["free", "pro"], maxLength: 9 }), note: edm.string().optional(), since: edm.dateTime().optional(),',
  );
  expect(refusals(before, after)).toEqual([]);
});

describe("a change that later writes or programs of the former definition notice", () => {
  /** Returns the findings of the last of several definitions, each generated after the one before. */
  const after = (...steps: readonly string[]): readonly string[] => {
    let lock: string | undefined;
    let found: readonly string[] = [];
    for (const step of steps) {
      const result = lockOfText(user(step), lock, true);
      found = lockOfText(user(step), lock).refused;
      lock = result.lock;
    }
    return found.map((text) => text.replace(/^.*? /, ""));
  };
  const required = "mail: edm.string(),";

  it("is a removed property that is required", () => {
    expect(after(required, "")).toEqual([
      expect.stringMatching(/^change\.property-removed\n"mail" of User was removed/),
    ]);
    expect(after("mail: edm.string().optional(),", "")).toEqual([]);
  });

  it("is one that comes back, under its name or with it as a former one", () => {
    const lacks =
      /^change\.property-required\nUser\.\w+ is required, but was removed for a time: rows written then lack it/;
    expect(after(required, "", required)).toEqual([expect.stringMatching(lacks)]);
    expect(after(required, "", 'email: edm.string({ formerly: ["mail"] }),')).toEqual([expect.stringMatching(lacks)]);
    expect(after(required, "", "mail: edm.string().optional(),")).toEqual([]);
    expect(after(required, "", required, required)).toEqual([]);
  });

  it("is a rename in two steps", () => {
    expect(after("mail: edm.string().optional(),", "", "email: edm.string().optional(),")).toEqual([
      expect.stringMatching(/^change\.property-perhaps-renamed\nUser\.email is new, and "mail"/),
    ]);
  });

  it("is a stored property that goes into the keys alone", () => {
    const [found] = refusals(
      user("no: edm.int32({ min: 0 }),", "", 'partitionKey: () => ["users"], rowKey: (k) => [k.id, k.no.pad(6)],'),
      user(
        "no: edm.int32({ min: 0, keyOnly: true }),",
        "",
        'partitionKey: () => ["users"], rowKey: (k) => [k.id, k.no.pad(6)],',
      ),
    );
    expect(found).toContain("change.property-unstored");
  });

  it("is fewer parts, other names of parts, or compression", () => {
    const of = (options: string) => `data: edm.json({ ${options} }),`;
    expect(after(of("parts: 4"), of("parts: 5"))).toEqual([]);
    expect(after(of(""), of("parts: 5"))).toEqual([]);
    expect(after(of('compress: "gzip"'), of('compress: "zstd", parts: 2'))).toEqual([]);
    expect(after(of("parts: 4"), of("parts: 3"))).toEqual([
      expect.stringContaining(
        "change.property-type\nUser.data now has 3 parts instead of 4: reading a row with more fails.",
      ),
    ]);
    expect(after(of("parts: 4"), of(""))).toEqual([expect.stringContaining("User.data now has one part instead of 4")]);
    const named = (from: number) => of(`name: "data", parts: { names: "data{n}", from: ${from} }`);
    expect(after(named(0), named(1))).toEqual([expect.stringContaining("User.data changed the names of its parts")]);
    expect(after(of(""), of('compress: "gzip"'))).toEqual([
      expect.stringContaining("User.data changed from Edm.String to Edm.Binary"),
    ]);
  });

  it("is a lower limit, and another type of JSON", () => {
    expect(after("name: edm.string({ maxLength: 9 }),", "name: edm.string({ maxLength: 5 }),")).toEqual([
      expect.stringMatching(/^change\.limit-lowered\nUser\.name now allows 5 UTF-16 units instead of 9/),
    ]);
    expect(after("name: edm.string(),", "name: edm.string({ maxLength: 5 }),")).toEqual([
      expect.stringMatching(/^change\.limit-lowered\nUser\.name now allows 5 UTF-16 units instead of any number/),
    ]);
    expect(after("name: edm.string({ maxLength: 5 }),", "name: edm.string(),")).toEqual([]);
    expect(after("data: edm.binary({ maxBytes: 9 }),", "data: edm.binary({ maxBytes: 12 }),")).toEqual([]);
    expect(after("tags: edm.json<string[]>(),", "tags: edm.json<number[]>(),")).toEqual([
      expect.stringMatching(/^change\.json-shape\nUser\.tags changed its JSON type from string\[\] to number\[\]/),
    ]);
  });
});
