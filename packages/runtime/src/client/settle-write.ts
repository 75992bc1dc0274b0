import { isServiceError, ServiceError } from "../errors/service-error.js";
import type { Conditional, EntityAddress } from "../operations/entity-write.js";
import type { ETag } from "../schema/entity-types.js";
import type { CallOptions, Connection } from "./connection.js";
import { type ReadBack, readBack } from "./read-back.js";
import { holdsWhatWasSent } from "./same-row.js";

/** What a row that was read back tells of a write that may have been applied. */
export type Verdict = "applied" | "not applied" | "unknown";

/** A write whose outcome is in doubt. */
export interface DoubtfulWrite {
  readonly write: EntityAddress & Conditional & { readonly body: string };
  /** `whole`: the row is what was sent, and nothing else; `part`: it holds it; `gone`: it is deleted. */
  readonly leaves: "whole" | "part" | "gone";
  /** `performance.now()` before the first attempt. */
  readonly startedAt: number;
}

/** How far the clocks of the service's machines may be apart, in milliseconds. */
const clockTolerance = 250;

/**
 * Judges by the row's Timestamp first: a row that nobody has written since the first attempt was not written by it.
 * After that a row that holds what was sent was written by us, unless another client wrote the very same; any other may
 * have been written by us and then by somebody else.
 */
export function judge({ write, leaves, startedAt }: DoubtfulWrite, { row, serverTime }: ReadBack): Verdict {
  if (row === undefined) return leaves === "gone" ? "applied" : "unknown";
  const serverStart = serverTime - (performance.now() - startedAt) - clockTolerance;
  if (Date.parse(row.Timestamp) < serverStart) return "not applied";
  if (leaves === "gone") return "unknown";
  return holdsWhatWasSent(row, write.body, leaves === "whole") ? "applied" : "unknown";
}

/** Whether a refusal may be the echo of an earlier attempt that was applied although no answer of it came. */
export function isDoubtful(error: unknown): error is ServiceError {
  return (
    isServiceError(error) && error.ambiguous && (error.status === 409 || error.status === 404 || error.status === 412)
  );
}

/**
 * Tells what a write did whose retry was refused after an attempt without an answer: its own success is a result, a
 * real conflict the refusal, and what cannot be told an error that says so.
 */
export async function settleWrite(
  connection: Connection,
  doubtful: DoubtfulWrite,
  error: unknown,
  options: CallOptions | undefined,
): Promise<ETag | undefined> {
  if (!isDoubtful(error)) throw error;
  // A missing row or table holds nothing of ours, whoever removed it.
  if (error.status === 404) throw certain(error);
  const found = await connection.send(readBack, doubtful.write, options).catch((cause) => {
    throw outcomeUnknown(error, cause);
  });
  const verdict = judge(doubtful, found);
  if (verdict === "applied") return found.row?.["odata.etag"] as ETag | undefined;
  throw verdict === "not applied" ? certain(error) : outcomeUnknown(error);
}

/** An error that is in doubt, because an earlier call with the same write may have been applied. */
export function doubted(error: unknown, since: number | undefined): unknown {
  return since !== undefined && isServiceError(error)
    ? new ServiceError(error.code, error.message, { ...error, ambiguous: true })
    : error;
}

/** The refusal itself, no longer in doubt. */
export function certain(error: ServiceError): ServiceError {
  return new ServiceError(error.code, error.message, { ...error, ambiguous: false });
}

/** The error of a write that may or may not have been applied. @param failure why the row could not be read back */
export function outcomeUnknown(error: ServiceError, failure?: unknown): ServiceError {
  const why = failure === undefined ? "the row has been written since" : "the row could not be read back";
  const unknown = new ServiceError(
    "write.outcome-unknown",
    `It cannot be told whether the write was applied: an attempt got no answer, the next was refused (${error.message}), and ${why}. Read it and decide.`,
    { ...error, ambiguous: true },
  );
  unknown.cause = failure ?? error;
  return unknown;
}
