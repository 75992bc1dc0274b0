import type { Guid, GuidText } from "../codec/edm/guid.js";
import { shared } from "../platform/copies.js";

/** Operators that a condition on a property of any type can use. */
export interface EqualityOperators<T> {
  readonly eq?: T;
  /** Matches any other value. A row that lacks the property has no value, so it does not match either. */
  readonly ne?: T;
  /** Matches any of these values. An empty list matches no row. */
  readonly in?: readonly T[];
}

/** Compiler message for a second lower bound of a range. */
type OneLower = "✗ either ge or gt, not both";
type OneUpper = "✗ either le or lt, not both";

type LowerBound<T> = { readonly ge?: T; readonly gt?: OneLower } | { readonly gt?: T; readonly ge?: OneLower };
type UpperBound<T> = { readonly le?: T; readonly lt?: OneUpper } | { readonly lt?: T; readonly le?: OneUpper };

/** Range in the natural order of the values, whatever their direction in a key. At most one bound on each side. */
export type Range<T> = LowerBound<T> & UpperBound<T>;

/** Range with a lower and an upper bound. It contains a finite number of intervals, such as days or hours, so they can be listed. */
export type BoundedRange<T> = ({ readonly ge: T; readonly gt?: never } | { readonly gt: T; readonly ge?: never }) &
  ({ readonly lt: T; readonly le?: never } | { readonly le: T; readonly lt?: never });

/** Operators of types that have an order, besides the bounds `ge`, `gt`, `le` and `lt`. */
interface BetweenOperator<T> extends EqualityOperators<T> {
  /** Matches values from `from` to `to`, both included. */
  readonly between?: readonly [from: T, to: T];
}

/** Operators of strings, besides the bounds `ge`, `gt`, `le` and `lt`. */
interface TextOperators extends BetweenOperator<string> {
  /**
   * Matches strings that start with this text, case-sensitive. It is sent as a half-open range, because the service has no such function.
   */
  readonly startsWith?: string;
}

export type OrderedOperators<T> = BetweenOperator<T> & Range<T>;
export type StringOperators = TextOperators & Range<string>;

/** Operators by Edm type. The compiler checks that `filter-property.ts` has a function for each of them. */
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
 * Type of any Date, but without its methods in an editor's completions. Its only member is a well-known symbol, because editors do not
 * offer those.
 */
interface DateValue {
  [Symbol.toPrimitive](hint: string): string | number;
}

/** Type that accepts any Uint8Array but hides its methods from completions, as {@link DateValue} does for Date. */
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

/** Conditions that every query accepts, whatever properties its rows have. */
export interface WhereSystem {
  /** Time when the service last wrote the row. Not indexed: the query reads the whole partition or table. */
  readonly $timestamp?: DateCondition;
  /**
   * Part of `$filter` as OData text, for conditions that the operators cannot express. It contains stored names and typed literals, and is
   * sent in parentheses without changes. To put values into it, use the tag `odata` of `@tablewright/runtime/edm`, which escapes them.
   * Never build it from user input: only its quotes and parentheses are checked.
   * @see https://learn.microsoft.com/rest/api/storageservices/querying-tables-and-entities
   */
  readonly $odata?: string | ODataText;
}

/**
 * Logical operators, which combine conditions on the same row. A generated `…Where` type declares them itself, and does not extend this
 * interface.
 */
export interface WhereLogic<Where> {
  readonly $and?: readonly Where[];
  readonly $or?: readonly Where[];
  readonly $not?: Where;
}

declare const entity: unique symbol;

/** Base of a generated `…Where` type: its members besides the conditions on properties and the logical operators. */
export interface EntityWhere<Name extends string> extends WhereSystem {
  /** Exists only for the compiler, which uses it to reject conditions that were written for another entity. */
  readonly [entity]?: Name;
}

/** Texts of all conditions that the tag `odata` has built. All copies of this package share them. */
const texts = /* @__PURE__ */ shared("odata-text/v1", () => new WeakMap<object, string>());

/**
 * Condition for `$filter` that the template tag `odata` built. Its text is kept apart from the object, so an object from a request body
 * cannot pass for a condition.
 */
export class ODataText {
  // Private, so that the compiler takes no other object for a condition.
  readonly #text: string;

  /** @internal Applications write `` odata`owner eq ${owner}` ``. */
  constructor(text: string) {
    this.#text = text;
    texts.set(this, text);
  }

  /** Returns the condition as OData text, for logs and for other clients. */
  toString(): string {
    return this.#text;
  }

  /** Returns the text of a condition that the tag built; undefined for any other value. */
  static textOf(value: unknown): string | undefined {
    return typeof value === "object" && value !== null ? texts.get(value) : undefined;
  }
}
