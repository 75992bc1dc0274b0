// Written by hand in the shape of generated code: one property for every form of every Edm type.
// biome-ignore-all format: generated
// biome-ignore-all lint: generated

import * as $ from "@tablewright/runtime/codegen/v1";

export interface SampleInit {
  readonly id: string;
  readonly text?: string | undefined;
  readonly short?: string | undefined;
  readonly data?: unknown;
  readonly choice?: "a" | "b" | undefined;
  readonly flag?: boolean | undefined;
  readonly small?: number | undefined;
  readonly ranged?: number | undefined;
  readonly big?: bigint | undefined;
  readonly bigNumber?: number | undefined;
  readonly bigString?: string | undefined;
  readonly real?: number | undefined;
  readonly at?: Date | undefined;
  readonly atIso?: string | undefined;
  readonly atTicks?: $.Ticks | undefined;
  readonly guid?: $.Guid | undefined;
  readonly bytes?: Uint8Array | undefined;
  readonly fewBytes?: Uint8Array | undefined;
  readonly count?: number | undefined;
  readonly note: string;
  readonly $extra?: Readonly<Record<string, $.EdmValue>> | undefined;
}

const choices = ["a", "b"] as const;

const schema: $.EntitySchema<SampleTypes> = {
  name: "Sample",
  table: "Samples",
  scope: "Samples/p",
  kind: "Sample",
  separator: "!",
  partitionParts: ["p"],
  rowParts: [["id", "raw"]],
  properties: {
    id: { type: $.string, keyOnly: true },
    text: { type: $.string, optional: true },
    short: { type: $.string, optional: true, maxLength: 3 },
    data: { type: $.json, optional: true },
    choice: { type: $.string, optional: true, oneOf: choices },
    flag: { type: $.boolean, optional: true },
    small: { type: $.int32, optional: true },
    ranged: { type: $.int32, optional: true, min: -5, max: 5 },
    big: { type: $.int64, optional: true },
    bigNumber: { type: $.int64Number, optional: true },
    bigString: { type: $.int64String, optional: true },
    real: { type: $.double, optional: true },
    at: { type: $.dateTime, optional: true },
    atIso: { type: $.dateTimeIso, optional: true },
    atTicks: { type: $.dateTimeTicks, optional: true },
    guid: { type: $.guid, optional: true },
    bytes: { type: $.binary, name: "constructor", optional: true },
    fewBytes: { type: $.binary, optional: true, maxLength: 2 },
    count: { type: $.int32, default: 7 },
    note: { type: $.string, name: "Note" },
  },
  keepsUnknown: true,
  partitionKey: () => "p",
  rowKey: (r) => $.keyRaw(r.id, "!"),
  parseKey(id) {
    const r = $.splitKey(id.rowKey, "!", 1);
    if (id.partitionKey !== "p") $.malformedKey(id);
    return { id: $.parseRaw(r[0]) };
  },
  encode: (e, mode, limits) =>
    $.writeString(',"text":', e.text, 2, limits) +
    $.writeString(',"short":', e.short, 2, limits, 3) +
    $.writeJson(',"data":', e.data, 2, limits) +
    $.writeOneOf(',"choice":', e.choice, 2, choices) +
    $.writeBoolean(',"flag":', e.flag, 2) +
    $.writeInt32(',"small":', e.small, 2) +
    $.writeInt32(',"ranged":', e.ranged, 2, -5, 5) +
    $.writeInt64(',"big@odata.type":"Edm.Int64","big":', e.big, 2) +
    $.writeInt64Number(',"bigNumber@odata.type":"Edm.Int64","bigNumber":', e.bigNumber, 2) +
    $.writeInt64String(',"bigString@odata.type":"Edm.Int64","bigString":', e.bigString, 2) +
    $.writeDouble(',"real@odata.type":"Edm.Double","real":', e.real, 2) +
    $.writeDateTime(',"at@odata.type":"Edm.DateTime","at":', e.at, 2) +
    $.writeDateTimeIso(',"atIso@odata.type":"Edm.DateTime","atIso":', e.atIso, 2) +
    $.writeDateTimeTicks(',"atTicks@odata.type":"Edm.DateTime","atTicks":', e.atTicks, 2) +
    $.writeGuid(',"guid@odata.type":"Edm.Guid","guid":', e.guid, 2) +
    $.writeBinary(',"constructor@odata.type":"Edm.Binary","constructor":', e.bytes, 2, limits) +
    $.writeBinary(',"fewBytes@odata.type":"Edm.Binary","fewBytes":', e.fewBytes, 2, limits, 2) +
    $.writeInt32(',"count":', mode === 0 ? (e.count ?? 7) : e.count, 2) +
    $.writeString(',"Note":', e.note, mode, limits) +
    $.writeExtra(e.$extra, schema, limits),
  decode(r, typed) {
    const k = schema.parseKey($.idOf(r));
    return new Sample(
      {
        id: k.id,
        text: r["text"] == null ? undefined : $.readString(r["text"], r["text@odata.type"]),
        short: r["short"] == null ? undefined : $.readString(r["short"], r["short@odata.type"]),
        data: r["data"] == null ? undefined : $.readJson(r["data"], r["data@odata.type"]),
        choice: r["choice"] == null ? undefined : $.readOneOf(r["choice"], r["choice@odata.type"], choices),
        flag: r["flag"] == null ? undefined : $.readBoolean(r["flag"]),
        small: r["small"] == null ? undefined : $.readInt32(r["small"]),
        ranged: r["ranged"] == null ? undefined : $.readInt32(r["ranged"]),
        big: r["big"] == null ? undefined : $.readInt64(r["big"], r["big@odata.type"], typed),
        bigNumber: r["bigNumber"] == null ? undefined : $.readInt64Number(r["bigNumber"], r["bigNumber@odata.type"], typed),
        bigString: r["bigString"] == null ? undefined : $.readInt64String(r["bigString"], r["bigString@odata.type"], typed),
        real: r["real"] == null ? undefined : $.readDouble(r["real"], r["real@odata.type"], typed),
        at: r["at"] == null ? undefined : $.readDateTime(r["at"], r["at@odata.type"], typed),
        atIso: r["atIso"] == null ? undefined : $.readDateTimeIso(r["atIso"], r["atIso@odata.type"], typed),
        atTicks: r["atTicks"] == null ? undefined : $.readDateTimeTicks(r["atTicks"], r["atTicks@odata.type"], typed),
        guid: r["guid"] == null ? undefined : $.readGuid(r["guid"], r["guid@odata.type"], typed),
        bytes: $.own(r, "constructor") == null ? undefined : $.readBinary($.own(r, "constructor"), r["constructor@odata.type"], typed),
        fewBytes: r["fewBytes"] == null ? undefined : $.readBinary(r["fewBytes"], r["fewBytes@odata.type"], typed),
        count: r["count"] == null ? 7 : $.readInt32(r["count"]),
        note: $.readString(r["Note"], r["Note@odata.type"]),
        $extra: $.readExtra(r, schema, typed),
      },
      $.readETag(r),
      $.readTimestamp(r),
    ) as Sample & $.Stored;
  },
  create: (init, etag, timestamp) => new Sample(init, etag, timestamp) as Sample & $.Stored,
};

export class Sample {
  readonly id: string;
  text: string | undefined;
  short: string | undefined;
  data: unknown;
  choice: "a" | "b" | undefined;
  flag: boolean | undefined;
  small: number | undefined;
  ranged: number | undefined;
  big: bigint | undefined;
  bigNumber: number | undefined;
  bigString: string | undefined;
  real: number | undefined;
  at: Date | undefined;
  atIso: string | undefined;
  atTicks: $.Ticks | undefined;
  guid: $.Guid | undefined;
  bytes: Uint8Array | undefined;
  fewBytes: Uint8Array | undefined;
  count: number;
  note: string;
  readonly $kind: "Sample";
  readonly $etag: $.ETag | undefined;
  readonly $timestamp: Date | undefined;
  readonly $extra: Readonly<Record<string, $.EdmValue>> | undefined;

  constructor(init: SampleInit, etag?: $.ETag, timestamp?: Date) {
    this.id = init.id;
    this.text = init.text;
    this.short = init.short;
    this.data = init.data;
    this.choice = init.choice;
    this.flag = init.flag;
    this.small = init.small;
    this.ranged = init.ranged;
    this.big = init.big;
    this.bigNumber = init.bigNumber;
    this.bigString = init.bigString;
    this.real = init.real;
    this.at = init.at;
    this.atIso = init.atIso;
    this.atTicks = init.atTicks;
    this.guid = init.guid;
    this.bytes = init.bytes;
    this.fewBytes = init.fewBytes;
    this.count = init.count ?? 7;
    this.note = init.note;
    this.$kind = "Sample";
    this.$etag = etag;
    this.$timestamp = timestamp;
    this.$extra = init.$extra;
  }

  toJSON(): object {
    return $.toJson(this);
  }

  static partition(partition: object): $.Partition<"Samples/p"> {
    return $.partitionOf(schema, partition) as $.Partition<"Samples/p">;
  }

  static readonly $schema: $.EntitySchema<SampleTypes> = schema;
}

export interface SampleTypes {
  readonly name: "Sample";
  readonly kind: "Sample";
  readonly scope: "Samples/p";
  readonly entity: Sample & $.Stored;
  readonly init: SampleInit;
  readonly merge: Omit<Partial<SampleInit>, "id">;
  readonly key: { readonly id: string };
  readonly partition: object;
  readonly rowKey: { readonly id: string };
  readonly rowKeyPrefix: object;
  readonly rowKeyRange: object;
  readonly inPartition: SampleInit;
  readonly where: object;
  readonly selectable: Exclude<keyof SampleInit, "$extra">;
  readonly optional: Exclude<keyof SampleInit, "id" | "note" | "count" | "$extra">;
}
