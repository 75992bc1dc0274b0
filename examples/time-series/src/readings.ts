import type { TableServiceView } from "@tablewright/runtime";
import { Reading, type ReadingInit, type StoredReading } from "./tables.gen/index.js";

/** From `ge` up to but not including `lt`. */
export interface TimeRange {
  readonly ge: Date;
  readonly lt: Date;
}

/** The measurements of devices, in a partition for each device and month. */
export class Readings {
  readonly #service: TableServiceView;
  readonly #readings;

  constructor(service: TableServiceView) {
    this.#service = service;
    this.#readings = service.entities(Reading);
  }

  /**
   * Stores readings from any source, in transactions of up to 100, several at a time. What is sent twice is stored once, so a source
   * that failed halfway is simply sent again.
   */
  async ingest(source: AsyncIterable<ReadingInit> | Iterable<ReadingInit>): Promise<number> {
    async function* items() {
      for await (const reading of source) yield { insertOrReplace: reading };
    }
    const { written } = await this.#readings.bulk(items());
    return written;
  }

  /** The readings of a range, newest first. A reader that stops early has read no older month. */
  async *newestFirst(deviceId: string, { ge, lt }: TimeRange): AsyncGenerator<StoredReading> {
    for (const month of monthsBackwards(ge, lt)) {
      yield* this.#readings.query({ deviceId, at: month }).rowKey.between({ at: { ge, lt } });
    }
  }

  /** The mean of a range, from up to 8 months at a time; undefined without readings. */
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

  /** Deletes a whole month of a device, and says how many readings that were. */
  deleteMonth(deviceId: string, month: Date): Promise<number> {
    return this.#service.deletePartition(Reading.partition({ deviceId, at: month }));
  }
}

/** The first moments of the months that a range touches, in UTC as the keys are, from the last to the first. */
function* monthsBackwards(ge: Date, lt: Date): Generator<Date> {
  const last = new Date(lt.getTime() - 1);
  for (let back = 0; ; back++) {
    const month = new Date(Date.UTC(last.getUTCFullYear(), last.getUTCMonth() - back));
    const end = Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1);
    if (end <= ge.getTime()) return;
    yield month;
  }
}
