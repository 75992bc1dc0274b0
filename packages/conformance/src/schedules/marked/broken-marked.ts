import { isTableError, TableError, type Transport } from "@tablewright/runtime";
import { parseWrites } from "../world/parse-writes.js";
import {
  freshMarkers,
  isFence,
  isGuardFence,
  pretend,
  unconditionalGuard,
  withBody,
  withoutCondition,
} from "./broken-requests.js";
import { denying, isOwn } from "./hidden-facts.js";
import type { WriteResult } from "./marked-client.js";
import type { ForeignOp, MarkedCall, MarkedProgram } from "./marked-program.js";

/** Client that breaks one rule of write markers, simulated by changes to its requests, its reads or its results. */
export interface BrokenRule {
  readonly wrap?: (send: Transport) => Transport;
  /** Changes the result of a call. */
  readonly report?: (op: MarkedCall["op"], settled: WriteResult["settled"]) => WriteResult["settled"];
  /** Action of a program without markers on rows that only clients with markers may write. */
  readonly intruder?: ForeignOp;
  /** Returns whether a program can show that the rule is broken. By default, every program can. */
  readonly fits?: (program: MarkedProgram) => boolean;
  /** Pattern of the finding that `checkMarked` must report. */
  readonly finds: RegExp;
  /**
   * First seed of an ordinary run, shortly before one that shows the finding. By default, the first seed of all schedules, with which a
   * soak (long run) always begins.
   */
  readonly from?: number;
}

const applied = /: (refused, but applied|applied \d times)$/;
const isAlone = ({ clients }: MarkedProgram) => clients.flat().every(({ by }) => by === "marked");
const holds = ({ clients }: MarkedProgram, ...ops: readonly MarkedCall["op"][]) =>
  clients.flat().some(({ op }) => ops.includes(op));

export const brokenRules: Readonly<Record<string, BrokenRule>> = {
  "a fresh marker for each attempt": {
    wrap: (send) => (request) => send(withBody(request, freshMarkers)),
    finds: applied,
  },
  "refused because the own marker is missing": {
    wrap: denying((look) => !isOwn(look) && !look.isOpen),
    fits: ({ world }) => world === "shared",
    finds: applied,
  },
  "the same, without other programs": {
    wrap: denying((look) => !isOwn(look) && !look.isOpen),
    fits: (program) => program.world === "forgetful" && isAlone(program),
    finds: applied,
  },
  "refused because the marker before is still there": {
    wrap: denying((look) => !isOwn(look) && !look.isOpen && look.facts.includes(look.before[0] ?? "none")),
    fits: (program) => program.world === "shared" && holds(program, "restore"),
    finds: applied,
    from: 13_800,
  },
  "refused because the newest marker is another's": {
    wrap: denying((look) => !isOwn(look) && !look.isOpen && look.facts.length > 0),
    fits: (program) => program.world === "forgetful" && isAlone(program),
    finds: applied,
  },
  "a refusal without a lost attempt is not read back": {
    wrap: denying((look) => !look.isLost),
    fits: ({ world }) => world === "shared",
    finds: applied,
  },
  "no fence before a refusal": { wrap: unfenced(false), finds: /: refused, but applied$/, from: 250 },
  "no fence before a refusal of a transaction": {
    wrap: unfenced(true),
    fits: (program) => holds(program, "transaction"),
    finds: /transaction: refused, but applied$/,
    from: 9_900,
  },
  "exclusive rows that another program restores": {
    intruder: "restore",
    fits: ({ world }) => world === "exclusive",
    finds: applied,
  },
  "exclusive, proof by a full history too": {
    wrap: denying((look) => !isOwn(look) && !look.isOpen),
    fits: ({ world }) => world === "crowded",
    finds: applied,
  },
  "a set is told refused after an unknown outcome": {
    report: toldRefused(["set", "replace"], "write.contended"),
    fits: (program) => holds(program, "set", "replace"),
    finds: /(set|replace): refused, but applied$/,
    from: 2_300,
  },
  "an insert is refused because another row is there": {
    report: toldRefused(["insert"], "entity.already-exists"),
    fits: (program) => holds(program, "insert"),
    finds: /insert: refused, but applied$/,
    from: 1_400,
  },
  "no fence of the guard row": {
    wrap: (send) => (request) => (isGuardFence(request) ? pretend(request) : send(request)),
    fits: ({ world }) => world === "guarded",
    finds: applied,
  },
  "the guard row without its ETag": {
    wrap: (send) => (request) => send(withBody(request, unconditionalGuard)),
    fits: ({ world }) => world === "guarded",
    finds: applied,
    from: 1_700,
  },
  "unconditional retries": { wrap: retriedWithoutCondition, finds: applied },
};

function retriedWithoutCondition(send: Transport): Transport {
  const sent = new Set<string>();
  return (request) => {
    const attempt = `${request.method} ${request.url} ${String(request.body)}`;
    const isRetry = sent.has(attempt);
    sent.add(attempt);
    return send(isRetry && request.method === "PATCH" ? withoutCondition(request) : request);
  };
}

/**
 * Responds to fences without sending them. A fence is a write that keeps late attempts from being applied.
 * @param ofTransaction true for fences after transactions, false for those after single writes
 */
function unfenced(ofTransaction: boolean): (send: Transport) => Transport {
  return (send) => {
    const inTransaction = new Map<string, boolean>();
    return (request) => {
      const writes = parseWrites(request);
      if (isFence(request) && inTransaction.get(writes[0]?.row ?? "") === ofTransaction) return pretend(request);
      for (const { row } of writes) if (!isFence(request)) inTransaction.set(row, writes.length > 1);
      return send(request);
    };
  };
}

/** Reports unknown outcomes of these operations as rejections, unless nothing could be read. */
function toldRefused(ops: readonly MarkedCall["op"][], code: "write.contended" | "entity.already-exists") {
  return (op: MarkedCall["op"], settled: WriteResult["settled"]): WriteResult["settled"] => {
    if (!("error" in settled) || !ops.includes(op) || !isTableError(settled.error)) return settled;
    const { message } = settled.error;
    return /has changed since|row does not exist/.test(message) ? { error: new TableError(code, message) } : settled;
  };
}
