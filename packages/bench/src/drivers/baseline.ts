import { AzureNamedKeyCredential, odata, TableClient, type TransactionAction } from "@azure/data-tables";
import { account, accountKey, rowsPerTransaction, sample } from "../samples.js";
import { Reading } from "../tables.gen/index.js";
import { type Driver, inFlight } from "./driver.js";

/** A reading as the baseline takes it: keys are texts, a Guid says that it is one, all else is told by its type. */
function entity(n: number) {
  const { sensorId, ...values } = sample(n);
  return { ...Reading.key(sample(n)), ...values, sensorId: { type: "Guid", value: sensorId } } as const;
}

export function open(endpoint: string): Driver {
  const client = new TableClient(
    `${endpoint}/${account}`,
    Reading.$schema.table,
    new AzureNamedKeyCredential(account, accountKey),
    { allowInsecureConnection: true, retryOptions: { maxRetries: 0 } },
  );
  const { partitionKey } = Reading.key(sample(0));
  const rowKeys = Array.from({ length: rowsPerTransaction }, (_, n) => Reading.key(sample(n)).rowKey);
  const entities = Array.from({ length: rowsPerTransaction }, (_, n) => entity(n));
  const actions = entities.map((row): TransactionAction => ["create", row]);
  return {
    async query() {
      let rows = 0;
      for await (const row of client.listEntities<{ readingNo: number }>({
        queryOptions: { filter: odata`PartitionKey eq ${partitionKey}` },
      })) {
        if (row.readingNo >= 0) rows++;
      }
      return rows;
    },
    get: (n) => client.getEntity(partitionKey, rowKeys[n % rowKeys.length] as string),
    insert: (n) => client.createEntity(entities[n % entities.length] as (typeof entities)[number]),
    transaction: () => client.submitTransaction(actions),
    bulk: (count) => inFlight(count / rowsPerTransaction, 16, () => client.submitTransaction(actions)),
  };
}
