import type { Diagnostic, Location } from "@tablewright/generator";

/** Certainty of a finding: `proved` by a type wrapper or a literal, `likely` by the compiler's types, or `unknown`. */
export type Certainty = "proved" | "likely" | "unknown";

/** An Edm type without its prefix. */
export type EdmName = "String" | "Boolean" | "Int32" | "Int64" | "Double" | "DateTime" | "Guid" | "Binary";

/** Uses of `@azure/data-tables` in a program, and their replacement with Tablewright. */
export interface AdoptReport {
  /** Tables ordered by name. */
  readonly tables: readonly TableFinding[];
  /** Initial definition files. `tablewright check` accepts each, unless its `problems` give a reason. */
  readonly drafts: readonly DefinitionDraft[];
  /** Every call that has to change, ordered by file and place. */
  readonly calls: readonly CallFinding[];
  /** Differences in behaviour that matter to the program's calls. */
  readonly differences: readonly Difference[];
  /** Facts that could not be determined, ordered by file and place. */
  readonly uncertain: readonly Uncertainty[];
}

/** A table that the program uses. */
export interface TableFinding {
  readonly name: string;
  /** True if the program's text shows the name. Otherwise the name is a placeholder. */
  readonly isNameKnown: boolean;
  readonly entities: readonly EntityFinding[];
}

/** Rows of one table whose keys have the same shape. */
export interface EntityFinding {
  /** Suggested name of the class. */
  readonly name: string;
  /** Template of the PartitionKey, with its variable parts in braces: `cust_{customerId}`; undefined if no call shows it. */
  readonly partitionKey: string | undefined;
  /** Template of the RowKey in the same format; undefined if no call shows it. */
  readonly rowKey: string | undefined;
  readonly properties: readonly PropertyFinding[];
  /** Locations that write and read such rows. */
  readonly locations: readonly Location[];
}

/** A property of an entity. */
export interface PropertyFinding {
  readonly name: string;
  /** Type of the property; undefined if no call shows it. */
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
  /** Name of the method, e.g. `upsertEntity`. */
  readonly call: string;
  /** Table of the call; undefined if it could not be determined. */
  readonly table: string | undefined;
  readonly becomes: string;
  /** Codes of `differences`. */
  readonly differences: readonly string[];
}

/** A difference in behaviour. */
export interface Difference {
  readonly code: string;
  readonly text: string;
}

/** A fact that could not be determined. */
export interface Uncertainty {
  readonly location: Location;
  readonly message: string;
}
