import { type ts, typescript } from "../program/typescript.js";
import { findElements } from "../trace/elements.js";
import type { Origin } from "../trace/origin.js";
import type { Tracer } from "../trace/tracer.js";

/** An element of the array passed to `submitTransaction`, such as `["upsert", entity, "Merge"]`. */
export interface Action {
  readonly kind: Origin;
  readonly entity: Origin;
  readonly mode: Origin | undefined;
}

/** Returns the actions of a transaction's array, whether they are written out, mapped from other values, or pushed one by one. */
export function findActions(tracer: Tracer, actions: Origin): readonly Action[] {
  return findElements(tracer, actions).flatMap((element) =>
    tracer.follow(element).flatMap(({ node, bindings }) => {
      if (!typescript.isArrayLiteralExpression(node)) return [];
      const [kind, entity, mode] = node.elements;
      if (kind === undefined || entity === undefined) return [];
      const at = (from: ts.Expression): Origin => ({ node: from, bindings });
      return [{ kind: at(kind), entity: at(entity), mode: mode && at(mode) }];
    }),
  );
}
