import fc from "fast-check";
import { expect, it } from "vitest";
import { generate } from "./generate.js";
import { createSourceHost } from "./read/project/source-host.js";

const language = 'import { edm, entity } from "tablewright";\n';
const define = (name: string, properties: string, rest = "") =>
  `export const ${name} = entity({ table: "Shop", kind: "${name}", properties: { id: edm.string({ maxLength: 9 }), ${properties} }, partitionKey: () => ["p"], rowKey: (k) => ["${name}", k.id], ${rest} });\n`;
const audited = (by: string) => `${language}export const audited = { by: ${by} };\n`;

/** Returns a tsconfig in which the import "audited" names this file. */
function withPath(path: string): string {
  return JSON.stringify({ compilerOptions: { paths: { audited: [`./${path}`] } } });
}

/** Texts that each file can have; undefined if it does not exist. */
const variants: Readonly<Record<string, readonly (string | undefined)[]>> = {
  "tables/order.table.ts": [
    language + define("Order", "total: edm.double(),"),
    language + define("Order", "sum: edm.double(), /** Free text. */ note: edm.string().optional(),"),
    language +
      define(
        "Order",
        "total: edm.double({ name: 'mail' }),",
        'indexes: { byMail: { rowKey: (k) => ["mail", k.id] } },',
      ),
    `import { audited } from "../model/audited.js";\n${language}${define("Order", "...audited,")}`,
    `${language}export const Order = entity({`,
  ],
  "tables/line.table.ts": [
    `import { audited } from "audited";\n${language}${define("Line", "...audited,")}`,
    `import { shared } from "./shared.table.js";\n${language}${define("Line", "...shared,")}`,
    language + define("Line", "no: edm.int32(),").replace('["Line"', '["Order"'),
    language + define("Order", "no: edm.int32(),"),
    undefined,
  ],
  "tables/shared.table.ts": [
    `${language}export const shared = { at: edm.dateTime() };\n`,
    `export { audited as shared } from "../model/audited.js";\n`,
    `${language}export const shared = { at: edm.guid({ brand: "At" }) };\n${define("Shared", "...shared,")}`,
    undefined,
  ],
  "tables/warned.table.ts": [
    language + define("Warned", "no: edm.int32(),").replace("k.id]", "k.no.pad(3)]"),
    language + define("Warned", "no: edm.int32({ min: 0, max: 9 }),").replace("k.id]", "k.no.pad(3)]"),
  ],
  "model/audited.ts": [
    audited("edm.string()"),
    audited("edm.string({ maxLength: 5 })"),
    audited("edm.wrong()"),
    `export * from "./other.js";\n`,
    undefined,
  ],
  "model/other.ts": [audited("edm.int32()"), audited("edm.int64()"), undefined],
  "tsconfig.json": [withPath("model/audited.ts"), withPath("model/other.ts"), "{}", "{"],
};
const paths = Object.keys(variants);
const others = { "tsconfig.paths.json": withPath("model/other.ts") };

interface Edit {
  readonly path: string;
  readonly text: string | undefined;
  readonly accept?: boolean;
  readonly tsconfig?: string;
}

const edits: fc.Arbitrary<Edit> = fc.constantFrom(...paths).chain((path) =>
  fc.record({
    path: fc.constant(path),
    text: fc.constantFrom(...(variants[path] ?? [])),
    accept: fc.boolean(),
    tsconfig: fc.constantFrom("tsconfig.json", "tsconfig.json", "tsconfig.paths.json"),
  }),
);

/** Checks each edit with and without a session. Returns the number of edits after which a file was not generated again. */
function compare(edits: readonly Edit[]): number {
  const session = {};
  const texts = new Map(paths.map((path) => [path, variants[path]?.[0]]));
  const known = new WeakSet<object>();
  let reused = 0;
  let lock: string | undefined;
  for (const { path, text, accept = true, tsconfig = "tsconfig.json" } of edits) {
    texts.set(path, text);
    const present = Object.fromEntries([...texts].filter((file): file is [string, string] => file[1] !== undefined));
    const run = (common: { readonly session?: object }) => {
      const { host, asked } = recorded({ ...present, ...others });
      const files = Object.keys(present).filter((name) => name.endsWith(".table.ts"));
      const file = { path: "tablewright.lock.json", text: lock, accept };
      return { result: generate({ host, files, outDir: "gen", tsconfig, lock: file, ...common }), asked };
    };
    const alone = run({});
    const together = run({ session });
    expect(together.result).toEqual(alone.result);
    // A watcher watches the files that the host was asked for.
    expect([...alone.asked].filter((name) => !together.asked.has(name))).toEqual([]);
    const { files } = together.result;
    if (files.some((file) => known.has(file))) reused += 1;
    for (const file of files) known.add(file);
    lock = alone.result.lock ?? lock;
  }
  return reused;
}

it("a session gives the same results as separate calls, whatever changes in between", () => {
  let reused = 0;
  fc.assert(
    fc.property(fc.array(edits, { minLength: 3, maxLength: 15 }), (edits) => {
      reused += compare(edits);
    }),
    { numRuns: 50 },
  );
  expect(reused).toBeGreaterThan(30);
});

it("a session forgets a former index of an unchanged entity once another entity writes its rows", () => {
  const [plain, , indexed] = variants["tables/order.table.ts"] ?? [];
  const path = "tables/order.table.ts";
  const taken = language + define("Taken", "no: edm.int32(),").replace('kind: "Taken"', 'kind: "Order.byMail"');
  expect(
    compare([
      { path, text: indexed },
      { path, text: plain },
      { path: "model/other.ts", text: undefined },
      { path: "tables/warned.table.ts", text: taken },
    ]),
  ).toBeGreaterThan(0);
});

/** Creates a host that records the files that it was asked for. */
function recorded(files: Readonly<Record<string, string>>) {
  const host = createSourceHost(files);
  const asked = new Set<string>();
  return {
    asked,
    host: {
      readFile: (path: string) => host.readFile(asked.add(path) && path),
      fileExists: (path: string) => host.fileExists(asked.add(path) && path),
    },
  };
}

it("a session sees that another entity now writes the rows of an index that the lock still has", () => {
  const session = {};
  const lockOf = (session: object | undefined, order: string, line: string, text: string | undefined) => {
    const files = { "tables/line.table.ts": language + line, "tables/order.table.ts": language + order };
    const options = { host: createSourceHost(files), files: Object.keys(files), outDir: "out", session };
    return generate({ ...options, lock: { path: "tablewright.lock.json", text, accept: true } }).lock;
  };
  const order = define("Order", "mail: edm.string({ maxLength: 9 }),");
  const line = define("Line", "no: edm.int32(),");
  const indexed = order.replace("rowKey: (k)", 'indexes: { byMail: { rowKey: (k) => ["mail", k.mail] } }, rowKey: (k)');
  const lock = lockOf(undefined, indexed, line, undefined);
  const inPlaceOfIndex = line.replace('kind: "Line"', 'kind: "Order.byMail"');
  for (const other of [line, inPlaceOfIndex, line])
    expect(lockOf(session, order, other, lock)).toBe(lockOf(undefined, order, other, lock));
  expect(lockOf(session, order, line, lock)).not.toBe(lockOf(session, order, inPlaceOfIndex, lock));
});
