/** Rules for the imports of a package's source files. */
export interface PackageRules {
  /**
   * Order of the folders and files of `src`, bottom to top. Each imports only from those before it. A folder in a folder, such as
   * `codec/keys`, belongs to the outer one unless the order lists it. Names joined by a comma may also import each other, though not in a
   * circle.
   */
  readonly order: string;
  /** Packages that this one may import, besides libraries. A path such as `packages/cli/src` permits relative imports of its files. */
  readonly imports: readonly string[];
  /** Names of what is optional, such as `ttl`, and the folders and files whose code may have these names. Comments and texts may have them anywhere. */
  readonly features?: { readonly names: readonly string[]; readonly places: readonly string[] };
}

const runtime = "@tablewright/runtime";
const generator = "@tablewright/generator";
const adopt = "@tablewright/adopt";
const sql = "@tablewright/sql";
const studio = "@tablewright/studio";
const testing = "@tablewright/testing";

export const packages: Readonly<Record<string, PackageRules>> = {
  runtime: {
    order:
      "platform · errors · codec/edm · codec/keys · schema · codec · query/filter · rows · http · http/transport · auth · rest · query · write · write/transaction · bulk · client · features · admin, tools · web, codegen, edm.ts, admin.ts, lines.ts, reindex.ts, standard-schema.ts, telemetry.ts, types.ts, index.ts",
    imports: [],
    features: {
      names: ["evolution", "formerRows", "indexes", "largeRows", "ttl"],
      // `schema` describes what generated code passes in. The types of the view have the indexes of an entity as members.
      places: ["features", "codegen", "schema", "client/table-service-view.ts", "tools", "reindex.ts"],
    },
  },
  generator: {
    order:
      "definition · diagnostics · options · read · model · validate · emit · output, write · lock · generate.ts · host.ts, index.ts",
    // The generator imports the runtime only to type-check the names that generated code may use.
    imports: [`${runtime}/codegen/v1`],
  },
  adopt: {
    order: "program · report.ts · trace · calls · entities · adopt.ts, adopt-text.ts · index.ts",
    imports: [generator],
  },
  sql: {
    order: "errors · duckdb · parse · estimate · relations · push, parquet · query · index.ts, parquet.ts",
    imports: [runtime],
  },
  studio: {
    order:
      "contract · project · values · model, rows · query, changes · server · studio-calls.ts · studio.ts · index.ts",
    imports: [runtime],
  },
  cli: {
    order:
      "version.ts, terminal · errors · project · cache · generation · connection, definitions · rows · files · command-options.ts · commands/adopt, commands/check, commands/explain, commands/export, commands/generate, commands/key, commands/migrate, commands/plan, commands/pull, commands/reindex, commands/serve, commands/sql, commands/sweep, commands/tables, commands/verify · commands/import, commands/init, commands/studio · completion.ts · program.ts · run.ts · bin.ts, index.ts",
    imports: [adopt, generator, runtime, sql, studio, testing],
  },
  testing: {
    order:
      "errors · http · edm · rules · xml · storage · odata · filter · faults · account · auth · operations · batch · durable · service · control · server · index.ts, msw.ts, matchers.ts, test-account.ts, global-setup.ts · global-teardown.ts",
    imports: [],
  },
  conformance: {
    order:
      "schemas.ts · tables.gen, azurite.ts · targets · account, agreement, entities, evolution, fault-run, indexes, key-shapes, other-clients, other-programs, pairs, pull, queries, receipts, round-trips, rules, schedules, soak, sql, studio, test-servers, compat",
    imports: [
      runtime,
      "packages/runtime/src",
      adopt,
      generator,
      "packages/generator/src",
      sql,
      studio,
      testing,
      "tablewright",
      "packages/cli/src",
      "packages/docs/src/looks",
      "packages/studio",
    ],
  },
  bench: {
    order:
      "tables.gen · subjects · server, drivers · workloads.ts · programs, measure · rows, in-memory-service.ts, analytics.ts · report, against · run.ts",
    imports: [runtime, generator, sql, testing, "tablewright"],
  },
  docs: {
    order:
      "page-settings.ts · tables.gen · prelude.ts · blocks, command, command-errors, compat, costs, looks, pictures, performance, reference · api · programs, playground, site · write-pages.ts",
    // These imports are for running the commands.
    imports: [runtime, generator, sql, testing, "tablewright", "packages/cli/src"],
  },
};

/** Files, or folders with a slash at the end, that may import a library. No others may. `node:crypto` counts as a library. */
export const libraries: Readonly<Record<string, readonly string[]>> = {
  undici: [
    "runtime/http/transport/",
    "bench/drivers/exchange.ts",
    "bench/drivers/floor.ts",
    "bench/drivers/by-hand/",
    "bench/rows/api-load.ts",
  ],
  // For these names, `imports` in the runtime's package.json selects a file by its conditions.
  "#platform-host": ["runtime/http/transport/undici-transport.ts"],
  "#undici": ["runtime/http/transport/undici-host.ts"],
  "#undici-pool": ["runtime/http/transport/undici-host.ts"],
  "fast-xml-parser": ["runtime/admin/xml.ts", "testing/xml/parse-xml.ts"],
  "node:crypto": [
    "runtime/platform/node.ts",
    "testing/auth/",
    "generator/emit/definition-hash.ts",
    "conformance/test-servers/",
    "conformance/pull/corpus/",
    "studio/server/guard.ts",
    "cli/project/content-hash.ts",
    "cli/files/manifest.ts",
    "cli/rows/move-marker.ts",
    "cli/commands/migrate/foreseen-moves.ts",
    "cli/commands/verify/indexes/index-row-digest.ts",
    "bench/drivers/by-hand/",
  ],
  "@duckdb/node-api": ["sql/duckdb/"],
  hyparquet: ["conformance/sql/read-parquet.ts"],
  "hyparquet-compressors": ["conformance/sql/read-parquet.ts"],
  "ts-morph": ["generator/read/", "generator/write/", "adopt/program/typescript.ts"],
  "@babel/code-frame": ["cli/generation/print-outcome.ts"],
  commander: ["cli/completion.ts", "cli/program.ts", "cli/command-options.ts", "cli/commands/"],
  "@bomb.sh/tab": ["cli/completion.ts"],
  tinyglobby: ["cli/project/find-definitions.ts", "cli/commands/adopt/find-sources.ts"],
  fastify: ["bench/server/api-server.ts"],
  msw: ["testing/msw.ts", "conformance/http-packages/"],
  nock: ["conformance/http-packages/"],
  "@opentelemetry/api": ["conformance/http-packages/"],
  "@opentelemetry/instrumentation": ["conformance/http-packages/"],
  "@opentelemetry/instrumentation-http": ["conformance/http-packages/"],
  "@opentelemetry/instrumentation-undici": ["conformance/http-packages/"],
  "@opentelemetry/sdk-trace-node": ["conformance/http-packages/"],
  azurite: ["conformance/azurite.ts"],
  "fast-check": ["conformance/"],
  vitest: ["conformance/"],
  vitepress: ["docs/site/"],
  satori: ["docs/site/draw-card.ts"],
  "@resvg/resvg-wasm": ["docs/site/draw-card.ts"],
  typedoc: ["docs/api/write-api.ts", "docs/api/page-router.ts", "docs/api/describe-parameters.ts"],
  "typedoc-plugin-markdown": ["docs/api/page-router.ts"],
  minisearch: ["docs/site/search/check-queries.ts"],
  "axe-core": ["docs/looks/barriers.ts"],
  "playwright-core": ["docs/looks/browser.ts"],
  pngjs: ["docs/looks/judge-picture.ts", "docs/looks/compare-pictures.ts", "docs/site/draw-card.test.ts"],
  pixelmatch: ["docs/looks/compare-pictures.ts"],
  "@shikijs/vitepress-twoslash": ["docs/site/twoslash.ts"],
  rolldown: ["docs/playground/build-playground.ts"],
  typescript: ["docs/blocks/", "docs/playground/", "docs/programs/", "generator/test/compile-here.ts"],
  "@azure/data-tables": [
    "bench/drivers/baseline.ts",
    "bench/programs/chunked-cache.ts",
    "bench/programs/first-get-baseline.ts",
    "conformance/other-clients/",
  ],
  "azure-storage": ["conformance/other-clients/"],
  esbuild: ["bench/rows/size.ts", "bench/rows/first-get.ts"],
  "@trpc/client": ["conformance/entities/"],
  "@trpc/server": ["conformance/entities/"],
  devalue: ["conformance/entities/"],
  "react-server-dom-parcel": ["conformance/entities/"],
  seroval: ["conformance/entities/"],
  superjson: ["conformance/entities/"],
  arktype: ["conformance/schemas.ts"],
  valibot: ["conformance/schemas.ts"],
  zod: ["conformance/schemas.ts"],
  vega: ["bench/report/charts.ts"],
  "vega-lite": ["bench/report/charts.ts"],
};
