import { AzureNamedKeyCredential, odata, TableClient, type TransactionAction } from "@azure/data-tables";
import { type AnySubject, storedValues } from "../subjects/subject.js";
import { account, accountKey, rowsPerTransaction, type SubjectName, subjects } from "../subjects/subjects.js";
import { type Driver, inFlight } from "./driver.js";

/**
 * Converts an entity to the input of `@azure/data-tables`. Keys are strings, and a Guid is an object with its Edm type. That package
 * infers all other types.
 */
function toRow(subject: AnySubject, n: number) {
  const values = storedValues(subject, n);
  for (const name of subject.guids) {
    if (values[name] !== undefined) values[name] = { type: "Guid", value: values[name] };
  }
  const { PartitionKey: partitionKey, RowKey: rowKey } = subject.keysOf(subject.keyOf(n));
  return { partitionKey, rowKey, ...values };
}

export function open(endpoint: string, name: SubjectName, retries = false): Driver {
  const subject = subjects[name] as AnySubject;
  const client = new TableClient(
    `${endpoint}/${account}`,
    subject.table,
    new AzureNamedKeyCredential(account, accountKey),
    { allowInsecureConnection: true, ...(!retries && { retryOptions: { maxRetries: 0 } }) },
  );
  const entities = Array.from({ length: rowsPerTransaction }, (_, n) => toRow(subject, n));
  const { PartitionKey } = subject.keysOf(subject.keyOf(0));
  const { measured } = subject;
  const keyOf = (n: number) => ({ partitionKey: PartitionKey, rowKey: at(n).rowKey });
  const actions = entities.map((row): TransactionAction => ["create", row]);
  const at = (n: number) => entities[n % entities.length] as (typeof entities)[number];
  return {
    async query() {
      let rows = 0;
      const queryOptions = { filter: odata`PartitionKey eq ${PartitionKey}` };
      for await (const row of client.listEntities({ queryOptions })) if (subject.isRead(row)) rows++;
      return rows;
    },
    async select() {
      let rows = 0;
      const filter = `${odata`PartitionKey eq ${PartitionKey}`} and ${measured} gt 0.0`;
      const queryOptions = { filter, select: [measured] };
      for await (const row of client.listEntities({ queryOptions })) if (subject.isRead(row)) rows++;
      return rows;
    },
    get: (n) => client.getEntity(PartitionKey, at(n).rowKey),
    insert: (n) => client.createEntity(at(n)),
    merge: (n) => client.updateEntity({ ...keyOf(n), [measured]: n + 0.5 }, "Merge"),
    transaction: () => client.submitTransaction(actions),
    bulk: (count) => inFlight(count / rowsPerTransaction, 16, () => client.submitTransaction(actions)),
  };
}
