import { isTableError } from "@tablewright/runtime";
import { inCall } from "../soak/fault-client.js";
import type { CallClaims, Claim, ClaimedRow, ReadClaim, ReportedOutcome } from "./call-claims.js";

/** Call that writes, before it is made. */
export interface WriteCall {
  readonly kind: string;
  readonly rows: readonly Omit<ClaimedRow, "etag">[];
  readonly adds?: boolean;
}

/** Record of the calls of a process and their results. */
export class CallKeeper {
  readonly #process: string;
  readonly #writes: Claim[] = [];
  readonly #reads: ReadClaim[] = [];
  #failedReads = 0;
  #count = 0;

  constructor(process: string) {
    this.#process = process;
  }

  /** Number of calls that were begun. */
  get count(): number {
    return this.#count;
  }

  /** Returns a name that no other call of any process has. */
  next(): string {
    return `${this.#process}-${++this.#count}`;
  }

  /** Makes a call that writes. @returns its result, if it succeeded */
  async write<Result>(name: string, call: WriteCall, send: () => Promise<Result>): Promise<Result | undefined> {
    const startedAt = now();
    try {
      const value = await inCall(name, send);
      this.told(name, call, startedAt, value === false ? "absent" : "ok", undefined, etagsOf(value));
      return value;
    } catch (error) {
      const { told, code } = readError(error);
      this.told(name, call, startedAt, told, code);
      return undefined;
    }
  }

  told(
    call: string,
    { kind, rows, adds = false }: WriteCall,
    startedAt: number,
    told: ReportedOutcome,
    code: string | undefined,
    etags: readonly (string | undefined)[] = [],
  ): void {
    const claimed = rows.map((row, index) => ({ ...row, etag: etags[index] }));
    this.#writes.push({ call, kind, rows: claimed, told, code, startedAt, endedAt: now(), adds });
  }

  /** Makes a call that reads. @returns its result; undefined if it failed */
  async read<Result>(
    name: string,
    prefix: string,
    send: () => Promise<Result>,
    rowsOf: (result: Result) => Readonly<Record<string, string>>,
  ): Promise<Result | undefined> {
    const startedAt = now();
    try {
      const result = await inCall(name, send);
      this.#reads.push({ call: name, rows: rowsOf(result), prefix, startedAt, endedAt: now() });
      return result;
    } catch (error) {
      const { told, code } = readError(error);
      if (told === "uncoded") this.told(name, { kind: "read", rows: [] }, startedAt, told, code);
      this.#failedReads++;
      return undefined;
    }
  }

  claims(): CallClaims {
    return { writes: this.#writes, reads: this.#reads, failedReads: this.#failedReads };
  }
}

/** Returns the outcome that an error reports for a write. */
export function readError(error: unknown): { readonly told: ReportedOutcome; readonly code: string } {
  if (!isTableError(error) || !error.code) return { told: "uncoded", code: String(error) };
  const isUnknown = (error as { outcome?: unknown }).outcome === "unknown";
  return { told: isUnknown ? "unknown" : "refused", code: error.code };
}

export function now(): number {
  return performance.timeOrigin + performance.now();
}

/** Pattern of the ETag that no row has. A write returns it if its own ETag cannot be known. */
const replaced = /'0001-01-01T/;

/** Returns the ETags that a call returned; undefined in place of those that no row has. */
export function etagsOf(value: unknown): (string | undefined)[] {
  if (typeof value !== "object" || value === null) return [];
  const etags = (Array.isArray(value) ? value : [value]).map((result: { readonly $etag?: string }) => result.$etag);
  return etags.map((etag) => (replaced.test(etag ?? "") ? undefined : etag));
}
