import type { Guid, GuidText } from "../edm/guid.js";
import type { ODataText } from "./odata-text.js";

/** Operators of every type. */
export interface EqualityOperators<T> {
  readonly eq?: T;
  /** Another value. A row that lacks the property has no value, so it does not match. */
  readonly ne?: T;
  /** Any of these values. An empty list matches nothing. */
  readonly in?: readonly T[];
}

/** Compiler message for a second lower bound of a range. */
type OneLower = "✗ either ge or gt, not both";
type OneUpper = "✗ either le or lt, not both";

type LowerBound<T> = { readonly ge?: T; readonly gt?: OneLower } | { readonly gt?: T; readonly ge?: OneLower };
type UpperBound<T> = { readonly le?: T; readonly lt?: OneUpper } | { readonly lt?: T; readonly le?: OneUpper };

/** Range in the property's own order, whatever its direction in a key. At most one bound on each side. */
export type Range<T> = LowerBound<T> & UpperBound<T>;

/** Range with both ends, which includes a finite number of years, months, days or hours. */
export type BoundedRange<T> = ({ readonly ge: T; readonly gt?: never } | { readonly gt: T; readonly ge?: never }) &
  ({ readonly lt: T; readonly le?: never } | { readonly le: T; readonly lt?: never });

/** Operators, besides a range, of types that have an order. */
interface BetweenOperator<T> extends EqualityOperators<T> {
  /** Range that includes both ends. */
  readonly between?: readonly [from: T, to: T];
}

/** Operators, besides a range, of text. */
interface TextOperators extends BetweenOperator<string> {
  /** Prefix of the text, case-sensitive. Sent as a half-open range, since the service has no such function. */
  readonly startsWith?: string;
}

export type OrderedOperators<T> = BetweenOperator<T> & Range<T>;
export type StringOperators = TextOperators & Range<string>;

/** Operators of each Edm type. The run time has a table of functions for each; the compiler checks that both have the same members. */
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

/** Any Date, without its methods in the completions of an editor: editors do not offer members that are well-known symbols. */
interface DateValue {
  [Symbol.toPrimitive](hint: string): string | number;
}

/** Any Uint8Array, without its methods in completions, as in {@link DateValue}. */
interface BytesValue {
  readonly [Symbol.toStringTag]: "Uint8Array";
}

/** Condition on one property. A value is short for `{ eq: value }`; several operators must all match. */
export type EqualityCondition<T> = T | EqualityOperators<T>;
export type OneOfCondition<U extends string> = U | EqualityOperators<U>;
export type OrderedCondition<T> = T | OrderedOperators<T>;
export type StringCondition = string | OperatorsByType["Edm.String"];
export type DateCondition = DateValue | OperatorsByType["Edm.DateTime"];
export type BinaryCondition = BytesValue | OperatorsByType["Edm.Binary"];
export type GuidCondition = GuidText | OperatorsByType["Edm.Guid"];

/** Conditions that every query accepts. */
export interface WhereSystem {
  /** Time when the service last wrote the row. Not indexed: the query reads the whole partition or table. */
  readonly $timestamp?: DateCondition;
  /**
   * Part of `$filter` as text, for conditions that the operators do not cover. Uses stored names and typed literals, and is sent in
   * parentheses without changes. To put values into it, use the tag `odata` of `@tablewright/runtime/edm`, which escapes them. Never build a
   * string from user input: only its quotes and parentheses are checked.
   * @see https://learn.microsoft.com/rest/api/storageservices/querying-tables-and-entities
   */
  readonly $odata?: string | ODataText;
}

/** Logical operators on the conditions of one entity. Each generated `where` declares them itself. */
export interface WhereLogic<Where> {
  readonly $and?: readonly Where[];
  readonly $or?: readonly Where[];
  readonly $not?: Where;
}

declare const entity: unique symbol;

/** Members of an entity's conditions, besides its properties. */
export interface EntityWhere<Name extends string> extends WhereSystem {
  /** Type for the compiler only, which rejects the conditions of another entity by it. */
  readonly [entity]?: Name;
}
