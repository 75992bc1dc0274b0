import type { Diagnostic, Location } from "@tablewright/generator";

/** How sure a finding is: shown by a type wrapper or a literal; by the compiler's types; or not at all. */
export type Certainty = "proved" | "likely" | "unknown";

/** An Edm type without its prefix. */
export type EdmName = "String" | "Boolean" | "Int32" | "Int64" | "Double" | "DateTime" | "Guid" | "Binary";

/** What a program does with `@azure/data-tables`, and how it could do it with Tablewright. */
export interface AdoptReport {
  /** Ordered by name. */
  readonly tables: readonly TableFinding[];
  /** Definition files to begin with. Each is accepted by `tablewright check`, unless its `problems` say why not. */
  readonly drafts: readonly DefinitionDraft[];
  /** Every call that has to change, ordered by file and place. */
  readonly calls: readonly CallFinding[];
  /** What works differently, as far as the program's calls show that it matters. */
  readonly differences: readonly Difference[];
  /** What could not be found out, ordered by file and place. */
  readonly uncertain: readonly Uncertainty[];
}

/** A table that the program uses. */
export interface TableFinding {
  readonly name: string;
  /** Whether the program's text shows the name. Else it is a placeholder. */
  readonly isNameKnown: boolean;
  readonly entities: readonly EntityFinding[];
}

/** Rows of one table whose keys have the same form. */
export interface EntityFinding {
  /** A suggestion for the class. */
  readonly name: string;
  /** With the variable parts in braces: `cust_{customerId}`; undefined where no call shows it. */
  readonly partitionKey: string | undefined;
  readonly rowKey: string | undefined;
  readonly properties: readonly PropertyFinding[];
  /** Where such rows are written and read. */
  readonly locations: readonly Location[];
}

/** A property of an entity. */
export interface PropertyFinding {
  readonly name: string;
  /** Undefined where no call shows it. */
  readonly type: EdmName | undefined;
  readonly certainty: Certainty;
  /** Whether every row that is written whole has it. */
  readonly required: boolean;
  readonly notes: readonly string[];
}

/** A definition file to begin with. */
export interface DefinitionDraft {
  /** E.g. `tables/orders.table.ts`. Nothing is written there. */
  readonly path: string;
  readonly text: string;
  readonly problems: readonly Diagnostic[];
}

/** A call that has to change, and what it becomes. */
export interface CallFinding {
  readonly location: Location;
  /** E.g. `upsertEntity`. */
  readonly call: string;
  /** Undefined where it could not be found out. */
  readonly table: string | undefined;
  readonly becomes: string;
  /** Codes of `differences`. */
  readonly differences: readonly string[];
}

/** Something that works differently. */
export interface Difference {
  readonly code: string;
  readonly text: string;
}

/** Something that could not be found out. */
export interface Uncertainty {
  readonly location: Location;
  readonly message: string;
}
