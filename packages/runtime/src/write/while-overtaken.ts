import { TableError } from "../errors/table-error.js";
import { delay } from "../http/cancellation.js";
import { type BackoffBounds, backoff } from "../http/retry-delay.js";
import type { CallOptions, Connection } from "../rest/connection.js";

/** Write that has to be repeated if other writers change its row first. */
export interface ContendedWrite<Result> {
  /** Name of the entity class or table, for messages. */
  readonly entity: string;
  /** Name of the call for messages, such as `modify of Order`. */
  readonly what: string;
  /** Maximum number of attempts. Default 100. */
  readonly attempts?: number | undefined;
  /** Advice at the end of the message, after the last attempt. */
  readonly help?: string;
  /** Reads the row and plans the write. Called again for each attempt. Returns the function that sends the write. */
  plan(): Promise<() => Result | Promise<Result>>;
  /** Returns whether the error of the write means that another writer was faster, so that another attempt makes sense. */
  isOvertaken(error: unknown): boolean;
}

const contention: BackoffBounds = { baseDelayMs: 16, maxDelayMs: 250 };

/**
 * Plans and sends a write. If another writer was faster, does both again.
 * @throws TableError `write.contended` after the last attempt; what `plan` throws; other errors of the write
 */
export async function whileOvertaken<Result>(
  connection: Pick<Connection, "random">,
  options: CallOptions | undefined,
  write: ContendedWrite<Result>,
): Promise<Result> {
  const { entity, what, attempts = 100, help = "Spread the writes over several rows." } = write;
  for (let attempt = 1; ; attempt++) {
    const send = await write.plan();
    try {
      return await send();
    } catch (cause) {
      if (!write.isOvertaken(cause)) throw cause;
      if (attempt >= attempts) {
        const problem = `${what} lost to other writers in all ${attempts} attempts. ${help}`;
        throw new TableError("write.contended", problem, { entity, cause });
      }
    }
    await delay(backoff(attempt, contention, connection.random), options?.signal);
  }
}
