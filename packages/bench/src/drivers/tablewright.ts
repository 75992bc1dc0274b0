import { type EntityClass, type EntityTypes, type Partition, TableServiceClient } from "@tablewright/runtime";
import type { Subject } from "../subjects/subject.js";
import { connectionStringTo, repeated, rowsPerTransaction, type SubjectName, subjects } from "../subjects/subjects.js";
import { Reading } from "../tables.gen/reading.gen.js";
import { Visit } from "../tables.gen/visit.gen.js";
import type { Driver } from "./driver.js";

/** Classes of the subjects. The other generated classes are not imported, because the process would have to load them too. */
const classes = { reading: Reading, visit: Visit };

/** Subject with its generated class. */
interface Generated<T extends EntityTypes> extends Subject<T["init"] & T["key"], T["key"], T["partition"]> {
  readonly entity: EntityClass<T> & { partition(values: T["partition"]): Partition<T["scope"]> };
}

export function generated(name: SubjectName): Generated<EntityTypes> {
  return { ...subjects[name], entity: classes[name] } as unknown as Generated<EntityTypes>;
}

const partitions = 16;

export function connect(endpoint: string): TableServiceClient {
  return TableServiceClient.fromConnectionString(connectionStringTo(endpoint));
}

export function open(endpoint: string, name: SubjectName): Driver {
  const { entity, partition, sample, keyOf, isRead, measured } = generated(name);
  const service = connect(endpoint);
  const client = service.entities(entity);
  const rows = Array.from({ length: rowsPerTransaction }, (_, n) => sample(n));
  const items = Array.from({ length: 200 * partitions }, (_, n) => ({ insert: sample(n, n % partitions) }));
  const at = (n: number) => rows[n % rows.length] as (typeof rows)[number];
  return {
    async query(metadata) {
      const query = client.query(partition);
      let count = 0;
      for await (const row of metadata === "none" ? query.metadata("none") : query) if (isRead(row)) count++;
      return count;
    },
    async select() {
      let count = 0;
      const query = client.query(partition).where({ [measured]: { gt: 0 } });
      for await (const row of query.select(measured as never)) if (isRead(row)) count++;
      return count;
    },
    get: (n) => client.getOrThrow(keyOf(n)),
    insert: (n) => client.insert(at(n)),
    merge: (n) => client.merge(keyOf(n), { [measured]: n + 0.5 }, { ifMatch: "*" }),
    transaction: () =>
      service.transaction(entity.partition(partition), (tx) => {
        for (const row of rows) tx.insert(entity, row);
      }),
    async bulk(count) {
      let written = 0;
      for await (const outcome of client.bulk(repeated(items, count), { concurrency: 16 })) {
        if (!outcome.ok) throw outcome.error;
        written++;
      }
      return written;
    },
  };
}
