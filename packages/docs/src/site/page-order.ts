/** Group of the sidebar and the paths of its pages below `pages`, in reading order. */
export interface PageGroup {
  readonly text: string;
  readonly pages: readonly string[];
}

/** Order of all pages. A new page is added here; its title is its first heading. */
export const pageOrder: readonly PageGroup[] = [
  { text: "Introduction", pages: ["why", "start", "playground", "assistants", "status"] },
  {
    text: "Guide",
    pages: [
      "guide/definitions",
      "guide/keys",
      "guide/client",
      "guide/reading-and-writing",
      "guide/queries",
      "guide/pagination",
      "guide/indexes",
      "guide/transactions",
      "guide/bulk",
      "guide/kept-values",
      "guide/concurrency",
      "guide/conflicts",
      "guide/rows-without-a-definition",
      "guide/errors",
      "guide/testing",
    ],
  },
  {
    text: "In production",
    pages: [
      "guide/changing-definitions",
      "guide/live-tables",
      "guide/studio",
      "guide/reports-and-analytics",
      "guide/tables-beyond-one-machine",
      "guide/deployment",
      "guide/runtimes",
      "guide/authentication",
      "guide/security",
      "guide/observability",
      "guide/cosmos",
      "guide/performance",
      "guide/costs",
      "guide/troubleshooting",
    ],
  },
  { text: "Moving to Tablewright", pages: ["migrate/data-tables", "migrate/key-helpers"] },
  {
    text: "Recipes",
    pages: [
      "recipes/multi-tenant",
      "recipes/time-series",
      "recipes/outbox",
      "recipes/idempotency-key",
      "recipes/counter",
      "recipes/lock",
      "recipes/leaderboard",
      "recipes/soft-delete",
      "recipes/audit-log",
    ],
  },
  {
    text: "Reference",
    pages: [
      "reference/cli",
      "reference/errors",
      "reference/diagnostics",
      "reference/commands",
      "examples",
      "changelog",
      "faq",
    ],
  },
];
