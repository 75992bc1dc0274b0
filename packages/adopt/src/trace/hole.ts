import type { ts } from "../program/typescript.js";
import type { HoleConversion } from "./hole-conversion.js";

/** A variable part of a text that a program composes, such as a key: the value, and its conversion to text. */
export interface Hole {
  /** Name of the variable or member that has the value; undefined if it has none. */
  readonly name: string | undefined;
  readonly form: HoleConversion;
  /** Number of digits of a padded number or of a truncated hash. */
  readonly width?: number;
  /** Constant from which the program subtracts the value, so that keys sort in descending order. */
  readonly max?: bigint;
  /** Time format of a text that the program cuts from an ISO text, such as `yyyy-MM-dd`. */
  readonly format?: string;
  /**
   * True if the program also composes this text in other ways, or passes other constants. Then the value cannot be a text that was read
   * from a row.
   */
  readonly isMixed?: boolean;
  /** All possible values, if they are constants and the program shows them all. */
  readonly values?: readonly string[];
  /** Identity of the value: the same text wherever the program uses this value. */
  readonly identity: string;
  readonly node: ts.Node;
}

/**
 * Composition of a text from literals and variable parts, e.g. `["cust_", {customerId}]`. Literals are not empty, and no two are adjacent.
 */
export type Template = readonly (string | Hole)[];

/** Formats a template for messages: `cust_{customerId}`, `order_{orderNo:10}`, `{at:day}`, with `?` for a value without a name. */
export function templateText(template: Template): string {
  const hole = ({ name = "?", form, width }: Hole) => {
    const detail = form === "text" || form === "other" ? "" : `:${width ?? form}`;
    return `{${name}${detail}}`;
  };
  return template.map((part) => (typeof part === "string" ? part : hole(part))).join("");
}

/** Returns a text that is equal for templates with the same literals and number of variable parts; undefined without a template. */
export function templateLiterals(template: Template | undefined): string | undefined {
  return template && JSON.stringify(template.map((part) => (typeof part === "string" ? part : null)));
}

/** Returns a text that is equal for variable parts with the same conversion to text. */
export function formOf({ form, width, max, format }: Hole): string {
  return [form, width, max, format].join(" ");
}

/** Returns the variable parts of a template. */
export function holesOf(template: Template | undefined): readonly Hole[] {
  return (template ?? []).filter((part) => typeof part === "object");
}

/**
 * Returns whether a variable part may be a text that the program composed elsewhere. Then the part does not show how the text is formed.
 */
export function isPlain({ form }: Hole): boolean {
  return form === "text" || form === "other";
}
