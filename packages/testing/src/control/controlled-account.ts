import type { Seed } from "../account/seed.js";
import { checkKind, checkOptions, type OptionKind, optionKinds } from "../errors/check-options.js";
import type { AddedRule, RuleReport } from "../faults/added-rule.js";
import type { FaultRule } from "../faults/fault.js";
import type { Snapshot, TableService } from "../service/create-table-service.js";
import { ControlError } from "./control-error.js";

/** Response to a control request: by default status 200 and a body in JSON. */
export interface ControlResponse {
  readonly status?: number;
  /** Text, or a value to send as JSON. */
  readonly body?: unknown;
  readonly type?: string;
}

/** Maximum time that a control request waits until a rule holds enough requests, in milliseconds. */
const longestWaitMs = 30_000;

/** Performs the control requests for one account of a server. */
export class ControlledAccount {
  readonly #service: TableService;
  readonly #snapshots: Snapshot[] = [];

  constructor(service: TableService) {
    this.#service = service;
  }

  /**
   * Performs one control request, e.g. `POST …/reset`.
   * @param path the segments after the account's name
   */
  async handle(
    method: string,
    path: readonly string[],
    query: URLSearchParams,
    body: string,
  ): Promise<ControlResponse> {
    const service = this.#service;
    const [what = "", id, action] = path;
    switch (`${method} ${what}`) {
      case "POST reset":
        service.reset(this.#snapshotOf(body));
        return {};
      case "POST seed":
        service.seed(json(body) as Seed);
        return {};
      case "GET dump":
        return { body: service.dump() };
      case "GET rows":
        return {
          body: service
            .exportRows()
            .map((line) => `${line}\n`)
            .join(""),
          type: "application/x-ndjson",
        };
      case "POST rows":
        service.importRows(body.split("\n"));
        return {};
      case "POST snapshots":
        return { status: 201, body: { snapshot: String(this.#snapshots.push(service.snapshot()) - 1) } };
      case "GET requests":
        return { body: service.requests };
      case "DELETE requests":
        service.clearRequests();
        return {};
      case "GET clock":
        return { body: { now: new Date(service.clock.now()).toISOString() } };
      case "PUT clock":
        return this.#setClock(json(body) as ClockChange);
      default:
        if (what === "faults") return this.#handleFaults(method, id, action, query, body);
        throw unknownRequest(method, path);
    }
  }

  #snapshotOf(body: string): Snapshot | undefined {
    const sent = json(body) as { snapshot?: string };
    checkOptions<{ snapshot?: string }>("a reset", sent, { snapshot: optionKinds.text });
    const { snapshot } = sent;
    if (snapshot === undefined) return undefined;
    const found = this.#snapshots[Number(snapshot)];
    if (found === undefined) throw new ControlError(404, `There is no snapshot ${JSON.stringify(snapshot)}.`);
    return found;
  }

  #setClock(change: ClockChange): ControlResponse {
    const { clock } = this.#service;
    const time: OptionKind = { takes: "a time in ISO 8601", fits: (value) => !Number.isNaN(Date.parse(String(value))) };
    checkOptions<ClockChange>("the clock", change, {
      now: time,
      advance: optionKinds.number,
      resume: optionKinds.flag,
    });
    if (change.resume) clock.resume();
    if (change.now !== undefined) clock.set(new Date(change.now));
    if (change.advance !== undefined) clock.advance(change.advance);
    return { body: { now: new Date(clock.now()).toISOString() } };
  }

  async #handleFaults(
    method: string,
    id: string | undefined,
    action: string | undefined,
    query: URLSearchParams,
    body: string,
  ): Promise<ControlResponse> {
    const { faults } = this.#service;
    if (id === undefined) {
      if (method === "GET") return { body: faults.list().map(reportOf) };
      if (method === "POST") return { status: 201, body: reportOf(faults.add(json(body) as FaultRule)) };
      if (method !== "DELETE") throw unknownRequest(method, ["faults"]);
      faults.clear();
      return {};
    }
    const rule = faults.list().find((other) => other.id === id);
    if (rule === undefined) throw new ControlError(404, `There is no fault rule ${JSON.stringify(id)}.`);
    switch ([method, action].join(" ")) {
      case "DELETE ":
        rule();
        break;
      case "POST release":
        rule.release(releasedCount(body));
        break;
      case "GET ":
        if (query.has("held")) await heldInTime(rule, Number(query.get("held")));
        break;
      default:
        throw unknownRequest(method, ["faults", id, ...(action === undefined ? [] : [action])]);
    }
    return { body: reportOf(rule) };
  }
}

/** Change of the clock that a request asks for. */
interface ClockChange {
  /** Time to stop the clock at, in ISO 8601. */
  readonly now?: string;
  /** Milliseconds to move the clock by. */
  readonly advance?: number;
  readonly resume?: boolean;
}

function unknownRequest(method: string, path: readonly string[]): ControlError {
  return new ControlError(404, `There is no ${method} ${path.join("/")} of an account. See openapi.json.`);
}

function releasedCount(body: string): number | undefined {
  const sent = json(body) as { count?: number };
  checkOptions<{ count?: number }>("a release", sent, { count: optionKinds.natural });
  return sent.count;
}

async function heldInTime(rule: AddedRule, count: number): Promise<void> {
  checkKind("a rule", "held", count, optionKinds.natural);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const message = `No ${count} requests were held within ${longestWaitMs} ms.`;
    timer = setTimeout(() => reject(new ControlError(408, message)), longestWaitMs);
  });
  await Promise.race([rule.untilHeld(count), late]).finally(() => clearTimeout(timer));
}

function reportOf({ id, seen, applied, held }: AddedRule): RuleReport {
  return { id, seen, applied, held };
}

function json(body: string): unknown {
  try {
    return JSON.parse(body === "" ? "{}" : body) as unknown;
  } catch {
    throw new ControlError(400, "The body is not JSON.");
  }
}
