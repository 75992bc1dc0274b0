/**
 * One partition of one table. `Scope` is a literal such as `"Shop/cust!{customerId}"`: what shares a transaction must
 * have equal scopes, which the compiler checks.
 */
export interface Partition<Scope extends string> {
  readonly scope: Scope;
  readonly table: string;
  readonly partitionKey: string;
  /** The values that the key was made of: they complete the entities written in this scope. */
  readonly values: object;
}
