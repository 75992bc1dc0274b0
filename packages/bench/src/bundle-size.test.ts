import { fileURLToPath } from "node:url";
import { createSourceHost, generate } from "@tablewright/generator";
import { build, type Plugin } from "esbuild";
import { expect, it } from "vitest";

/** Maximum number of bytes that an additional entity of 12 properties, and the loop that reads it, adds to a minified bundle. */
const limit = 2250;

/** Returns a definition with twelve properties over all eight Edm types, including a default, choices and optional ones. */
const definition = (n: number) => `import { edm, entity } from "tablewright";

export const Reading${n} = entity({
  table: "Readings${n}",
  properties: {
    deviceId: edm.string({ maxLength: 64 }),
    readingNo: edm.int32({ min: 0 }),
    takenAt: edm.dateTime(),
    receivedAt: edm.dateTime(),
    temperature: edm.double(),
    humidity: edm.double(),
    valid: edm.boolean({ default: false }),
    sequence: edm.int64(),
    sensorId: edm.guid(),
    signature: edm.binary().optional(),
    unit: edm.string({ oneOf: ["celsius", "kelvin"] }),
    note: edm.string().optional(),
  },
  partitionKey: (k) => ["dev", k.deviceId],
  rowKey: (k) => ["reading", k.takenAt.desc, k.readingNo.pad(10)],
});
`;

const definitions = Object.fromEntries(
  Array.from({ length: 10 }, (_, n) => [`tables/reading${n}.table.ts`, definition(n)]),
);
const { files, diagnostics } = generate({
  host: createSourceHost(definitions),
  files: Object.keys(definitions),
  outDir: "gen",
});

const resolveDir = fileURLToPath(new URL(".", import.meta.url));

/** Serves the generated files, which exist only in memory. */
const generated: Plugin = {
  name: "generated",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^\.\/(gen\/index|[\w-]+\.gen)\.js$/ }, ({ path }) => ({
      namespace: "generated",
      path: path.replace(/^\.\/(?:gen\/)?(.*)js$/, "gen/$1ts"),
    }));
    onLoad({ filter: /./, namespace: "generated" }, ({ path }) => ({
      contents: files.find((file) => file.path === path)?.text ?? "",
      loader: "ts",
      resolveDir,
    }));
  },
};
/** Bundles an application that imports all entities and reads the first `count` of them. Only undici is external. */
async function bundle(count: number): Promise<string> {
  const loops = Array.from(
    { length: count },
    (_, n) => `for await (const row of service.entities(gen.Reading${n}).query({ deviceId: "C" })) console.log(row);`,
  );
  const contents = `import { TableServiceClient } from "@tablewright/runtime";
import * as gen from "./gen/index.js";
const service = TableServiceClient.fromConnectionString(process.argv[2] ?? "");
${loops.join("\n")}`;
  const { outputFiles } = await build({
    stdin: { contents, loader: "ts", resolveDir },
    plugins: [generated],
    conditions: ["@tablewright/source"],
    external: ["undici"],
    bundle: true,
    splitting: true,
    outdir: "out",
    minify: true,
    format: "esm",
    platform: "node",
    target: "node20",
    legalComments: "none",
    write: false,
  });
  return outputFiles.map(({ text }) => text).join("");
}

it(`adds at most ${limit} bytes to a minified bundle for an entity of 12 properties`, async () => {
  expect(diagnostics).toEqual([]);
  const [none = "", one = "", five = "", ten = ""] = await Promise.all([0, 1, 5, 10].map(bundle));
  expect((ten.length - one.length) / 9).toBeLessThanOrEqual(limit);
  expect((ten.length - five.length) / 5).toBeLessThanOrEqual(limit);
  expect((ten.length - one.length) / 9).toBeGreaterThan(1000); // A smaller difference would mean that the entities were missing.
  expect(none).not.toContain("Readings0");
});

it("leaves out entities that nobody uses", async () => {
  const text = await bundle(1);
  expect(text).toContain("Readings0");
  for (let n = 1; n < 10; n++) expect(text).not.toContain(`Readings${n}`);
});

/** Stand-ins of the build for the web for two modules of Node, see scripts/bundle.ts. */
const webGlobals = fileURLToPath(new URL("../../runtime/src/web/globals.ts", import.meta.url));

/** Bundles a property's declaration for browsers, where other `node:` modules cannot be resolved. */
async function bundleDeclaration(code: string): Promise<string> {
  const contents = `import * as $ from "@tablewright/runtime/codegen/v1"; export const property = ${code};`;
  const { outputFiles } = await build({
    stdin: { contents, loader: "ts", resolveDir },
    conditions: ["@tablewright/source"],
    alias: { "node:async_hooks": webGlobals, "node:timers": webGlobals },
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    write: false,
  });
  return outputFiles.map(({ text }) => text).join("");
}

it("holds compression only where a property is compressed, and resolves for browsers there too", async () => {
  expect(await bundleDeclaration('/* @__PURE__ */ $.stringParts("html", { parts: 4 })')).not.toContain("gunzipSync");
  expect(await bundleDeclaration('$.storedJson("log", { compress: "gzip" })')).toContain("gunzipSync");
});
