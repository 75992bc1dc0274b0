import type { Diagnostic, Location } from "@tablewright/generator";

/**
 * Certainty of a finding: `proved` by a literal or a type wrapper such as `{ type: "Int64", value: "5" }`, `likely` by the compiler's
 * types, or `unknown`.
 */
export type Certainty = "proved" | "likely" | "unknown";

/** Name of an Edm type without the prefix `Edm.`. */
export type EdmName = "String" | "Boolean" | "Int32" | "Int64" | "Double" | "DateTime" | "Guid" | "Binary";

/** Tables and calls of a program that uses `@azure/data-tables`, and their replacement with Tablewright. */
export interface AdoptReport {
  /** Tables that the program uses, ordered by name. */
  readonly tables: readonly TableFinding[];
  /** Initial definition files. `tablewright check` accepts each, unless its `problems` give a reason why not. */
  readonly drafts: readonly DefinitionDraft[];
  /** Every call that has to change, ordered by file and place. */
  readonly calls: readonly CallFinding[];
  /** Differences in behaviour that matter to the program's calls. */
  readonly differences: readonly Difference[];
  /** Questions that the program's text leaves open, ordered by file and place. */
  readonly uncertain: readonly Uncertainty[];
  /** Files of tests that were not read, ordered by path. */
  readonly leftOut: readonly string[];
  /** Evidence for the key parts of all drafts. */
  readonly keyParts: KeyPartCounts;
}

/** Numbers of key parts, literals and values, by their evidence. */
export interface KeyPartCounts {
  /** Parts for which several calls of the program show the same. */
  readonly proven: number;
  /** Parts that only one call shows. */
  readonly single: number;
  /** Parts that calls contradict, or that no call shows. Their drafts do not compile, or have the whole key as one text. */
  readonly open: number;
}

/** A table that the program uses. */
export interface TableFinding {
  readonly name: string;
  /** True if the program's text shows the name. Otherwise the name is a placeholder. */
  readonly isNameKnown: boolean;
  readonly entities: readonly EntityFinding[];
}

/** An entity: rows of one table whose keys have the same shape. */
export interface EntityFinding {
  /** Suggested name of the entity class. */
  readonly name: string;
  /** Template of the PartitionKey, with its variable parts in braces: `cust_{customerId}`; undefined if no call shows it. */
  readonly partitionKey: string | undefined;
  /** Template of the RowKey, in the format of `partitionKey`; undefined if no call shows it. */
  readonly rowKey: string | undefined;
  readonly properties: readonly PropertyFinding[];
  /** Locations in the program that write and read such rows. */
  readonly locations: readonly Location[];
}

/** A property that rows of an entity store. */
export interface PropertyFinding {
  readonly name: string;
  /** Stored type of the property; undefined if no call shows it. */
  readonly type: EdmName | undefined;
  readonly certainty: Certainty;
  /** True if every call that writes a complete row includes the property. */
  readonly required: boolean;
  readonly notes: readonly string[];
}

/** An initial definition file. */
export interface DefinitionDraft {
  /** Proposed path, e.g. `tables/orders.table.ts`. Nothing is written there. */
  readonly path: string;
  readonly text: string;
  readonly problems: readonly Diagnostic[];
}

/** A call that has to change, and its replacement. */
export interface CallFinding {
  readonly location: Location;
  /** Name of the method that is called, e.g. `upsertEntity`, or the text of a comparison with a status code. */
  readonly call: string;
  /** Table of the call; undefined if it could not be determined. */
  readonly table: string | undefined;
  readonly becomes: string;
  /** Codes of those entries of the report's `differences` that matter to this call. */
  readonly differences: readonly string[];
}

/** A difference in behaviour between `@azure/data-tables` and Tablewright. */
export interface Difference {
  readonly code: string;
  readonly text: string;
}

/** A question that the program's text leaves open. */
export interface Uncertainty {
  readonly location: Location;
  readonly message: string;
}
