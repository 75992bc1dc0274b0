import { apply, type CallState, isOld, none, type Request, type Value, type World } from "./world.js";

/** Call of a client. */
export type Call =
  /** Writes the entity with this value, whether it exists or not. */
  | { readonly op: "put"; readonly entity: number; readonly value: Value }
  /** Inserts the entity without reading it. */
  | { readonly op: "insert"; readonly entity: number; readonly value: Value }
  | { readonly op: "delete"; readonly entity: number }
  /** Deletes the reservation of a value if its owner does not have the value. */
  | { readonly op: "reindex"; readonly value: 0 | 1 };

/** Rules by which reservation rows keep the values of an index unique. Each rule has a test that omits it. */
export interface Rules {
  /** The value is reserved before the entity is written. */
  readonly reservesFirst: boolean;
  /** A reservation is replaced and deleted under the ETag that was read. */
  readonly underETag: boolean;
  /** Another entity's reservation is taken over only if it is too old to belong to a write in progress. */
  readonly takesOverOld: boolean;
  /**
   * A reservation is taken over, or deleted by `reindex`, only if a later read of its owner shows that the owner does not have the value.
   */
  readonly readsOwner: boolean;
  /** An entity's own reservation is written again before each write that gives the entity the value, even if it exists already. */
  readonly renewsOwn: boolean;
  /** The reservation of the former value is deleted only if it is too old to belong to a write in progress. */
  readonly vacatesOld: boolean;
  /** `reindex` deletes a reservation only if it is too old to belong to a write in progress. */
  readonly reindexesOld: boolean;
  /** A call deletes only a reservation that it has inserted itself. */
  readonly givesUpInserted: boolean;
  /**
   * A call deletes its inserted reservation only before it sends the write of the entity, because a copy of a rejected write can be applied
   * later.
   */
  readonly givesUpUnsent: boolean;
}

export const allRules: Rules = {
  reservesFirst: true,
  underETag: true,
  takesOverOld: true,
  readsOwner: true,
  renewsOwn: true,
  vacatesOld: true,
  reindexesOld: true,
  givesUpInserted: true,
  givesUpUnsent: true,
};

/** Next state of all rows and calls, and a label of the step that leads to it. */
export type Transition = readonly [label: string, world: World];

type Outcome = "applied" | "rejected" | "unknown";

const ended: CallState = { step: "ended" };

/** Returns every state to which one call can lead by its next step. A call can also crash; it then takes no further step. */
export function* stepsOf(world: World, index: number, call: Call, rules: Rules): Generator<Transition, void> {
  const state = world.calls[index] as CallState;
  if (state.step === "ended") return;
  const go = (next: CallState, from = world): World => ({ ...from, calls: from.calls.with(index, next) });
  yield ["crash", go(ended)];
  const steps = call.op === "reindex" ? reindexSteps : writeSteps;
  yield* steps({ world, index, state, rules, go }, call as never);
}

interface Position {
  readonly world: World;
  readonly index: number;
  readonly state: CallState;
  readonly rules: Rules;
  go(next: CallState, from?: World): World;
}

function* writeSteps(position: Position, call: Exclude<Call, { op: "reindex" }>): Generator<Transition, void> {
  const { world, state, rules, go, index } = position;
  const { step, entity, found, former, inserted } = state;
  const value = call.op === "delete" ? none : call.value;
  const isReserved = value !== none && value !== entity?.value;
  switch (step) {
    case "start": {
      const read = call.op === "insert" ? undefined : world.entities[call.entity];
      if (call.op === "delete" && read === undefined) return yield ["finds no entity", go(ended)];
      const isNew = value !== none && value !== read?.value;
      return yield ["reads the entity", go({ step: isNew && rules.reservesFirst ? "look" : "former", entity: read })];
    }
    case "look": {
      const row = world.reservations[value];
      const isOwn = row?.owner === call.entity;
      const next = isOwn && !rules.renewsOwn ? "former" : row === undefined || isOwn ? "reserve" : "doubt";
      return yield ["reads the reservation", go({ step: next, entity, found: row, former })];
    }
    case "doubt": {
      yield ["is rejected", go(ended)];
      if (found !== undefined && (isOld(world, found) || !rules.takesOverOld))
        yield ["finds it old", go({ step: "owner", entity, found, former })];
      return;
    }
    case "owner": {
      const holds = found !== undefined && world.entities[found.owner]?.value === value;
      return yield ["reads the owner", go(holds && rules.readsOwner ? ended : { ...state, step: "reserve" })];
    }
    case "reserve": {
      const version = rules.underETag ? (found?.version ?? "absent") : "any";
      const request = { call: index, target: "reservation", at: value, version, set: call.entity } as const;
      return yield* send(position, request, (outcome, after, made) => {
        if (outcome !== "applied") return go({ step: "look", entity, former }, after);
        const owned = found === undefined || !rules.givesUpInserted ? made : undefined;
        return go({ step: rules.reservesFirst ? "former" : "vacate", entity, former, inserted: owned }, after);
      });
    }
    case "former": {
      const left = entity === undefined || entity.value === value ? none : entity.value;
      const row = left === none ? undefined : world.reservations[left];
      // The entity may have another index whose value is taken. Then the entity is not written.
      if (inserted !== undefined) yield ["gives up", go({ step: "release", inserted })];
      yield ["keeps the former reservation", go({ step: "write", entity, inserted })];
      if (row?.owner === call.entity && (isOld(world, row) || !rules.vacatesOld))
        yield ["reads the former reservation", go({ step: "write", entity, inserted, former: row.version })];
      return;
    }
    case "write": {
      const set = call.op === "delete" ? undefined : value;
      const version = entity?.version ?? "absent";
      const request = { call: index, target: "entity", at: call.entity, version, set } as const;
      return yield* send(position, request, (outcome, after) => {
        if (outcome === "unknown") return go({ ...state, step: "unknown" }, after);
        if (outcome === "rejected") return go({ step: "rejected", entity, inserted }, after);
        return go(left(position, isReserved), after);
      });
    }
    case "unknown": {
      yield ["reports that the outcome is unknown", go(ended)];
      yield ["tries again", go({ ...state, step: "write" })];
      if ((world.entities[call.entity]?.value ?? none) === value)
        yield ["reads its value", go(left(position, isReserved))];
      return;
    }
    case "rejected": {
      yield ["reports it", go(ended)];
      yield ["begins again", go({ step: "start" })];
      if (inserted !== undefined && !rules.givesUpUnsent) yield ["gives up", go({ step: "release", inserted })];
      return;
    }
    case "release": {
      if (inserted === undefined) return;
      const version = rules.underETag ? inserted : "any";
      const request = { call: index, target: "reservation", at: value, version, set: undefined } as const;
      return yield* send(position, request, (_, after) => go(ended, after));
    }
    case "vacate": {
      if (former === undefined || entity === undefined) return yield ["ends", go(ended)];
      const version = rules.underETag ? former : "any";
      const request = { call: index, target: "reservation", at: entity.value, version, set: undefined } as const;
      return yield* send(position, request, (_, after) => go(ended, after));
    }
  }
}

/** Returns the next state of a call that has written its entity. */
function left({ state: { entity, former }, rules }: Position, isReserved: boolean): CallState {
  if (!rules.reservesFirst && isReserved) return { step: "look", entity, former };
  return former === undefined ? ended : { step: "vacate", entity, former };
}

function* reindexSteps(position: Position, { value }: { readonly value: Value }): Generator<Transition, void> {
  const { world, state, rules, go, index } = position;
  const { step, found } = state;
  if (step === "start") {
    const row = world.reservations[value];
    yield ["reads the reservation", go(row === undefined ? ended : { step: "age", found: row })];
  } else if (found !== undefined && step === "age") {
    yield ["finds it young", go(ended)];
    if (isOld(world, found) || !rules.reindexesOld) yield ["finds it old", go({ step: "owner", found })];
  } else if (found !== undefined && step === "owner") {
    const holds = world.entities[found.owner]?.value === value;
    yield ["reads the owner", go(holds && rules.readsOwner ? ended : { step: "vacate", found })];
  } else if (found !== undefined) {
    const version = rules.underETag ? found.version : "any";
    const request = { call: index, target: "reservation", at: value, version, set: undefined } as const;
    yield* send(position, request, (_, after) => go(ended, after));
  }
}

/** Yields each possible outcome of a request: its response arrives or is lost, or the request is late, or it arrives twice. */
function* send(
  { world }: Position,
  request: Request,
  next: (outcome: Outcome, after: World, version: number | undefined) => World,
): Generator<Transition, void> {
  const what = `${request.set === undefined ? "deletes" : "writes"} ${request.target} ${request.at}`;
  const { world: after, version } = apply(world, request);
  const outcome = version === undefined ? "rejected" : "applied";
  yield [`${what}: ${outcome}`, next(outcome, after, version)];
  if (world.faults === 0) return;
  const faulty = (from: World, isLate: boolean): World => ({
    ...from,
    faults: from.faults - 1,
    inFlight: isLate ? [...from.inFlight, request] : from.inFlight,
  });
  yield [`${what}: ${outcome}, response lost`, next("unknown", faulty(after, false), undefined)];
  yield [`${what}: late`, next("unknown", faulty(world, true), undefined)];
  yield [`${what}: ${outcome}, sent twice`, next(outcome, faulty(after, true), version)];
}
