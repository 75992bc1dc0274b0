import { type HttpRequest, SharedKeyCredential, TableServiceClient } from "@tablewright/runtime";
import { account, accountKey, type SubjectName } from "../subjects/subjects.js";
import { generated } from "./generated.js";

/** The requests that Tablewright sends for one insert of each sample, and for a transaction of all: what the floor repeats. */
export async function sentRequests(
  endpoint: string,
  name: SubjectName,
  count: number,
): Promise<{ readonly inserts: readonly HttpRequest[]; readonly transaction: HttpRequest }> {
  const { entity, partition, sample } = generated(name);
  const sent: HttpRequest[] = [];
  const transport = (request: HttpRequest) => {
    const { body } = request;
    // As the text that whoever has no client begins with.
    sent.push({ ...request, body: typeof body === "string" ? body : Buffer.from(body ?? []).toString() });
    return Promise.reject(new Error("Nothing is sent."));
  };
  const credential = new SharedKeyCredential(account, accountKey);
  const service = new TableServiceClient(`${endpoint}/${account}`, credential, { transport, retry: false });
  const rows = Array.from({ length: count }, (_, n) => sample(n));
  for (const row of rows)
    await service
      .entities(entity)
      .insert(row)
      .catch(() => undefined);
  const transaction = service.transaction(entity.partition(partition), (tx) => {
    for (const row of rows) tx.insert(entity, row);
  });
  await transaction.catch(() => undefined);
  const last = sent.pop();
  if (last === undefined || sent.length !== count) throw new Error("Not every request was made.");
  return { inserts: sent, transaction: last };
}
