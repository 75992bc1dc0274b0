/** Value of the unique property; `none` if an entity lacks it. */
export type Value = 0 | 1 | typeof none;
export const none = -1;

/** Stored entity. Versions are ETags: they are only compared for equality. */
export interface StoredEntity {
  readonly value: Value;
  readonly version: number;
}

/** Row that reserves a value for one entity. */
export interface Reservation {
  readonly owner: number;
  readonly version: number;
  /** Calls that have written the reservation, as a bit set. */
  readonly writtenBy: number;
}

/** Request that changes a row, under a condition. */
export interface Request {
  /** Position of the call that sent it. */
  readonly call: number;
  readonly target: "entity" | "reservation";
  /** Position of the entity, or of the reserved value. */
  readonly at: number;
  /** Version that the row must have; `absent` for an insert, `any` for no condition. */
  readonly version: number | "absent" | "any";
  /** New value of an entity, or new owner of a reservation; undefined for a deletion. */
  readonly set: number | undefined;
}

/** State of a call: its next step, and what it has read. */
export interface CallState {
  readonly step: string;
  readonly entity?: StoredEntity | undefined;
  /** Reservation as it was read. */
  readonly found?: Reservation | undefined;
  /** Version under which the reservation of the former value can be deleted. */
  readonly former?: number | undefined;
  /** Version of the reservation that this attempt inserted. */
  readonly inserted?: number | undefined;
}

export interface World {
  readonly entities: readonly (StoredEntity | undefined)[];
  readonly reservations: readonly (Reservation | undefined)[];
  readonly calls: readonly CallState[];
  /** Requests that can still arrive. */
  readonly inFlight: readonly Request[];
  /** Number of responses that can still be lost, or of requests that can be late or sent twice. */
  readonly faults: number;
}

/** Outcome of a request that the service has handled. */
export interface Applied {
  readonly world: World;
  /** New version; undefined if the condition was not met. */
  readonly version: number | undefined;
}

/** Handles a request as the service does. */
export function apply(world: World, { call, target, at, version, set }: Request): Applied {
  const row = target === "entity" ? world.entities[at] : world.reservations[at];
  const isMet = version === "any" || (row === undefined ? version === "absent" : row.version === version);
  if (!isMet || (row === undefined && set === undefined)) return { world, version: undefined };
  const next = freshVersion(world);
  if (target === "entity") {
    const stored = set === undefined ? undefined : { value: set as Value, version: next };
    return { world: { ...world, entities: world.entities.with(at, stored) }, version: next };
  }
  const writtenBy = (world.reservations[at]?.writtenBy ?? 0) | (1 << call);
  const reservation = set === undefined ? undefined : { owner: set, version: next, writtenBy };
  return { world: { ...world, reservations: world.reservations.with(at, reservation) }, version: next };
}

/**
 * Returns whether a reservation is too old to belong to a write in progress: each call that wrote it has ended, and none of its writes of
 * an entity can still arrive.
 */
export function isOld({ calls, inFlight }: World, { writtenBy }: Reservation): boolean {
  return calls.every(({ step }, call) => {
    if ((writtenBy & (1 << call)) === 0) return true;
    return step === "ended" && !inFlight.some((request) => request.call === call && request.target === "entity");
  });
}

function freshVersion({ entities, reservations, calls, inFlight }: World): number {
  const rows = [...entities, ...reservations, ...calls.flatMap(({ entity, found }) => [entity, found])];
  const versions = [
    ...rows.map((row) => row?.version ?? 0),
    ...calls.flatMap(({ former = 0, inserted = 0 }) => [former, inserted]),
    ...inFlight.map(({ version }) => (typeof version === "number" ? version : 0)),
  ];
  return Math.max(0, ...versions) + 1;
}

/** Formats the state of all rows and calls. States that differ only in their version numbers have the same text. */
export function worldText({ entities, reservations, calls, inFlight, faults }: World): string {
  const names = new Map<number, number>();
  const name = (version: number | string | undefined) => {
    if (typeof version !== "number") return version ?? "";
    const known = names.get(version) ?? names.size;
    names.set(version, known);
    return known;
  };
  const entity = (stored: StoredEntity | undefined) => stored && [stored.value, name(stored.version)];
  const reservation = (row: Reservation | undefined) => row && [row.owner, name(row.version), row.writtenBy];
  return JSON.stringify([
    entities.map(entity),
    reservations.map(reservation),
    calls.map(({ step, entity: read, found, former, inserted }) => [
      step,
      entity(read),
      reservation(found),
      name(former),
      name(inserted),
    ]),
    inFlight.map(({ call, target, at, version, set }) => [call, target, at, name(version), set]),
    faults,
  ]);
}
