import { isDeepStrictEqual } from "node:util";
import type { Outcome } from "./play.js";
import type { Step, Write } from "./steps.js";

/** Known difference: Azurite responds differently from the service, and the strict service agrees with the service. */
interface Difference {
  readonly what: string;
  readonly reason: string;
  /** Removes the difference from an outcome of either server. Returns an outcome without the difference unchanged. */
  without(outcome: Outcome, step: Step): Outcome;
}

type Json = Readonly<Record<string, unknown>>;

export const differences: readonly Difference[] = [
  {
    what: "odata.metadata of a query of entities",
    reason: "Azurite names the list of tables there, at every level of metadata",
    without: (outcome, { kind }) =>
      kind === "query" ? withBody(outcome, (body) => omit(body, "odata.metadata")) : outcome,
  },
  {
    what: "a property of $select that an entity does not have",
    reason: "the service documents null, Azurite leaves it out",
    without: (outcome, step) =>
      step.kind === "query" && step.select !== undefined ? withEntities(outcome, withoutNulls) : outcome,
  },
  {
    what: "the links to an entity whose key is empty",
    reason: "Azurite takes an entity with an empty PartitionKey for a table",
    without: (outcome) => withEntities(outcome, (entity) => (isOfEmptyKey(entity) ? omit(entity, ...links) : entity)),
  },
  {
    what: "quotes and escapes in the links to an entity",
    reason: "Azurite writes the keys there as they are, which is no URL",
    without: (outcome) =>
      withEntities(outcome, (entity) =>
        mapped(entity, (name, value) =>
          links.includes(name) ? decodeURIComponent(encoded(value)).replaceAll("''", "'") : value,
        ),
      ),
  },
  {
    what: "which error refuses a transaction that writes an entity twice",
    reason: "the service checks all operations before it performs the first, Azurite each before it performs it",
    without: (outcome, step) =>
      step.kind === "transaction" && step.writes.some(isRepeated) && outcome.parts?.length === 1
        ? { ...outcome, code: undefined, parts: [{ status: 400, code: undefined, index: 0 }] }
        : outcome,
  },
];

const links = ["odata.metadata", "odata.type", "odata.id", "odata.editLink"];

function isOfEmptyKey(entity: Json): boolean {
  const id = String(entity["odata.id"] ?? "");
  return entity["PartitionKey"] === "" || id.includes("(PartitionKey='',") || id.includes("/Tables('");
}

/** Encodes each `%` in a link as `%25`, unless it begins an escape. */
function encoded(link: unknown): string {
  return String(link).replace(/%(?![0-9A-F]{2})/g, "%25");
}

function isRepeated(write: Write, at: number, writes: readonly Write[]): boolean {
  return writes.findIndex(({ rowKey }) => rowKey === write.rowKey) < at;
}

/** Removes the known differences from both outcomes of a step. Returns the outcomes and the differences that it found. */
export function agreed(
  step: Step,
  strict: readonly Outcome[],
  azurite: readonly Outcome[],
): { readonly strict: readonly Outcome[]; readonly azurite: readonly Outcome[]; readonly met: readonly string[] } {
  let both = { strict, azurite };
  const met: string[] = [];
  for (const { what, without } of differences) {
    if (isDeepStrictEqual(both.strict, both.azurite)) break;
    const next = {
      strict: both.strict.map((outcome) => without(outcome, step)),
      azurite: both.azurite.map((outcome) => without(outcome, step)),
    };
    if (!isDeepStrictEqual(both, next)) met.push(what);
    both = next;
  }
  return { ...both, met };
}

function withBody(outcome: Outcome, change: (body: Json) => Json): Outcome {
  const { body } = outcome;
  return typeof body === "object" && body !== null ? { ...outcome, body: change(body as Json) } : outcome;
}

function omit(body: Json, ...names: readonly string[]): Json {
  return Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));
}

/** Applies a change to each entity of an outcome: those of a page, or the single one. */
function withEntities(outcome: Outcome, change: (entity: Json) => Json): Outcome {
  return withBody(outcome, (body) => {
    const { value } = body;
    return Array.isArray(value) ? { ...body, value: value.map(change) } : change(body);
  });
}

function mapped(entity: Json, change: (name: string, value: unknown) => unknown): Json {
  return Object.fromEntries(Object.entries(entity).map(([name, value]) => [name, change(name, value)]));
}

function withoutNulls(entity: Json): Json {
  return Object.fromEntries(Object.entries(entity).filter(([, value]) => value !== null));
}
