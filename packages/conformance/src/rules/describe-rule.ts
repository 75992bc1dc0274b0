import type { ServiceKind } from "@tablewright/runtime";
import { beforeAll, describe } from "vitest";
import { type Lab, openLab } from "./lab.js";

export interface RuleContext {
  readonly kind: ServiceKind;
  /** Returns the lab. Callable only inside a test, because the lab is opened after the tests are defined. */
  readonly lab: () => Lab;
}

/** Defines the tests of one row of the data model's rules, on both kinds of service. */
export function describeRule(number: number, title: string, define: (context: RuleContext) => void): void {
  describe.each(["storage", "cosmos"] as const)(`rule ${number}: ${title} on %s`, (kind) => {
    let lab: Lab;
    beforeAll(async () => {
      lab = await openLab(kind);
    });
    define({ kind, lab: () => lab });
  });
}
