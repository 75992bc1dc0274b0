import type { EdmBuilders } from "../../definition/edm.js";
import type { Place } from "../../diagnostics/report.js";
import type { ModuleScope } from "../project/module-scope.js";
import type { ts } from "../project/typescript.js";

/** What an expression comes to, read without running it. `place` is where the value was written. */
export type StaticValue =
  | StaticLiteral
  | StaticArray
  | StaticObject
  | StaticFunction
  | StaticProperty
  | StaticEntity
  /** Not static, and reported. */
  | { readonly kind: "unread"; readonly place: Place };

export interface StaticLiteral {
  readonly kind: "literal";
  readonly value: string | number | bigint | boolean | null | undefined;
  readonly place: Place;
}

interface StaticArray {
  readonly kind: "array";
  readonly elements: readonly StaticValue[];
  readonly place: Place;
}

export interface StaticObject {
  readonly kind: "object";
  readonly members: ReadonlyMap<string, StaticMember>;
  /** False when a spread or a name could not be read. */
  readonly complete: boolean;
  /** The name of the enum that it is; its members then have strings and numbers. */
  readonly enumName?: string;
  readonly place: Place;
}

export interface StaticMember {
  readonly name: string;
  readonly namePlace: Place;
  readonly value: StaticValue;
  readonly doc: string | undefined;
}

/** An arrow function, in the file that it was written in; its body is read by whoever knows what its parameter is. */
export interface StaticFunction {
  readonly kind: "function";
  readonly node: ts.ArrowFunction;
  readonly scope: ModuleScope;
  readonly place: Place;
}

/** A call of a builder: `edm.json<Address>({ name: "address" }).optional()`. */
export interface StaticProperty {
  readonly kind: "property";
  readonly type: keyof EdmBuilders;
  readonly options: StaticValue | undefined;
  readonly typeArgument: ts.TypeNode | undefined;
  readonly optional: boolean;
  readonly scope: ModuleScope;
  readonly place: Place;
}

/** A call of `entity`. */
export interface StaticEntity {
  readonly kind: "entity";
  readonly definition: StaticValue;
  readonly place: Place;
}

/** What a value is, for messages. */
export function describeValue(value: StaticValue): string {
  switch (value.kind) {
    case "literal":
      return typeof value.value === "bigint" ? `${value.value}n` : (JSON.stringify(value.value) ?? "undefined");
    case "array":
      return "an array";
    case "object":
      return value.enumName === undefined ? "an object" : `the enum ${value.enumName}`;
    case "function":
      return "a function";
    case "property":
      return `edm.${value.type}(…)`;
    case "entity":
      return "an entity";
    case "unread":
      return "an expression";
  }
}
