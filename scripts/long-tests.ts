/**
 * Files and folders of tests that `pnpm test` leaves out and `pnpm test:long` runs, because together they take twice as long as all others:
 * schedules and random faults, processes that are killed, programs that are compiled and run as a whole, and what Studio does in a browser
 * beyond browsing and changing.
 */
export const longTests: readonly string[] = [
  // Schedules, and every state of a protocol.
  "packages/conformance/src/evolution/schedules",
  "packages/conformance/src/indexes/reservations",
  "packages/conformance/src/indexes/schedules",
  "packages/conformance/src/schedules/broken",
  "packages/conformance/src/schedules/explore",
  "packages/conformance/src/schedules/mixed",
  "packages/conformance/src/schedules/world",
  // Two versions of an API, in processes of their own.
  "packages/conformance/src/evolution/deployment",
  // Random faults, writers, rows and requests.
  "packages/conformance/src/agreement",
  "packages/conformance/src/bulk/lost-requests-law.test.ts",
  "packages/conformance/src/bulk/lost-requests.test.ts",
  "packages/conformance/src/evolution/hot-accounts.test.ts",
  "packages/conformance/src/evolution/live-migrations.test.ts",
  "packages/conformance/src/evolution/mixed-programs.test.ts",
  "packages/conformance/src/evolution/programs-beside-a-move.test.ts",
  "packages/conformance/src/fault-run/exact-fault-run.test.ts",
  "packages/conformance/src/fault-run/fault-run.test.ts",
  "packages/conformance/src/indexes/index-soak.test.ts",
  "packages/conformance/src/key-shapes/random-keys.test.ts",
  "packages/conformance/src/pairs",
  "packages/conformance/src/pull/any-rows.test.ts",
  "packages/conformance/src/pull/corpus.test.ts",
  "packages/conformance/src/queries/filters.test.ts",
  "packages/conformance/src/receipts/azurite",
  "packages/conformance/src/soak",
  "packages/conformance/src/sql/sql.test.ts",
  "packages/docs/src/api/describe-parameters.test.ts",
  "packages/generator/src/emit/golden-run.test.ts",
  "packages/generator/src/write/random-definitions.test.ts",
  "packages/runtime/src/test/account/echoed-secrets.test.ts",
  // Every change of a definition, on every service.
  "packages/conformance/src/evolution/changes.test.ts",
  "packages/conformance/src/evolution/migrations.test.ts",
  // Studio in a browser, but for browsing and changing.
  "packages/conformance/src/studio/change-sets.test.ts",
  "packages/conformance/src/studio/checked-inserts.test.ts",
  "packages/conformance/src/studio/code-field.test.ts",
  "packages/conformance/src/studio/columns.test.ts",
  "packages/conformance/src/studio/copied-code.test.ts",
  "packages/conformance/src/studio/dead-ends.test.ts",
  "packages/conformance/src/studio/faults.test.ts",
  "packages/conformance/src/studio/finding.test.ts",
  "packages/conformance/src/studio/jobs.test.ts",
  "packages/conformance/src/studio/long-work.test.ts",
  "packages/conformance/src/studio/moving.test.ts",
  "packages/conformance/src/studio/looks.test.ts",
  "packages/conformance/src/studio/parquet-import.test.ts",
  "packages/conformance/src/studio/paste.test.ts",
  "packages/conformance/src/studio/row-panel.test.ts",
  "packages/conformance/src/studio/review.test.ts",
  "packages/conformance/src/studio/rough-edges.test.ts",
  "packages/conformance/src/studio/safety.test.ts",
  "packages/conformance/src/studio/scrolling.test.ts",
  "packages/conformance/src/studio/sidebar.test.ts",
  "packages/conformance/src/studio/sent-rows.test.ts",
  "packages/conformance/src/studio/sql-tab.test.ts",
  "packages/conformance/src/studio/staged-inserts.test.ts",
  "packages/conformance/src/studio/steps.test.ts",
  "packages/conformance/src/studio/times.test.ts",
  "packages/conformance/src/studio/value-changes.test.ts",
  "packages/conformance/src/studio/values.test.ts",
  "packages/conformance/src/studio/verify-table.test.ts",
  // The built command and other processes, many of them killed.
  "examples/many-machines/src",
  "examples/next-js/src",
  "packages/cli/src/built-commands.test.ts",
  "packages/cli/src/built-signals.test.ts",
  "packages/cli/src/commands/export/export-import.test.ts",
  "packages/cli/src/commands/generate/watch/watch.test.ts",
  "packages/cli/src/commands/import/continued-import.test.ts",
  "packages/cli/src/commands/import/killed-import.test.ts",
  "packages/cli/src/commands/import/two-imports.test.ts",
  "packages/cli/src/commands/pull/saga-rows.test.ts",
  "packages/cli/src/commands/migrate/migrate-running.test.ts",
  "packages/cli/src/commands/plan/plan.test.ts",
  "packages/cli/src/commands/plan/shards.test.ts",
  // Programs as a whole, and what types cost.
  "packages/cli/src/commands/init/init.test.ts",
  "packages/docs/src/blocks/docstrings.test.ts",
  "packages/docs/src/playground",
  "packages/docs/src/programs",
  "packages/conformance/src/pull/init-from.test.ts",
  "packages/conformance/src/testing-readme.test.ts",
  "packages/generator/src/emit/index-type-cost.test.ts",
  "packages/generator/src/emit/type-cost.test.ts",
];

/**
 * Files whose tests run once for each compiler or service: for one of them in `pnpm test`, and for the others in `pnpm test:long`, where
 * `TABLEWRIGHT_LONG` is set.
 */
export const repeatedTests: readonly string[] = [
  "packages/conformance/src/queries/types.test.ts",
  "packages/conformance/src/readme.test.ts",
  "packages/conformance/src/studio/browse.test.ts",
  "packages/conformance/src/studio/change.test.ts",
  "packages/conformance/src/studio/model.test.ts",
  "packages/generator/src/definition/cost.test.ts",
  "packages/generator/src/definition/definition.test.ts",
  "packages/generator/src/emit/golden-compile.test.ts",
  "packages/generator/src/emit/usage.test.ts",
  "packages/generator/src/test/compile-fixture.test.ts",
  "packages/runtime/src/client/types.test.ts",
];

/** Returns the pattern of the tests in a file or a folder. */
export function patternOf(path: string): string {
  return path.endsWith(".test.ts") ? path : `${path}/**/*.test.ts`;
}
