import { type ts, typescript } from "../program/typescript.js";
import type { EdmName } from "../report.js";
import type { Template } from "../trace/hole.js";
import type { Origin } from "../trace/origin.js";
import { traceStoredType, type ValueType } from "../trace/stored-type.js";
import { traceTemplate } from "../trace/template.js";
import type { Tracer } from "../trace/tracer.js";

/** A comparison in an OData filter, such as `total gt 5`. */
export interface Comparison {
  readonly name: string;
  readonly operator: string;
  readonly type: ValueType;
  /** Text that the property is compared with; undefined for a literal that is not a string. */
  readonly text: Template | undefined;
}

const mark = "\u0001";
const comparison =
  /([\p{L}_][\p{L}\p{N}_]*)\s+(eq|ne|gt|ge|lt|le)\s+(datetime'[^']*'|guid'[^']*'|(?:X|binary)'[^']*'|'(?:[^']|'')*'|-?\d+L|-?[\d.]+(?:e[+-]?\d+)?|true|false|\u0001\d+\u0001)/giu;

/** Matches a property that is a condition by itself, such as `done` in `not done`. */
const negation = /\bnot\s+([\p{L}_][\p{L}\p{N}_]*)(?=\s*$|\s*\)|\s+(?:and|or)\b)/giu;

/**
 * Finds the comparisons in a filter that is a string, a template, or a template with the tag `odata`. Filters composed in other ways are
 * not read.
 */
export function findComparisons(tracer: Tracer, origin: Origin): readonly Comparison[] {
  return tracer.follow(origin).flatMap((from) => {
    const holes: Origin[] = [];
    const text = flatten(from, holes);
    const compared = [...text.matchAll(comparison)].map(([, name = "", operator = "", value = ""]) => ({
      name,
      operator,
      ...comparedWith(tracer, value, holes),
    }));
    const negated = [...text.matchAll(negation)].map(([, name = ""]) => ({
      name,
      operator: "ne",
      ...comparedWith(tracer, "true", holes),
    }));
    return [...compared, ...negated];
  });
}

function flatten(origin: Origin, holes: Origin[]): string {
  const ts = typescript;
  const { node } = origin;
  const hole = (from: ts.Expression): string => {
    holes.push({ ...origin, node: from });
    return `${mark}${holes.length - 1}${mark}`;
  };
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTaggedTemplateExpression(node)) return flatten({ ...origin, node: node.template }, holes);
  if (ts.isTemplateExpression(node)) {
    return node.head.text + node.templateSpans.map((span) => hole(span.expression) + span.literal.text).join("");
  }
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken)
    return flatten({ ...origin, node: node.left }, holes) + flatten({ ...origin, node: node.right }, holes);
  return hole(node);
}

/** Edm types of the literals in a filter, such as `5L` or `guid'…'`. The first pattern that matches a literal determines its type. */
const typeByPattern: readonly (readonly [pattern: RegExp, type: EdmName])[] = [
  [/^datetime'/i, "DateTime"],
  [/^guid'/i, "Guid"],
  [/^(x|binary)'/i, "Binary"],
  [/'/, "String"],
  [/\dL/i, "Int64"],
  [/^-?\d+$/, "Int32"],
  [/\d/, "Double"],
  [/^(true|false)$/i, "Boolean"],
];

function comparedWith(tracer: Tracer, value: string, holes: readonly Origin[]): Pick<Comparison, "type" | "text"> {
  const whole = /^\u0001(\d+)/.exec(value)?.[1];
  const origin = whole === undefined ? undefined : holes[Number(whole)];
  if (origin !== undefined) return { type: traceStoredType(tracer, origin), text: traceTemplate(tracer, origin) };
  const [, type = "String"] = typeByPattern.find(([pattern]) => pattern.test(value)) ?? [];
  const certainty = type === "Int32" ? "likely" : "proved";
  const stored: ValueType = { type, certainty, notes: [] };
  return { type: stored, text: type === "String" ? textIn(tracer, value.slice(1, -1), holes) : undefined };
}

function textIn(tracer: Tracer, text: string, holes: readonly Origin[]): Template {
  return text.split(mark).flatMap((piece, index) => {
    if (index % 2 === 0) return piece === "" ? [] : [piece.replaceAll("''", "'")];
    const origin = holes[Number(piece)];
    return origin === undefined ? [] : traceTemplate(tracer, origin);
  });
}
