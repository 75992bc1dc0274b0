declare const brand: unique symbol;

/** Makes a type nominal: `string & Brand<"CustomerId">` takes no other string. Exists for the checker alone. */
export interface Brand<Name extends string> {
  readonly [brand]: Name;
}
