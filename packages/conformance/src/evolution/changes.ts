/** Change of a property between the former definition and the current one. */
export interface PropertyChange {
  readonly name: string;
  readonly before: string;
  /** Definition that the generator rejects. */
  readonly after: string;
  /** Text that the error must contain. */
  readonly refusal: string;
  /** Definition that the error recommends. */
  readonly safe: string;
  /** Two values as the former program writes them; undefined if it has no such property, or omits it. */
  readonly written: readonly [object, object];
  /** Current name of the property. */
  readonly property: string;
  /** The two values as the current program reads them. */
  readonly values: readonly [unknown, unknown];
  /** Conditions that only the first value meets. */
  readonly conditions: readonly object[];
  /** Operators that the client refuses on Cosmos DB, because Cosmos DB would find the wrong rows with them. */
  readonly refusedOnCosmos?: readonly string[];
  /** True if rows that lack the property are read with a default. No condition finds such rows. */
  readonly isFilledIn?: true;
}

const guids = ["0f8fad5b-d9cb-469f-a165-70867728950e", "7c9e6679-7425-40de-944b-e07fc1f90ae7"] as const;
const times = ["2024-05-06T07:08:09.123Z", "2024-05-06T07:08:10.000Z"] as const;
const dates = [new Date(times[0]), new Date(times[1])] as const;
const order = ["gt", "ge", "lt", "le", "between"];
const negations = ["ne", "$not"];
const every = ["eq", "in", "startsWith", ...negations, ...order];
const orAccept = "If no row is affected, run `npx tablewright generate --accept`.";
const unfound =
  "Conditions do not find rows without it, not even conditions on the default value: use $not with ne, or store it with `npx tablewright migrate`.";

export const changes: readonly PropertyChange[] = [
  {
    name: "a property is renamed",
    before: "mail: edm.string(),",
    after: "email: edm.string(),",
    refusal: `User.email is new and "mail" was removed, both Edm.String: existing rows have the value under "mail", where nothing reads it. → If it was renamed, write: email: edm.string({ formerly: ["mail"] }). While programs with the former definition still run, which know only "mail", add keepFormer: true. ${orAccept}`,
    safe: 'email: edm.string({ formerly: ["mail"] }),',
    written: [{ mail: "ann@x.org" }, { mail: "bob@x.org" }],
    property: "email",
    values: ["ann@x.org", "bob@x.org"],
    conditions: [{ startsWith: "ann" }, { lt: "b" }, { between: ["a", "b"] }],
    refusedOnCosmos: every,
  },
  {
    name: "an optional property is renamed",
    before: "note: edm.binary().optional(),",
    after: 'note: edm.binary({ name: "remark" }).optional(),',
    refusal: `User.note is new and "note" was removed, both Edm.Binary: existing rows have the value under "note", where nothing reads it. → If it was renamed, write: note: edm.binary({ name: "remark", formerly: ["note"] }).optional(). While programs with the former definition still run, which know only "note", add keepFormer: true. ${orAccept}`,
    safe: 'note: edm.binary({ name: "remark", formerly: ["note"] }).optional(),',
    written: [{ note: new Uint8Array([1]) }, {}],
    property: "note",
    values: [new Uint8Array([1]), undefined],
    conditions: [],
    refusedOnCosmos: every,
  },
  {
    name: "an Int32 becomes an Int64",
    before: "visits: edm.int32(),",
    after: "visits: edm.int64(),",
    refusal:
      'User.visits changed from Edm.Int32 to Edm.Int64: existing rows have Edm.Int32, and reading one fails. → Write: visits: edm.int64({ reads: ["Edm.Int32"] }).',
    safe: 'visits: edm.int64({ reads: ["Edm.Int32"] }),',
    written: [{ visits: -5 }, { visits: 7 }],
    property: "visits",
    values: [-5n, 7n],
    conditions: [
      { lt: 0n },
      { le: -5n },
      { between: [-5n, 6n] },
      { ge: -5n, lt: 7n },
      { le: -5n, gt: -5_000_000_000n },
    ],
    refusedOnCosmos: [...negations, ...order],
  },
  {
    name: "an Int32 becomes a Double",
    before: "score: edm.int32(),",
    after: "score: edm.double(),",
    refusal:
      'User.score changed from Edm.Int32 to Edm.Double: existing rows have Edm.Int32, and conditions do not find them. → Write: score: edm.double({ reads: ["Edm.Int32"] }).',
    safe: 'score: edm.double({ reads: ["Edm.Int32"] }),',
    written: [{ score: -5 }, { score: 7 }],
    property: "score",
    values: [-5, 7],
    conditions: [{ lt: -4.5 }, { le: -5 }, { between: [-5.5, 6.5] }, { ge: -5.5, lt: 6.5 }, { lt: 0.5, gt: -1e300 }],
  },
  {
    name: "an Int64 becomes a Double",
    before: "score: edm.int64(),",
    after: "score: edm.double(),",
    refusal:
      'User.score changed from Edm.Int64 to Edm.Double: existing rows have Edm.Int64, and reading one fails. → Write: score: edm.double({ reads: ["Edm.Int64"] }).',
    safe: 'score: edm.double({ reads: ["Edm.Int64"] }),',
    written: [{ score: -(2n ** 60n) }, { score: 7n }],
    property: "score",
    values: [-(2 ** 60), 7],
    conditions: [{ lt: -4.5 }, { between: [-(2 ** 61), 6.5] }],
    refusedOnCosmos: [...negations, ...order],
  },
  {
    name: "a String becomes a Guid",
    before: "ref: edm.string(),",
    after: "ref: edm.guid(),",
    refusal:
      'User.ref changed from Edm.String to Edm.Guid: existing rows have Edm.String, and reading one fails. → Write: ref: edm.guid({ reads: ["Edm.String"] }).',
    safe: 'ref: edm.guid({ reads: ["Edm.String"] }),',
    written: [{ ref: guids[0] }, { ref: guids[1] }],
    property: "ref",
    values: guids,
    conditions: [],
  },
  {
    name: "a String becomes a DateTime",
    before: "at: edm.string(),",
    after: "at: edm.dateTime(),",
    refusal:
      'User.at changed from Edm.String to Edm.DateTime: existing rows have Edm.String, and reading one fails. → Write: at: edm.dateTime({ reads: ["Edm.String"] }).',
    safe: 'at: edm.dateTime({ reads: ["Edm.String"] }),',
    written: [{ at: times[0] }, { at: times[1] }],
    property: "at",
    values: dates,
    conditions: [
      { lt: dates[1] },
      { le: dates[0] },
      { between: [new Date(0), dates[0]] },
      { ge: dates[0], lt: dates[1] },
    ],
    refusedOnCosmos: order,
  },
  {
    name: "a String becomes an Int32",
    before: "age: edm.string(),",
    after: "age: edm.int32(),",
    refusal:
      'User.age changed from Edm.String to Edm.Int32: existing rows have Edm.String, and reading one fails. → Write: age: edm.int32({ reads: ["Edm.String"] }).',
    safe: 'age: edm.int32({ reads: ["Edm.String"] }),',
    written: [{ age: "-5" }, { age: "70" }],
    property: "age",
    values: [-5, 70],
    conditions: [],
    refusedOnCosmos: negations,
  },
  {
    name: "a String becomes an Int64",
    before: "size: edm.string(),",
    after: "size: edm.int64(),",
    refusal:
      'User.size changed from Edm.String to Edm.Int64: existing rows have Edm.String, and reading one fails. → Write: size: edm.int64({ reads: ["Edm.String"] }).',
    safe: 'size: edm.int64({ reads: ["Edm.String"] }),',
    written: [{ size: "9007199254740993" }, { size: "0" }],
    property: "size",
    values: [9007199254740993n, 0n],
    conditions: [],
    refusedOnCosmos: ["ne"],
  },
  {
    name: "a String becomes a Double",
    before: "score: edm.string(),",
    after: "score: edm.double(),",
    refusal:
      'User.score changed from Edm.String to Edm.Double: existing rows have Edm.String, and reading one fails. → Write: score: edm.double({ reads: ["Edm.String"] }).',
    safe: 'score: edm.double({ reads: ["Edm.String"] }),',
    written: [{ score: "-5.25" }, { score: "70" }],
    property: "score",
    values: [-5.25, 70],
    conditions: [],
    refusedOnCosmos: negations,
  },
  {
    name: "a String becomes a Boolean",
    before: "active: edm.string(),",
    after: "active: edm.boolean(),",
    refusal:
      'User.active changed from Edm.String to Edm.Boolean: existing rows have Edm.String, and reading one fails. → Write: active: edm.boolean({ reads: ["Edm.String"] }).',
    safe: 'active: edm.boolean({ reads: ["Edm.String"] }),',
    written: [{ active: "true" }, { active: "false" }],
    property: "active",
    values: [true, false],
    conditions: [],
    refusedOnCosmos: negations,
  },
  {
    name: "a Guid becomes a String",
    before: "ref: edm.guid(),",
    after: "ref: edm.string(),",
    refusal:
      'User.ref changed from Edm.Guid to Edm.String: existing rows have Edm.Guid, and reading one fails. → Write: ref: edm.string({ reads: ["Edm.Guid"] }).',
    safe: 'ref: edm.string({ reads: ["Edm.Guid"] }),',
    written: [{ ref: guids[0] }, { ref: guids[1] }],
    property: "ref",
    values: guids,
    conditions: [],
  },
  {
    name: "a DateTime becomes a String",
    before: "at: edm.dateTime(),",
    after: "at: edm.string(),",
    refusal:
      'User.at changed from Edm.DateTime to Edm.String: existing rows have Edm.DateTime, and reading one fails. → Write: at: edm.string({ reads: ["Edm.DateTime"] }).',
    safe: 'at: edm.string({ reads: ["Edm.DateTime"] }),',
    written: [{ at: dates[0] }, { at: dates[1] }],
    property: "at",
    values: times,
    conditions: [],
  },
  {
    name: "a property is renamed and widened",
    before: "hits: edm.int32(),",
    after: "visits: edm.double(),",
    refusal: `User.visits is new and required: no existing row has it, so reading one fails. → Write: visits: edm.double({ default: 0 }), or visits: edm.double().optional(). ${unfound} ${orAccept}`,
    safe: 'visits: edm.double({ formerly: ["hits"], reads: ["Edm.Int32"] }),',
    written: [{ hits: -5 }, { hits: 7 }],
    property: "visits",
    values: [-5, 7],
    conditions: [{ lt: 0.5 }, { le: -5 }],
    refusedOnCosmos: every,
  },
  {
    name: "a required property is added",
    before: "",
    after: "plan: edm.string(),",
    refusal: `User.plan is new and required: no existing row has it, so reading one fails. → Write: plan: edm.string({ default: "…" }), or plan: edm.string().optional(). ${unfound} ${orAccept}`,
    safe: 'plan: edm.string({ default: "free" }),',
    written: [{}, {}],
    property: "plan",
    values: ["free", "free"],
    conditions: [],
    isFilledIn: true,
  },
  {
    name: "an optional property becomes required",
    before: "plan: edm.string().optional(),",
    after: "plan: edm.string(),",
    refusal: `User.plan was optional and is required: reading a row that was written without it fails. → Write: plan: edm.string({ default: "…" }), or plan: edm.string().optional(). ${unfound} ${orAccept}`,
    safe: 'plan: edm.string({ default: "free" }),',
    written: [{ plan: "pro" }, {}],
    property: "plan",
    values: ["pro", "free"],
    conditions: [{ gt: "g" }],
    isFilledIn: true,
  },
];
