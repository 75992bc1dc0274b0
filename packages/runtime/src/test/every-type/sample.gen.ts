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

const $id = /* @__PURE__ */ $.string("id", { keyOnly: true });
const $text = /* @__PURE__ */ $.string("text", $.optional);
const $short = /* @__PURE__ */ $.string("short", { optional: true, maxLength: 3 });
const $data = /* @__PURE__ */ $.json("data", $.optional);
const $choice = /* @__PURE__ */ $.string("choice", { optional: true, oneOf: ["a", "b"] });
const $flag = /* @__PURE__ */ $.boolean("flag", $.optional);
const $small = /* @__PURE__ */ $.int32("small", $.optional);
const $ranged = /* @__PURE__ */ $.int32("ranged", { optional: true, min: -5, max: 5 });
const $big = /* @__PURE__ */ $.int64("big", $.optional);
const $bigNumber = /* @__PURE__ */ $.int64Number("bigNumber", $.optional);
const $bigString = /* @__PURE__ */ $.int64String("bigString", $.optional);
const $real = /* @__PURE__ */ $.double("real", $.optional);
const $at = /* @__PURE__ */ $.dateTime("at", $.optional);
const $atIso = /* @__PURE__ */ $.dateTimeIso("atIso", $.optional);
const $atTicks = /* @__PURE__ */ $.dateTimeTicks("atTicks", $.optional);
const $guid = /* @__PURE__ */ $.guid("guid", $.optional);
const $bytes = /* @__PURE__ */ $.binary("bytes", { name: "constructor", optional: true });
const $fewBytes = /* @__PURE__ */ $.binary("fewBytes", { optional: true, maxLength: 2 });
const $count = /* @__PURE__ */ $.int32("count", { default: 7 });
const $note = /* @__PURE__ */ $.string("note", { name: "Note" });

const schema: $.EntitySchema<SampleTypes> = /* @__PURE__ */ $.schema<SampleTypes>({
  name: "Sample",
  scope: "Samples/p",
  partitionKey: () => ["p"],
  rowKey: () => [[$id, $.raw()]],
  properties: [$id, $text, $short, $data, $choice, $flag, $small, $ranged, $big, $bigNumber, $bigString, $real, $at, $atIso, $atTicks, $guid, $bytes, $fewBytes, $count, $note],
  keepsUnknown: true,
  features: [$.unknownProperties],
  encode: (e, mode, limits) =>
    $.writeString($text, e.text, mode, limits) +
    $.writeString($short, e.short, mode, limits) +
    $.writeJson($data, e.data, mode, limits) +
    $.writeOneOf($choice, e.choice, mode) +
    $.writeBoolean($flag, e.flag, mode) +
    $.writeInt32($small, e.small, mode) +
    $.writeInt32($ranged, e.ranged, mode) +
    $.writeInt64($big, e.big, mode) +
    $.writeInt64Number($bigNumber, e.bigNumber, mode) +
    $.writeInt64String($bigString, e.bigString, mode) +
    $.writeDouble($real, e.real, mode) +
    $.writeDateTime($at, e.at, mode) +
    $.writeDateTimeIso($atIso, e.atIso, mode) +
    $.writeDateTimeTicks($atTicks, e.atTicks, mode) +
    $.writeGuid($guid, e.guid, mode) +
    $.writeBinary($bytes, e.bytes, mode, limits) +
    $.writeBinary($fewBytes, e.fewBytes, mode, limits) +
    $.writeInt32($count, e.count, mode) +
    $.writeString($note, e.note, mode, limits) +
    $.writeUnknownProperties(e.$extra, schema, limits),
  decode(r, typed) {
    const k = $.parseKeyOf(schema, $.idOf(r)) as SampleTypes["key"];
    return new Sample(
      {
        id: k.id,
        text: $.readString(r["text"], r[$text.annotationName], true),
        short: $.readString(r["short"], r[$short.annotationName], true),
        data: $.readJson(r["data"], r[$data.annotationName], true),
        choice: $.readOneOf(r["choice"], r[$choice.annotationName], $choice, true) as "a" | "b" | undefined,
        flag: $.readBoolean(r["flag"], true),
        small: $.readInt32(r["small"], true),
        ranged: $.readInt32(r["ranged"], true),
        big: $.readInt64(r["big"], r[$big.annotationName], typed, true),
        bigNumber: $.readInt64Number(r["bigNumber"], r[$bigNumber.annotationName], typed, true),
        bigString: $.readInt64String(r["bigString"], r[$bigString.annotationName], typed, true),
        real: $.readDouble(r["real"], r[$real.annotationName], typed, true),
        at: $.readDateTime(r["at"], r[$at.annotationName], typed, true),
        atIso: $.readDateTimeIso(r["atIso"], r[$atIso.annotationName], typed, true),
        atTicks: $.readDateTimeTicks(r["atTicks"], r[$atTicks.annotationName], typed, true),
        guid: $.readGuid(r["guid"], r[$guid.annotationName], typed, true),
        bytes: $.readBinary($.own(r, "constructor"), r[$bytes.annotationName], typed, true),
        fewBytes: $.readBinary(r["fewBytes"], r[$fewBytes.annotationName], typed, true),
        count: $.readInt32(r["count"], true),
        note: $.readString(r["Note"], r[$note.annotationName]),
        $extra: $.readUnknownProperties(r, schema, typed),
      },
      $.readETag(r),
      $.readTimestamp(r),
    ) as Sample & $.Stored;
  },
  class: () => Sample,
});

export class Sample {
  declare readonly id: string;
  declare text: string | undefined;
  declare short: string | undefined;
  declare data: unknown;
  declare choice: "a" | "b" | undefined;
  declare flag: boolean | undefined;
  declare small: number | undefined;
  declare ranged: number | undefined;
  declare big: bigint | undefined;
  declare bigNumber: number | undefined;
  declare bigString: string | undefined;
  declare real: number | undefined;
  declare at: Date | undefined;
  declare atIso: string | undefined;
  declare atTicks: $.Ticks | undefined;
  declare guid: $.Guid | undefined;
  declare bytes: Uint8Array | undefined;
  declare fewBytes: Uint8Array | undefined;
  declare count: number;
  declare note: string;
  declare readonly $kind: "Sample";
  declare readonly $etag: $.ETag | undefined;
  declare readonly $timestamp: Date | undefined;
  declare readonly $extra: Readonly<Record<string, $.EdmValue>> | undefined;

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

  static fromJSON(json: unknown, path?: string): Sample {
    return $.fromJson(schema, json, path) as Sample;
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
  readonly written: $.AsWritten<Sample>;
  readonly inserted: { readonly id: string };
  readonly replaced: { readonly id: string };
  readonly changed: { readonly id: string };
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
