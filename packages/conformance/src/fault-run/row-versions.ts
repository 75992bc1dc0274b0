import type { Properties, RequestedWrite } from "../schedules/world/parse-writes.js";
import type { Delivery } from "../soak/exchange.js";
import { formatState, type RowState } from "./call-claims.js";
import { isIndexRow } from "./lines.js";
import type { WriteExchange } from "./write-exchange.js";

/** Contents of a row from one write to the next. */
export interface Version {
  readonly exchange: WriteExchange;
  readonly delivery: Delivery;
  readonly write: RequestedWrite;
  /** ETag of the row; undefined after a deletion. */
  readonly etag: string | undefined;
  readonly properties: Properties | undefined;
  /** Former contents of the row. */
  readonly before: Properties | undefined;
}

/** The service's record of a run: the contents of each row, in the order in which the service applied the writes. */
export class RowVersions {
  readonly #versions = new Map<string, Version[]>();

  constructor(exchanges: readonly WriteExchange[]) {
    const applied = exchanges.flatMap((exchange) =>
      exchange.deliveries.filter(({ isApplied }) => isApplied).map((delivery) => ({ exchange, delivery })),
    );
    for (const { exchange, delivery } of applied.sort((a, b) => a.delivery.order - b.delivery.order)) {
      const etags = [...delivery.etags];
      for (const write of exchange.writes) {
        const etag = write.kind === "delete" ? undefined : etags.shift();
        // Index rows follow from the lines. `runFaults` compares the two.
        if (isIndexRow(write.row)) continue;
        const before = this.versions(write.row).at(-1)?.properties;
        this.#add({ exchange, delivery, write, etag, before, properties: propertiesAfter(write, before) });
      }
    }
  }

  get rows(): Iterable<string> {
    return this.#versions.keys();
  }

  /** Returns all versions of a row, oldest first. */
  versions(row: string): readonly Version[] {
    return this.#versions.get(row) ?? [];
  }

  /** Returns the versions that a row possibly had between these times. Includes undefined if the row was possibly missing. */
  during(row: string, from: number, to: number): readonly (Version | undefined)[] {
    const versions = this.versions(row);
    const current = versions.filter(
      ({ delivery }, index) =>
        delivery.sentAt <= to && (versions[index + 1]?.delivery.handledAt ?? Number.POSITIVE_INFINITY) >= from,
    );
    const isAbsentAtFirst = (versions[0]?.delivery.handledAt ?? Number.POSITIVE_INFINITY) >= from;
    return isAbsentAtFirst ? [undefined, ...current] : current;
  }

  /** Returns the final contents of a row. */
  final(row: string): RowState {
    return stateIn(this.versions(row).at(-1)?.properties);
  }

  #add(version: Version): void {
    const { row } = version.write;
    const versions = this.#versions.get(row);
    if (versions === undefined) this.#versions.set(row, [version]);
    else versions.push(version);
  }
}

export function stateIn(properties: Properties | undefined): RowState {
  return properties && formatState(properties);
}

function propertiesAfter({ kind, properties }: RequestedWrite, before: Properties | undefined): Properties | undefined {
  if (kind === "delete") return undefined;
  return kind === "merge" || kind === "insertOrMerge" ? { ...before, ...properties } : properties;
}
