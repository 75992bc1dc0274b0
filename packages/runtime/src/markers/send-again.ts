import { Changeset } from "../batch/changeset.js";
import type { CallOptions, Connection } from "../connection/connection.js";
import { submitTransaction } from "../operations/entities/perform-entity-group-transaction.js";
import type { ETag } from "../schema/entity-types.js";
import type { WrittenETags } from "../write/evidence/outcome-rules.js";
import { buildInput, buildPart, type EncodedWrite, rowOperations } from "../write/planned-write.js";

/**
 * Sends the same writes again, until a response arrives or the time limit of the call is over.
 * @returns the new ETag of each row; undefined if a read has to show whether the writes were applied
 */
export async function sendAgain(
  connection: Connection,
  sent: readonly EncodedWrite[],
  options: CallOptions | undefined,
): Promise<WrittenETags | undefined> {
  const [first, ...others] = sent as readonly [EncodedWrite];
  const { name, table } = first.write;
  try {
    if (others.length === 0) {
      const operation = { ...rowOperations[name], persistent: true } as const;
      return [(await connection.send(operation, buildInput(connection, first, first.body), options)) as ETag];
    }
    const changeset = Changeset.of(sent.map((each) => buildPart(connection, each)));
    const operations = sent.map(({ write }) => write);
    const operation = { ...submitTransaction, persistent: true } as const;
    const response = await connection.send(operation, { table, changeset, operations }, options);
    return response.errorResponse === undefined ? response.etags : undefined;
  } catch {
    // Ignored: the caller then reads the rows, which show the outcome.
    return undefined;
  }
}
