import { TableServiceClient } from "@tablewright/runtime";
import { account, accountKey, repeated, rowsPerTransaction, sample, samples } from "../samples.js";
import { Reading } from "../tables.gen/index.js";
import type { Driver } from "./driver.js";

const partitions = 16;

export function connect(endpoint: string): TableServiceClient {
  return TableServiceClient.fromConnectionString(
    `AccountName=${account};AccountKey=${accountKey};TableEndpoint=${endpoint}/${account}`,
  );
}

export function open(endpoint: string): Driver {
  const service = connect(endpoint);
  const readings = service.entities(Reading);
  const rows = samples(rowsPerTransaction);
  const items = Array.from({ length: 200 * partitions }, (_, n) => ({ insert: sample(n, `d${n % partitions}`) }));
  return {
    async query(metadata) {
      const query = readings.query({ deviceId: "d1" });
      let rows = 0;
      for await (const reading of metadata === "none" ? query.metadata("none") : query) {
        if (reading.readingNo >= 0) rows++;
      }
      return rows;
    },
    get: (n) => readings.getOrThrow({ deviceId: "d1", readingNo: n }),
    insert: (n) => readings.insert(rows[n % rows.length] as (typeof rows)[number]),
    transaction: () =>
      service.transaction(Reading.partition({ deviceId: "d1" }), (tx) => {
        for (const row of rows) tx.insert(Reading, row);
      }),
    async bulk(count) {
      let written = 0;
      for await (const outcome of readings.bulk(repeated(items, count), { concurrency: 16 })) {
        if (!outcome.ok) throw outcome.error;
        written++;
      }
      return written;
    },
  };
}
