import type { Values } from "../key-shapes/compile-entities.js";

/** Properties of a stored row: the Edm type and the value of each as text, such as `Int32 5`. */
export type Stored = Readonly<Record<string, string>>;

/** Index as the model needs it. */
export interface IndexModel {
  /** Source text of the index in the definition. */
  readonly text: string;
  /** Table of the index rows, if they have their own. */
  readonly table?: string;
  /** PartitionKey of the index rows, if it is not that of the entity. */
  readonly partitionKey?: (values: Values) => string;
  /** RowKey of the index row, with `id` in the place that the entity's own key takes in it; undefined if the entity has no index row. */
  readonly rowKey: (values: Values, id: string) => string | undefined;
  /** Properties in the keys of the index. The index row stores them besides the entity's keys. */
  readonly properties: readonly string[];
  readonly include?: readonly string[] | "all";
  /** Property whose value only one entity can have: in its partition, or in all partitions. */
  readonly unique?: string;
}

/** One option of a definition: its source text, values of its properties, and what a row stores of them. */
export interface Option {
  /** Source text of each property. */
  readonly properties?: Readonly<Record<string, string>>;
  readonly indexes?: Readonly<Record<string, IndexModel>>;
  /** Source text of options of the entity. */
  readonly entity?: string;
  /** Values of version `n` of an entity whose texts begin with `own`. A value that is undefined is absent. */
  readonly values?: (n: number, own: string) => Values;
  /** Values that a write of a whole entity stores in place of absent ones. */
  readonly defaults?: Values;
  /** Names of properties that only an insert writes. */
  readonly fixed?: readonly string[];
  /** Names of properties that an insert, or every write, sets to the current time. */
  readonly stamps?: Readonly<Record<string, "insert" | "write">>;
  /** Returns the stored properties of a row, if the row does not store each value under its name. A merge may store more. */
  readonly store?: (values: Values, isMerge: boolean) => Stored;
  /** Returns the properties with which a former definition stored the row. They take the place of the present ones. */
  readonly former?: (values: Values) => Stored;
  /** Name of the property with the time at which rows expire. */
  readonly expires?: string;
}

const none: Option = {};
const day = 86_400_000;
const future = () => new Date(Math.ceil(Date.now() / 1000) * 1000 + day);

/** Returns the text of a stored value, according to the JavaScript type of the given value. */
export function storedText(value: unknown): string {
  if (typeof value === "string") return `String ${value}`;
  if (typeof value === "number") return `Int32 ${value}`;
  if (typeof value === "bigint") return `Int64 ${value}`;
  if (typeof value === "boolean") return `Boolean ${value}`;
  if (value instanceof Date) return `DateTime ${value.toISOString()}`;
  return `String ${JSON.stringify(value)}`;
}

/** JSON text of the value under this name, or nothing if it is absent. */
const asJson = (name: string) => (values: Values) =>
  values[name] === undefined ? {} : { [name]: `String ${JSON.stringify(values[name])}` };

const compressed = (name: string) => (values: Values) =>
  values[name] === undefined ? {} : { [name]: `gzip ${JSON.stringify(values[name])}` };

/** Text that takes two stored properties, and at least one if it is compressed. A short text for version 1. */
const long = (n: number, own: string) => (n === 1 ? `short of ${own}` : `${own}${n} `.repeat(9_000).slice(0, 40_000));

/** Options of a definition by factor and level. `none` leaves the factor out. */
export const options = {
  local: {
    none,
    include: {
      properties: { team: "edm.string({ maxLength: 40 })" },
      values: (n) => ({ team: `team${n}` }),
      indexes: {
        byTeam: {
          text: '{ rowKey: (k) => ["team", k.team], include: ["note"] }',
          rowKey: ({ team }, id) => `team!${team}!${id}`,
          properties: ["team"],
          include: ["note"],
        },
      },
    },
    all: {
      properties: { team: "edm.string({ maxLength: 40 })" },
      values: (n) => ({ team: `team${n}` }),
      indexes: {
        byTeam: {
          text: '{ rowKey: (k) => ["team", k.team], include: "all" }',
          rowKey: ({ team }, id) => `team!${team}!${id}`,
          properties: ["team"],
          include: "all",
        },
      },
    },
    sparse: {
      properties: { mood: "edm.string({ maxLength: 40 }).optional()" },
      values: (n) => ({ mood: n === 1 ? undefined : `mood${n}` }),
      indexes: {
        byMood: {
          text: '{ rowKey: (k) => ["mood", k.mood] }',
          rowKey: ({ mood }, id) => (mood === undefined ? undefined : `mood!${mood}!${id}`),
          properties: ["mood"],
        },
      },
    },
    unique: {
      properties: { code: "edm.string({ maxLength: 40 })" },
      values: (n, own) => ({ code: `${own}code${n}` }),
      indexes: {
        byCode: {
          text: '{ rowKey: (k) => ["code", k.code], unique: true }',
          rowKey: ({ code }) => `code!${code}`,
          properties: ["code"],
          unique: "code",
        },
      },
    },
  },
  elsewhere: {
    none,
    elsewhere: {
      properties: { score: "edm.int32({ min: 0 })" },
      values: (n) => ({ score: 10 + n }),
      indexes: {
        byScore: {
          text: '{ table: "Board", partitionKey: () => ["all"], rowKey: (k) => [k.score.pad(4)] }',
          table: "Board",
          partitionKey: () => "all",
          rowKey: ({ score, part }, id) => `00${score}!${part}!${id}`,
          properties: ["score"],
        },
      },
    },
  },
  global: {
    none,
    global: {
      properties: { mail: "edm.string({ maxLength: 60 })" },
      values: (n, own) => ({ mail: `${own}-${n}@x` }),
      indexes: {
        byMail: {
          text: '{ partitionKey: (k) => ["mail", k.mail], rowKey: () => ["m"], unique: "global" }',
          partitionKey: ({ mail }) => `mail!${mail}`,
          rowKey: () => "m",
          properties: ["mail"],
          unique: "mail",
        },
      },
    },
  },
  ttl: {
    none,
    ttl: {
      properties: { expiresAt: "edm.dateTime()" },
      entity: "ttl: (k) => k.expiresAt",
      values: (n) => ({ expiresAt: new Date(future().getTime() + n * 1000) }),
      expires: "expiresAt",
    },
    ttlOptional: {
      properties: { expiresAt: "edm.dateTime().optional()" },
      entity: "ttl: (k) => k.expiresAt",
      values: (n) => ({ expiresAt: n === 1 ? undefined : new Date(future().getTime() + n * 1000) }),
      expires: "expiresAt",
    },
  },
  readOnly: {
    none,
    readOnly: {
      properties: { openedBy: "edm.string({ readOnly: true })" },
      values: (n) => ({ openedBy: `opener${n}` }),
      fixed: ["openedBy"],
    },
    onInsert: {
      properties: { createdAt: 'edm.dateTime({ onInsert: "now" })' },
      fixed: ["createdAt"],
      stamps: { createdAt: "insert" },
    },
  },
  onWrite: {
    none,
    onWrite: { properties: { updatedAt: 'edm.dateTime({ onWrite: "now" })' }, stamps: { updatedAt: "write" } },
  },
  codes: {
    none,
    numbers: {
      properties: { status: 'edm.int32({ codes: { open: 0, waiting: 1, closed: 9 }, default: "open" })' },
      values: (n) => ({ status: ["waiting", undefined, "closed"][n] }),
      defaults: { status: "open" },
      store: ({ status }) =>
        status === undefined ? {} : { status: `Int32 ${{ open: 0, waiting: 1, closed: 9 }[status as "open"]}` },
    },
    texts: {
      properties: { channel: 'edm.string({ name: "ch", codes: { mail: "m/1", phone: "p-2" } }).optional()' },
      values: (n) => ({ channel: ["mail", undefined, "phone"][n] }),
      store: ({ channel }) => (channel === undefined ? {} : { ch: `String ${channel === "mail" ? "m/1" : "p-2"}` }),
    },
  },
  large: {
    none,
    parts: {
      properties: { text: "edm.string({ parts: 3 })" },
      values: (n, own) => ({ text: long(n, own) }),
      store: ({ text }) => (text === undefined ? {} : { text: `String ${text}` }),
    },
    compressed: {
      properties: { doc: 'edm.json<object>({ compress: "gzip" })' },
      values: (n, own) => ({ doc: { text: long(n, own) } }),
      store: compressed("doc"),
    },
    compressedParts: {
      properties: { doc: 'edm.json<object | null>({ compress: "gzip", parts: 2 }).optional()' },
      values: (n) => ({ doc: [{ a: [1, null] }, null, undefined][n] }),
      store: compressed("doc"),
    },
  },
  evolution: {
    none,
    formerly: {
      properties: { label: 'edm.string({ formerly: ["oldLabel"] })' },
      values: (n) => ({ label: `label${n}` }),
      // A merge that does not read the row cannot know whether it has the former name.
      store: ({ label }, isMerge) =>
        label === undefined ? {} : { label: `String ${label}`, ...(isMerge && { oldLabel: `maybe String ${label}` }) },
      former: ({ label }) => ({ oldLabel: `String ${label}` }),
    },
    keepFormer: {
      properties: { label: 'edm.string({ formerly: ["oldLabel"], keepFormer: true })' },
      values: (n) => ({ label: `label${n}` }),
      store: ({ label }) => (label === undefined ? {} : { label: `String ${label}`, oldLabel: `String ${label}` }),
      former: ({ label }) => ({ oldLabel: `String ${label}` }),
    },
    reads: {
      properties: { count: 'edm.int64({ reads: ["Edm.Int32"] })' },
      values: (n) => ({ count: BigInt(7 + n) }),
      former: ({ count }) => ({ count: `Int32 ${count}` }),
    },
  },
  types: {
    none,
    hidden: {
      properties: { secret: "edm.string({ hidden: true }).optional()" },
      values: (n) => ({ secret: n === 1 ? undefined : `secret${n}` }),
    },
    brand: { properties: { owner: 'edm.string({ brand: "Owner" })' }, values: (n) => ({ owner: `owner${n}` }) },
  },
  json: {
    none,
    object: { properties: { data: "edm.json<object>()" }, values: (n) => ({ data: { n } }), store: asJson("data") },
    nullRequired: {
      properties: { data: "edm.json<object | null>()" },
      values: (n) => ({ data: [null, { n }, null][n] }),
      store: asJson("data"),
    },
    nullOptional: {
      properties: {
        data: "edm.json<object | null>().optional()",
        filled: 'edm.json<string | null>({ default: "d" })',
      },
      values: (n) => ({ data: [null, undefined, null][n], filled: [undefined, null, "f"][n] }),
      defaults: { filled: "d" },
      store: (values) => ({ ...asJson("data")(values), ...asJson("filled")(values) }),
    },
  },
  unknown: { none, keep: { entity: 'unknownProperties: "keep"' } },
  keys: { none, keyOnly: none, shard: none },
  kinds: { alone: none, stored: none, byKey: none },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Option>>>>;
