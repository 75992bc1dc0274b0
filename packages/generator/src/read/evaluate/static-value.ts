import type { EdmBuilders } from "../../definition/edm.js";
import type { Place } from "../../diagnostics/report.js";
import type { ModuleScope } from "../project/module-scope.js";
import type { ts } from "../project/typescript.js";

/** Value of an expression of a definition file, evaluated without running it. `place` is its location in the source. */
export type StaticValue =
  | StaticLiteral
  | StaticArray
  | StaticObject
  | StaticFunction
  | StaticProperty
  | StaticEntity
  /** Value that cannot be read without running the program; already reported. */
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
  /** False if a spread or a member's name could not be read, so that the object may have more members. */
  readonly complete: boolean;
  /** Name of the enum, if the object is one. All values of an enum are strings and numbers. */
  readonly enumName?: string;
  readonly place: Place;
}

export interface StaticMember {
  readonly name: string;
  readonly namePlace: Place;
  readonly value: StaticValue;
  readonly doc: string | undefined;
}

/** An arrow function with its source file. The caller evaluates its body, because only the caller knows the meaning of the parameter. */
export interface StaticFunction {
  readonly kind: "function";
  readonly node: ts.ArrowFunction;
  readonly scope: ModuleScope;
  readonly place: Place;
}

/** Value of a builder call that declares a property: `edm.json<Address>({ name: "address" }).optional()`. */
export interface StaticProperty {
  readonly kind: "property";
  readonly type: keyof EdmBuilders;
  readonly options: StaticValue | undefined;
  readonly typeArgument: ts.TypeNode | undefined;
  /** Argument `schema` of `edm.json(schema)`. */
  readonly schema?: ts.Expression | undefined;
  readonly optional: boolean;
  readonly scope: ModuleScope;
  readonly place: Place;
}

/** Value of a call `entity(…)` with its argument, the definition. */
export interface StaticEntity {
  readonly kind: "entity";
  readonly definition: StaticValue;
  readonly place: Place;
}

/** Describes an evaluated value for messages, such as `"an array"`. */
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
