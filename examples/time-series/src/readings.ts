import type { TableServiceView } from "@tablewright/runtime";
import { Reading, type ReadingInit, type StoredReading } from "./tables.gen/index.js";

/** Time range from `ge`, inclusive, to `lt`, exclusive. */
export interface TimeRange {
  readonly ge: Date;
  readonly lt: Date;
}

/** Measurements of devices, with a partition for each device and month. */
export class Readings {
  readonly #service: TableServiceView;
  readonly #readings;

  constructor(service: TableServiceView) {
    this.#service = service;
    this.#readings = service.entities(Reading);
  }

  /**
   * Stores readings from any source, in transactions of up to 100, several of them concurrently. A reading that is sent twice is stored
   * once, so a source that failed halfway can be sent again.
   */
  async ingest(source: AsyncIterable<ReadingInit> | Iterable<ReadingInit>): Promise<number> {
    async function* items() {
      for await (const reading of source) yield { insertOrReplace: reading };
    }
    const { written } = await this.#readings.bulk(items());
    return written;
  }

  /** Reads the readings of a range, newest first. A caller that stops early reads no older month. */
  async *newestFirst(deviceId: string, { ge, lt }: TimeRange): AsyncGenerator<StoredReading> {
    for (const month of monthsBackwards(ge, lt)) {
      yield* this.#readings.query({ deviceId, at: month }).rowKey.between({ at: { ge, lt } });
    }
  }

  /** Returns the mean of a range, reading up to 8 months concurrently. Returns undefined without readings. */
  async mean(deviceId: string, range: TimeRange): Promise<number | undefined> {
    let sum = 0;
    let count = 0;
    const months = this.#readings.queryPartitions({ deviceId, at: range }, { parallel: 8 });
    for await (const { celsius } of months.select("celsius")) {
      sum += celsius;
      count++;
    }
    return count === 0 ? undefined : sum / count;
  }

  /** Deletes a whole month of a device, and returns the number of readings deleted. */
  deleteMonth(deviceId: string, month: Date): Promise<number> {
    return this.#service.deletePartition(Reading.partition({ deviceId, at: month }));
  }
}

/** Yields the start of each month in a range, newest first, in UTC like the keys. */
function* monthsBackwards(ge: Date, lt: Date): Generator<Date> {
  const last = new Date(lt.getTime() - 1);
  for (let back = 0; ; back++) {
    const month = new Date(Date.UTC(last.getUTCFullYear(), last.getUTCMonth() - back));
    const end = Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1);
    if (end <= ge.getTime()) return;
    yield month;
  }
}
