import { type Call, type Rules, stepsOf, type Transition } from "./protocol.js";
import { apply, none, type Value, type World, worldText } from "./world.js";

/** Calls that run concurrently, and the rows that exist before them. */
export interface SmallWorld {
  readonly calls: readonly Call[];
  /** Value of each entity; undefined for one that does not exist. */
  readonly entities: readonly (Value | undefined)[];
  /** Owner of the reservation of each value that no entity has. A crash has left such a reservation behind. */
  readonly stale?: readonly (number | undefined)[];
  readonly faults: number;
}

export interface Exploration {
  readonly states: number;
  /** Steps to a state that breaks a promise of unique indexes, and the promise; undefined if there is no such state. */
  readonly broken: string | undefined;
}

/**
 * Visits every state that these calls can reach. Checks in each that no two entities have the same value, that the values of all entities
 * are reserved, and that no other value stays reserved for ever.
 */
export function exploreWorlds(small: SmallWorld, rules: Rules): Exploration {
  const first = firstWorld(small);
  const from = new Map<string, readonly [former: string, label: string] | undefined>([[worldText(first), undefined]]);
  const waiting: [text: string, world: World][] = [[worldText(first), first]];
  for (let position = 0; position < waiting.length; position++) {
    const [text, world] = waiting[position] as [string, World];
    waiting[position] = ["", first];
    const promise = brokenPromise(world) ?? lockedValue(world, rules);
    if (promise !== undefined) return { states: from.size, broken: `${stepsTo(text, from)}; ${promise}` };
    for (const [label, next] of transitions(world, small.calls, rules)) {
      const key = worldText(next);
      if (from.has(key)) continue;
      from.set(key, [text, label]);
      waiting.push([key, next]);
    }
  }
  return { states: from.size, broken: undefined };
}

function firstWorld({ calls, entities, stale = [], faults }: SmallWorld): World {
  const reserved = ([0, 1] as const).map((value) => {
    const owner = entities.indexOf(value);
    const left = owner < 0 ? stale[value] : owner;
    return left === undefined ? undefined : { owner: left, version: 10 + value, writtenBy: 0 };
  });
  return {
    entities: entities.map((value, version) => (value === undefined ? undefined : { value, version: version + 1 })),
    reservations: reserved,
    calls: calls.map(() => ({ step: "start" })),
    inFlight: [],
    faults,
  };
}

function* transitions(world: World, calls: readonly Call[], rules: Rules): Generator<Transition, void> {
  for (const [index, call] of calls.entries()) {
    for (const [label, next] of stepsOf(world, index, call, rules)) yield [`${call.op} ${index} ${label}`, next];
  }
  for (const [index, request] of world.inFlight.entries()) {
    const without = { ...world, inFlight: world.inFlight.toSpliced(index, 1) };
    yield ["a request is lost", without];
    yield [`a request of ${request.call} arrives`, apply(without, request).world];
  }
}

function brokenPromise({ entities, reservations }: World): string | undefined {
  const held = entities.flatMap((stored) => (stored === undefined || stored.value === none ? [] : [stored.value]));
  if (new Set(held).size < held.length) return "two entities have one value";
  const isReserved = (value: Value | undefined, entity: number) =>
    value === undefined || value === none || reservations[value]?.owner === entity;
  return entities.every((stored, entity) => isReserved(stored?.value, entity)) ? undefined : "a value is not reserved";
}

/** Describes the broken promise if all calls have ended and an entity can never take a value that no entity has; undefined otherwise. */
function lockedValue(world: World, rules: Rules): string | undefined {
  if (world.inFlight.length > 0 || world.calls.some(({ step }) => step !== "ended")) return undefined;
  const free = ([0, 1] as const).filter((value) => !world.entities.some((stored) => stored?.value === value));
  const isLocked = free.some((value) =>
    world.entities.some((_, entity) => !canTake({ ...world, faults: 0 }, { op: "put", entity, value }, rules)),
  );
  return isLocked ? "a value is reserved for ever" : undefined;
}

/** Returns whether a call that runs alone can give its entity the value. */
function canTake(world: World, call: Call & { readonly op: "put" }, rules: Rules): boolean {
  const index = world.calls.length;
  const waiting: World[] = [{ ...world, calls: [...world.calls, { step: "start" }] }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next.entities[call.entity]?.value === call.value) return true;
    if (next.calls[index]?.step !== "rejected")
      waiting.push(...[...stepsOf(next, index, call, rules)].map(([, after]) => after));
  }
  return false;
}

function stepsTo(text: string, from: ReadonlyMap<string, readonly [string, string] | undefined>): string {
  const steps: string[] = [];
  for (let step = from.get(text); step !== undefined; step = from.get(step[0])) steps.unshift(step[1]);
  return steps.join("; ");
}
