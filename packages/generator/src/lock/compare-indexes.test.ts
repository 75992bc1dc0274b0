import { describe, expect, it } from "vitest";
import { refusals, user } from "./test/evolve.js";

describe("a change of indexes that stored rows do not survive", () => {
  const properties = "mail: edm.string({ maxLength: 64 }), phone: edm.string().optional(),";
  const indexed = (index: string) => user(properties, `indexes: { ${index} },`);
  const byMail = 'byMail: { rowKey: (k) => ["mail", k.mail] }';

  it("is one that is new", () => {
    expect(refusals(user(properties), indexed(byMail))).toMatchInlineSnapshot(`
      [
        "3:44 change.index-added
      User.byMail is a new index: existing entities have no index row, so its queries do not find them.
      → Run \`npx tablewright generate --accept\`, deploy the writers, then run \`npx tablewright reindex User byMail\`, which writes the index rows, before anything queries the index.",
      ]
    `);
  });

  it.each(['["mail", k.mail.lower]', '["mail", k.mail], include: ["phone"]', '["mail", k.mail], unique: true'])(
    "is one that has other entries: %s",
    (rowKey) => {
      const changed = indexed(`byMail: { rowKey: (k) => ${rowKey} }`);
      expect(refusals(indexed(byMail), changed)).toEqual([
        expect.stringMatching(
          /^\d+:\d+ change\.index-changed\nThe index User\.byMail changed: existing entities[\s\S]*npx tablewright reindex User byMail`, which writes the index rows, and deletes the former ones/,
        ),
      ]);
    },
  );

  it("is one whose property becomes optional, with a default before or after", () => {
    const mail = "mail: edm.string({ maxLength: 64 })";
    const required = indexed(byMail).replace(mail, 'mail: edm.string({ maxLength: 64, default: "" })');
    const optional = indexed(byMail).replace(mail, `${mail}.optional()`);
    expect(refusals(required, optional)).toEqual([expect.stringContaining("change.index-changed")]);
    expect(refusals(optional, required)).toEqual([expect.stringContaining("change.index-changed")]);
    expect(refusals(optional, optional)).toEqual([]);
  });

  it("is none whose property is renamed", () => {
    const renamed = indexed(byMail).replace(
      "mail: edm.string({ maxLength: 64 })",
      'email: edm.string({ maxLength: 64, formerly: ["mail"] })',
    );
    expect(refusals(indexed(byMail), renamed.replace("k.mail", "k.email"))).toEqual([]);
  });

  it("leaves the rows of one that is gone, which is said", () => {
    expect(refusals(indexed(byMail), user(properties))).toMatchInlineSnapshot(`
      [
        "2:14 change.index-removed
      The index User.byMail was removed: its rows, of kind "user.byMail", remain in table Users.
      → Once no program with the former definition runs, run \`npx tablewright reindex User byMail\`, which deletes them.",
      ]
    `);
    const kindless = (index: string) =>
      indexed(index).replace('kind: "user"', "kindProperty: false").replace("[k.id]", '["user", k.id]');
    expect(refusals(kindless(byMail), kindless(""))).toEqual([
      expect.stringContaining("They store no kind, so nothing distinguishes them from other rows"),
    ]);
  });

  it("is said of each index that is gone", () => {
    const both = indexed(`${byMail}, byPhone: { rowKey: (k) => ["phone", k.mail] }`);
    const gone = (index: string) =>
      expect.stringMatching(`User\\.${index} was removed[^]*npx tablewright reindex User ${index}\``);
    expect(refusals(both, user(properties))).toEqual([gone("byMail"), gone("byPhone")]);
    const renamed = both.replace("byMail:", "byAddress:").replace("byPhone:", "byNumber:");
    const warnings = refusals(both, renamed).filter((text) => text.includes("change.index-removed"));
    expect(warnings).toEqual([gone("byMail"), gone("byPhone")]);
  });

  it("is none of a new entity", () => {
    const other = indexed(byMail).replace("const User", "const Other").replace('"Users"', '"Others"');
    expect(refusals(user(properties), user(properties) + other)).toEqual([]);
  });
});
