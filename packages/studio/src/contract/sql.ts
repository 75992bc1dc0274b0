/** Result of a SQL query, as far as the page shows it. */
export interface SqlRows {
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  /** Values as text, in the order of the columns; null for SQL's NULL. */
  readonly rows: readonly (readonly (string | null)[])[];
  /** True if the result has more rows than these. */
  readonly isCut: boolean;
  /** Sentences on what the query treated differently, such as dates as text. */
  readonly notes: readonly string[];
}
