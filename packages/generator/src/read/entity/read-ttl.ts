import { type Evaluation, notStatic, unwrap } from "../evaluate/evaluation.js";
import { describeValue, type StaticValue } from "../evaluate/static-value.js";
import { findPlace } from "../project/text-place.js";
import { type ts, typescript } from "../project/typescript.js";
import type { Found } from "./entity-draft.js";

const shape = "Write an arrow function that returns a property: (k) => k.expiresAt.";

/** Reads the property name of `ttl: (k) => k.expiresAt`. Returns `unread` if the option is invalid, which is then already reported. */
export function readTtl(evaluation: Evaluation, value: StaticValue | undefined): Found<string> | "unread" | undefined {
  if (value === undefined) return undefined;
  if (value.kind === "unread") return "unread";
  if (value.kind !== "function") {
    const message = `ttl is ${describeValue(value)}, not an arrow function.`;
    evaluation.report.add("definition.invalid-value", value.place, message, shape);
    return "unread";
  }
  const { node, scope } = value;
  const [parameter] = node.parameters;
  const name = propertyName(node.body, parameter?.name);
  if (name !== undefined) return { value: name.text, place: findPlace(scope, name) };
  notStatic(evaluation, findPlace(scope, node.body), "ttl must return one property of its parameter.", shape);
  return "unread";
}

/** Returns the property that a function body `k.name` or `k["name"]` names; `undefined` for any other body. */
function propertyName(
  body: ts.ConciseBody,
  parameter: ts.BindingName | undefined,
): ts.MemberName | ts.StringLiteralLike | undefined {
  if (typescript.isBlock(body) || parameter === undefined || !typescript.isIdentifier(parameter)) return undefined;
  const node = unwrap(body);
  const isOwner = (owner: ts.Expression) => typescript.isIdentifier(owner) && owner.text === parameter.text;
  if (typescript.isPropertyAccessExpression(node)) return isOwner(unwrap(node.expression)) ? node.name : undefined;
  if (!typescript.isElementAccessExpression(node) || !isOwner(unwrap(node.expression))) return undefined;
  return typescript.isStringLiteralLike(node.argumentExpression) ? node.argumentExpression : undefined;
}
