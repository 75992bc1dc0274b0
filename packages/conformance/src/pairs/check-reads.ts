import { isDeepStrictEqual } from "node:util";
import type { TableServiceClient } from "@tablewright/runtime";
import type { Values } from "../key-shapes/compile-entities.js";
import type { DrawnEntity } from "./drawn-entity.js";
import { type Held, now } from "./row-model.js";

/** Query, as far as this file uses it, without the types that only generated code has. */
interface AnyQuery {
  where(conditions: Values): AnyQuery;
  select(...names: string[]): AnyQuery;
  entities(): AnyQuery;
  toArray(): Promise<Values[]>;
  count(): Promise<number>;
}
interface AnyIndex {
  query(partition: Values): AnyQuery;
  get(key: Values): Promise<Values | undefined>;
}

/** Number of calls of `checkReads` without a `turn`. */
let calls = 0;

/**
 * Checks that reads of an entity agree with the model.
 * @param isHidden true if the entity has expired, so that reads omit it
 * @param turn a number that determines which two of the reads are made; by default, every read is made
 */
export async function checkReads(
  service: TableServiceClient,
  drawn: DrawnEntity,
  held: Held | undefined,
  key: { readonly part: string; readonly id: string },
  isHidden: boolean,
  turn?: number,
): Promise<string[]> {
  const wrong: string[] = [];
  const client = service.entities(drawn.entity);
  // Reads fill in defaults.
  const defaults = Object.assign({}, ...drawn.options.map((each) => each.defaults));
  const visible =
    held === undefined || isHidden ? undefined : { ...held, values: { ...defaults, ...given(held.values) } };
  const expect = (what: string, is: unknown, isRight: boolean) => {
    if (!isRight) wrong.push(`${what}: ${show(is)}, not ${show(visible?.values)}`);
  };
  const isEntity = (is: Values | undefined) =>
    visible === undefined ? is === undefined : is !== undefined && hasValues(is, visible.values);
  const find = (rows: readonly Values[]) => rows.find(({ id }) => id === key.id);
  const partition: Values = drawn.choice["keys"] === "shard" ? key : { part: key.part };
  const scan = () => (client.scan() as unknown as AnyQuery).where({ part: key.part });
  const readEntity = async (what: string, read: () => Promise<Values | undefined>) => {
    const is = await read();
    expect(what, is, isEntity(is));
  };

  const reads: (() => Promise<void>)[] = [
    () => readEntity("get", async () => (await client.get(key as never)) as Values | undefined),
    () => readEntity("getMany", async () => (await client.getMany([key as never]))[0] as Values | undefined),
    () =>
      readEntity("query", async () => find(await (client.query(partition as never) as unknown as AnyQuery).toArray())),
    () => readEntity("scan", async () => find(await scan().toArray())),
    async () => {
      const names = ["id", ...drawn.options.flatMap(({ properties }) => Object.keys(properties ?? {}))];
      const selected = find(
        await scan()
          .select(...names)
          .toArray(),
      );
      const isSelected = selected !== undefined && hasValues(selected, pick(visible?.values ?? {}, names));
      expect("select", selected, visible ? isSelected : !selected);
    },
    async () => {
      const got = (await client.get(key as never)) as Values | undefined;
      // Each turn checks one condition, because conditions take most of the time. A condition cannot find a default that is not stored.
      const isStored = (name: string) => got?.[name] !== undefined && held?.values[name] !== undefined;
      const conditions = conditionNames(drawn).filter(isStored);
      const number = turn === undefined ? calls++ : Math.trunc(turn / reads.length);
      const name = conditions[number % Math.max(1, conditions.length)];
      if (name !== undefined)
        await readEntity(`where ${name}`, async () =>
          find(
            await scan()
              .where({ [name]: got?.[name] })
              .toArray(),
          ),
        );
    },
    ...drawn.indexes.map(([name, index]) => async () => {
      const reader = (client as unknown as Readonly<Record<string, AnyIndex>>)[name] as AnyIndex;
      const hasRow = visible !== undefined && index.rowKey(visible.values, key.id) !== undefined;
      const isIndexed = (is: Values | undefined) => (hasRow ? isEntity(is) : is === undefined);
      if (index.unique === "mail") {
        const values = visible?.values["mail"] ?? `${key.part}${key.id}-0@x`;
        const found = await reader.get({ mail: values });
        expect(`${name}.get`, found, isIndexed(found));
        return;
      }
      const rows = reader.query(index.partitionKey === undefined ? partition : {});
      const isLocal = index.partitionKey === undefined;
      const entities = await (isLocal ? rows.entities() : rows.where({ part: key.part })).toArray();
      expect(`${name} entities`, find(entities), isIndexed(find(entities)));
      if (isLocal) {
        const found = find(await rows.toArray());
        expect(`${name}.query`, found, (found !== undefined) === hasRow);
      }
    }),
  ];
  const chosen = turn === undefined ? reads : [turn, turn + 3].map((at) => reads[at % reads.length]);
  for (const read of chosen) await read?.();
  return wrong;
}

/**
 * Returns the names of properties that conditions can use. Excludes properties that are split, compressed or JSON, and those with former
 * types: Azurite fails if a condition compares an Edm.Int64 with rows of a former type.
 */
function conditionNames({ options }: DrawnEntity): string[] {
  const declared = options.flatMap(({ properties }) => Object.entries(properties ?? {}));
  return declared.filter(([, text]) => !/parts|json|reads/.test(text)).map(([name]) => name);
}

function given(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

function pick(values: Values, names: readonly string[]): Values {
  return Object.fromEntries(names.map((name) => [name, values[name]]));
}

/** Returns whether an entity that was read has exactly these values. If the write sets a time, any time counts as equal. */
function hasValues(is: Values, values: Values): boolean {
  const names = new Set([...Object.keys(is).filter((name) => !name.startsWith("$")), ...Object.keys(values)]);
  return [...names].every((name) => {
    const [value, read] = [values[name], is[name]];
    return value === now ? read instanceof Date : isDeepStrictEqual(read, value);
  });
}

function show(values: unknown): string {
  const text = JSON.stringify(values, (_, value) =>
    typeof value === "bigint"
      ? `${value}n`
      : typeof value === "string" && value.length > 40
        ? `${value.slice(0, 40)}…`
        : value,
  );
  return text ?? "nothing";
}
