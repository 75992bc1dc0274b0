import { type HttpRequest, SharedKeyCredential, TableServiceClient } from "@tablewright/runtime";
import { account, accountKey, samples } from "../samples.js";
import { Reading } from "../tables.gen/index.js";

/** The requests that Tablewright sends for one insert of each sample, and for a transaction of all: what the floor repeats. */
export async function sentRequests(
  endpoint: string,
  count: number,
): Promise<{ readonly inserts: readonly HttpRequest[]; readonly transaction: HttpRequest }> {
  const sent: HttpRequest[] = [];
  const transport = (request: HttpRequest) => {
    const { body } = request;
    // As the text that whoever has no client begins with.
    sent.push({ ...request, body: typeof body === "string" ? body : Buffer.from(body ?? []).toString() });
    return Promise.reject(new Error("Nothing is sent."));
  };
  const credential = new SharedKeyCredential(account, accountKey);
  const service = new TableServiceClient(`${endpoint}/${account}`, credential, { transport, retry: false });
  const rows = samples(count);
  for (const row of rows)
    await service
      .entities(Reading)
      .insert(row)
      .catch(() => undefined);
  const transaction = service.transaction(Reading.partition({ deviceId: "d1" }), (tx) => {
    for (const row of rows) tx.insert(Reading, row);
  });
  await transaction.catch(() => undefined);
  const last = sent.pop();
  if (last === undefined || sent.length !== count) throw new Error("Not every request was made.");
  return { inserts: sent, transaction: last };
}
