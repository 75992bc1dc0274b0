import type { Difference } from "../report.js";

/** Code that replaces a call of `@azure/data-tables`, and the codes of the differences in behaviour that the replacement brings. */
export interface Replacement {
  readonly text: string;
  readonly differences: readonly DifferenceCode[];
}

const differences = {
  "not-found":
    "getEntity throws a RestError with statusCode 404 if there is no row. get returns undefined; getOrThrow throws entity.not-found. A missing table is another error: table.not-found.",
  "delete-not-found": "deleteEntity throws 404 if there is no row. delete returns false.",
  condition:
    'updateEntity and deleteEntity overwrite any version unless an etag is passed. merge, replace and delete require ifMatch: an ETag that was read, or "*".',
  mode: "upsertEntity and updateEntity merge by default. Each mode is a method of its own here.",
  errors:
    "Errors are not RestErrors. Test with isTableError(error, code), for example entity.already-exists for 409 and entity.condition-not-met for 412.",
  int64: 'An Int64 is a bigint when it is written, too, in place of { type: "Int64", value: "5" }.',
  guid: 'A GUID is a string, in place of { type: "Guid", value: … }, and is lower case.',
  double:
    'A number is stored as declared. @azure/data-tables stores 5 as Edm.Int32 and 5.5 as Edm.Double: edm.double reads both. With reads: ["Edm.Int32"], as drafts have it, conditions find both too.',
  date: "Dates keep 100 ns: a row that is read and written back is unchanged. Date is exact to a millisecond only.",
  continuation:
    "Continuation tokens are cursors here, in another format. A client with a token of the old program has to start again.",
  filter:
    "Filters are objects that the compiler checks: { total: { gt: 5 } }. Conditions on keys come from query, rowKey and scan.",
  scan: "A query without a PartitionKey reads the whole table. It is called scan here, so that none happens by accident.",
  transaction:
    "The operations of a transaction are checked before they are sent. A rejected one throws a TransactionError with its index.",
  binding:
    "The Functions host inserts the rows of an output binding after the function ended: a whole number as Edm.Int64, an object as its JSON. A binding and a class can write to one table side by side.",
  client: "One TableServiceClient serves all tables. Create it once for the application.",
} as const satisfies Readonly<Record<string, string>>;

export type DifferenceCode = keyof typeof differences;

/** Returns the differences in behaviour with these codes, in the order of `differences`. */
export function findDifferences(codes: ReadonlySet<string>): readonly Difference[] {
  return Object.entries(differences).flatMap(([code, text]) => (codes.has(code) ? [{ code, text }] : []));
}

/** Features of a call of `@azure/data-tables` that determine its replacement. */
export interface CallContext {
  readonly method: string;
  /** Name of the entity class whose rows the call uses, or several as in "Order or Line". */
  readonly entity: string;
  readonly mode: "Merge" | "Replace" | undefined;
  readonly hasPartition: boolean;
  readonly hasPages: boolean;
}

/** Returns the method of Tablewright's runtime that replaces a call of `@azure/data-tables`. */
export function findReplacement({ method, entity, mode, hasPartition, hasPages }: CallContext): Replacement {
  const rows = `service.entities(${entity})`;
  const decide = `the mode is decided at run time: `;
  switch (method) {
    case "getEntity":
      return { text: `${rows}.get(key)`, differences: ["not-found"] };
    case "createEntity":
      return { text: `${rows}.insert(row)`, differences: ["errors"] };
    case "upsertEntity": {
      const one = mode === "Replace" ? "insertOrReplace" : "insertOrMerge";
      const text =
        mode === undefined ? `${decide}${rows}.insertOrMerge(row) or .insertOrReplace(row)` : `${rows}.${one}(row)`;
      return { text, differences: ["mode"] };
    }
    case "updateEntity": {
      const merge = `${rows}.merge(key, changes, { ifMatch })`;
      const replace = `${rows}.replace(row, { ifMatch })`;
      const text =
        mode === undefined ? `${decide}${merge} or .replace(row, { ifMatch })` : mode === "Merge" ? merge : replace;
      return {
        text: `${text}; modify(key, change) reads, changes and writes`,
        differences: ["mode", "condition", "errors"],
      };
    }
    case "deleteEntity":
      return { text: `${rows}.delete(key, { ifMatch })`, differences: ["delete-not-found", "condition"] };
    case "listEntities": {
      const query = hasPartition ? `${rows}.query(partition)` : `${rows}.scan()`;
      const text = hasPages ? `${query}.where(conditions).page({ size, cursor })` : `${query}.where(conditions)`;
      return {
        text,
        differences: [
          "filter",
          ...(hasPages ? ["continuation" as const] : []),
          ...(hasPartition ? [] : ["scan" as const]),
        ],
      };
    }
    case "submitTransaction":
      return {
        text: `service.transaction(partition, (tx) => { … }), with tx.insert, tx.merge, … of ${entity}`,
        differences: ["transaction"],
      };
    case "output binding":
      return { text: `${rows}.insert(row)`, differences: ["binding", "errors"] };
    case "input binding":
      return {
        text: hasPartition ? `${rows}.get(key) or .query(partition)` : `${rows}.scan()`,
        differences: ["not-found"],
      };
    case "createTable":
      return { text: `service.createTables([${entity}])`, differences: ["client"] };
    case "deleteTable":
      return { text: "service.tables.delete(name)", differences: [] };
    case "listTables":
      return { text: "service.tables.list()", differences: [] };
    default:
      return { text: `${adminNames[method] ?? method} of @tablewright/runtime/admin`, differences: [] };
  }
}

const adminNames: Readonly<Record<string, string>> = {
  getAccessPolicy: "getAccessPolicies",
  setAccessPolicy: "setAccessPolicies",
  getProperties: "getServiceProperties",
  setProperties: "setServiceProperties",
  getStatistics: "getServiceStats",
};
