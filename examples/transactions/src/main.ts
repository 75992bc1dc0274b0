/** Shows writes that belong together: an account and its entries change together, or not at all. */
import { isTableError, isTransactionError, TableServiceClient } from "@tablewright/runtime";
import { Account, Entry } from "./tables.gen/index.js";

await using service = TableServiceClient.fromConnectionString(
  process.env["TABLES_CONNECTION_STRING"] ?? "UseDevelopmentStorage=true",
);
const say = (line: string) => process.stdout.write(`${line}\n`);

await service.createTables([Account, Entry]);
const accounts = service.entities(Account);
const entries = service.entities(Entry);
const accountNo = `DE${Date.now()}`;
const partition = Account.partition({ accountNo });

// This transaction writes two kinds. The scope sets the partition's properties.
await service.transaction(partition, (tx) => {
  tx.insert(Account, { balance: 10_000n, entries: 1 });
  tx.insert(Entry, { entryNo: 1, amount: 10_000n, text: "Opening", bookedAt: new Date() });
});
say(`opened ${accountNo} with its first entry`);

/** Books an amount: writes the entry and the new balance, under the ETag of the balance that was read. */
async function book(amount: bigint, text: string): Promise<void> {
  const account = await accounts.getOrThrow({ accountNo });
  const entryNo = account.entries + 1;
  await service.transaction(partition, (tx) => {
    tx.insert(Entry, { entryNo, amount, text, bookedAt: new Date() });
    tx.merge(Account, {}, { balance: account.balance + amount, entries: entryNo }, { ifMatch: account.$etag });
  });
}

/** Retries after a concurrent booking, which made this one write nothing. */
async function bookInTurn(amount: bigint, text: string): Promise<void> {
  for (;;) {
    try {
      return await book(amount, text);
    } catch (error) {
      const isOvertaken =
        isTableError(error, "entity.condition-not-met") || isTableError(error, "entity.already-exists");
      if (!isOvertaken) throw error;
    }
  }
}

await Promise.all([bookInTurn(-2_500n, "Rent"), bookInTurn(-700n, "Coffee"), bookInTurn(1_200n, "Refund")]);
const account = await accounts.getOrThrow({ accountNo });
say(`after three bookings at once: balance ${account.balance}, ${account.entries} entries`);

try {
  await service.transaction(partition, (tx) => {
    tx.merge(Account, {}, { balance: 0n }, { ifMatch: "*" });
    tx.insert(Entry, { entryNo: 2, amount: -1n, text: "Twice", bookedAt: new Date() });
  });
} catch (error) {
  if (!isTransactionError(error)) throw error;
  say(`refused: operation ${error.index}, ${error.operation} of ${error.entity}, ${error.serviceCode}`);
}
say(`and the balance is still ${(await accounts.getOrThrow({ accountNo })).balance}`);

// A bulk takes any number of items and is not atomic: each item has its own outcome.
let written = 0;
const fees = Array.from({ length: 250 }, (_, index) => ({
  insert: { accountNo, entryNo: 1000 + index, amount: -1n, text: "Fee", bookedAt: new Date() },
}));
for await (const outcome of entries.bulk(fees)) {
  if (outcome.ok) written++;
  else say(`fee ${outcome.index}: ${outcome.error.message}`);
}
say(`bulk wrote ${written} fees`);
say(`deleted the partition: ${await service.deletePartition(partition)} rows`);
