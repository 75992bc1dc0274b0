import type { Guid, GuidText } from "../edm/guid.js";

/** The operators of every type. */
export interface EqualityOperators<T> {
  readonly eq?: T;
  /** Another value; a row that lacks the property has none, so it does not match. */
  readonly ne?: T;
  /** One of these; none of them matches nothing. */
  readonly in?: readonly T[];
}

/** What the compiler says of a second bound on one side of a range. */
type OneLower = "✗ either ge or gt, not both";
type OneUpper = "✗ either le or lt, not both";

type LowerBound<T> = { readonly ge?: T; readonly gt?: OneLower } | { readonly gt?: T; readonly ge?: OneLower };
type UpperBound<T> = { readonly le?: T; readonly lt?: OneUpper } | { readonly lt?: T; readonly le?: OneUpper };

/** A range in the property's own order, whatever its direction in a key. At most one bound on each side. */
export type Range<T> = LowerBound<T> & UpperBound<T>;

/** A range with both ends, which holds a finite number of years, months, days or hours. */
export type BoundedRange<T> = ({ readonly ge: T; readonly gt?: never } | { readonly gt: T; readonly ge?: never }) &
  ({ readonly lt: T; readonly le?: never } | { readonly le: T; readonly lt?: never });

/** The operators, besides a range, of types that have an order. */
interface BetweenOperator<T> extends EqualityOperators<T> {
  /** Both ends belong to it. */
  readonly between?: readonly [from: T, to: T];
}

/** The operators, besides a range, of text. */
interface TextOperators extends BetweenOperator<string> {
  /** Sent as a half-open range, since the service has no such function; ordinal, so it minds case. */
  readonly startsWith?: string;
}

export type OrderedOperators<T> = BetweenOperator<T> & Range<T>;
export type StringOperators = TextOperators & Range<string>;

/** The operators of each Edm type: the run time has a table of functions for each, and neither compiles without the other. */
export interface OperatorsByType {
  readonly "Edm.String": StringOperators;
  readonly "Edm.Boolean": EqualityOperators<boolean>;
  readonly "Edm.Int32": OrderedOperators<number>;
  readonly "Edm.Int64": OrderedOperators<bigint>;
  readonly "Edm.Double": OrderedOperators<number>;
  readonly "Edm.DateTime": OrderedOperators<Date>;
  readonly "Edm.Guid": OrderedOperators<Guid>;
  readonly "Edm.Binary": OrderedOperators<Uint8Array>;
}

/**
 * Any Date, though an editor completes none of its methods where a condition is written: members that are well-known
 * symbols are not offered.
 */
interface DateValue {
  [Symbol.toPrimitive](hint: string): string | number;
}

/** Any Uint8Array, without its methods in completions, as {@link DateValue}. */
interface BytesValue {
  readonly [Symbol.toStringTag]: "Uint8Array";
}

/** A value is short for `{ eq: value }`; several operators must all hold. */
export type EqualityCondition<T> = T | EqualityOperators<T>;
export type OneOfCondition<U extends string> = U | EqualityOperators<U>;
export type OrderedCondition<T> = T | OrderedOperators<T>;
export type StringCondition = string | OperatorsByType["Edm.String"];
export type DateCondition = DateValue | OperatorsByType["Edm.DateTime"];
export type BinaryCondition = BytesValue | OperatorsByType["Edm.Binary"];
export type GuidCondition = GuidText | OperatorsByType["Edm.Guid"];

/** Conditions that every query takes. */
export interface WhereSystem {
  /** When the service last wrote the row. Not indexed: the partition or table is read through. */
  readonly $timestamp?: DateCondition;
  /**
   * A part of `$filter` as text, for what the operators cannot say; put in parentheses and sent as it is, with stored
   * names and typed literals. Never build it from input: it is not checked beyond its quotes and parentheses.
   * @see https://learn.microsoft.com/rest/api/storageservices/querying-tables-and-entities
   */
  readonly $odata?: string;
}

/** What joins the conditions of one entity; each generated `where` spells it out for itself. */
export interface WhereLogic<Where> {
  readonly $and?: readonly Where[];
  readonly $or?: readonly Where[];
  readonly $not?: Where;
}

declare const entity: unique symbol;

/** What the conditions of one entity have besides its properties. */
export interface EntityWhere<Name extends string> extends WhereSystem {
  /** Exists for the checker alone: it keeps the conditions of different entities apart. */
  readonly [entity]?: Name;
}
