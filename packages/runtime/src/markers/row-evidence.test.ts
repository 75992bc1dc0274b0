import { describe, expect, it } from "vitest";
import type { EntityPayload, MarkerSchema } from "../schema/entity-schema.js";
import { RowWrite, type WriteName } from "../write/planned-write.js";
import { absent, baseOf, clientOf, type Facts, newMarker, noFacts, readFacts, writeFacts } from "./facts.js";
import { MarkedWrite } from "./marked-write.js";
import { canShowOutcome, etagAfter, findRowEvidence, replacedETag } from "./row-evidence.js";

const old = 'W/"old"';
const id = { partitionKey: "p", rowKey: "r" };
const plainSchema: MarkerSchema = { property: "_w", facts: 2 };
const keptSchema: MarkerSchema = { ...plainSchema, deletes: "never" };
const exclusiveSchema: MarkerSchema = { ...plainSchema, exclusive: true };

const unmarked = (name: WriteName, ifMatch?: string) => new RowWrite(name, { name: "T", table: "T" }, id, ifMatch);
const marked = (name: WriteName, schema = plainSchema, facts: Facts = noFacts) =>
  new MarkedWrite(unmarked(name, name === "insert" ? undefined : old), schema, newMarker(), facts);

function row(facts: Facts = noFacts, etag = 'W/"new"', n = 1): EntityPayload {
  return {
    "odata.etag": etag,
    PartitionKey: "p",
    RowKey: "r",
    Timestamp: "2026-11-23T10:00:00Z",
    n,
    _w: facts,
  } as never;
}

/** Returns the facts of a row after a write of another call. @param client its client name, if that matters */
function factOf(base: string, facts: Facts = noFacts, client?: string): Facts {
  return readFacts(writeFacts(newMarker(client), base, facts, plainSchema));
}
const own = (write: MarkedWrite): Facts => readFacts(write.facts);
const foreign = factOf(baseOf('W/"other"'));
const foreignFull = factOf(baseOf('W/"later"'), foreign);

describe("a row that was read after its write got no usable response", () => {
  it("shows nothing where the write had neither a marker nor an ETag", () => {
    for (const write of [unmarked("insert"), unmarked("insertOrMerge"), unmarked("merge", "*")]) {
      expect([findRowEvidence(write, undefined), findRowEvidence(write, row())]).toEqual(["silent", "silent"]);
      expect(canShowOutcome(write)).toBe(false);
    }
  });

  it("shows of a write without a marker whether its version is still there", () => {
    const merge = unmarked("merge", old);
    expect([row(noFacts, old), row(), undefined].map((each) => findRowEvidence(merge, each))).toEqual([
      "open",
      "gone",
      "gone",
    ]);
    expect(findRowEvidence(unmarked("delete", old), undefined)).toBe("deleted");
    expect(findRowEvidence(unmarked("delete", old), row())).toBe("gone");
    expect(canShowOutcome(merge)).toBe(true);
  });

  it("shows by being missing what a write of it can still do", () => {
    const missing = (["insert", "merge", "replace", "delete"] as const).map((name) =>
      findRowEvidence(marked(name), undefined),
    );
    expect(missing).toEqual(["missing", "gone", "gone", "deleted"]);
  });

  it("shows by the write's own fact that it was applied, also beneath a later one and under any ETag", () => {
    for (const name of ["insert", "merge", "replace"] as const) {
      const write = marked(name);
      expect(canShowOutcome(write)).toBe(true);
      expect(findRowEvidence(write, row(own(write)))).toBe("applied");
      expect(findRowEvidence(write, row(factOf(baseOf('W/"new"'), own(write)), old))).toBe("applied");
    }
  });

  it("shows by another's fact that its version was taken", () => {
    for (const schema of [plainSchema, keptSchema, exclusiveSchema]) {
      expect(findRowEvidence(marked("merge", schema), row(factOf(baseOf(old))))).toBe("taken");
    }
  });

  it("shows by another insert's fact that an insert was not applied, only where rows are never deleted", () => {
    const birth = row(factOf(absent));
    const evidence = [plainSchema, keptSchema, exclusiveSchema].map((schema) =>
      findRowEvidence(marked("insert", schema), birth),
    );
    expect(evidence).toEqual(["gone", "taken", "taken"]);
  });

  it("shows by its ETag that the version is still there", () => {
    for (const schema of [plainSchema, keptSchema, exclusiveSchema]) {
      expect(findRowEvidence(marked("merge", schema), row(foreign, old))).toBe("open");
    }
  });

  it("shows nothing where it was replaced and others may have removed the write's fact", () => {
    for (const schema of [plainSchema, keptSchema]) {
      expect(findRowEvidence(marked("merge", schema), row(foreign))).toBe("gone");
    }
  });

  it("shows by all facts of exclusive clients that none is missing", () => {
    const write = marked("merge", exclusiveSchema, foreign);
    const evidence = (facts: Facts) => findRowEvidence(write, row(facts));
    expect(evidence(factOf(baseOf('W/"room"')))).toBe("taken");
    expect(evidence(foreignFull), "an older fact is still there").toBe("taken");
    const full = factOf(baseOf('W/"x"'), factOf(baseOf('W/"y"')));
    expect(evidence(full), "no older fact is left").toBe("gone");
    const withClient = factOf(baseOf('W/"x"'), factOf(baseOf('W/"y"'), noFacts, clientOf(write.marker)));
    expect(evidence(withClient), "an older fact of the same client").toBe("taken");
  });
});

describe("the ETag of a row after a write that was applied", () => {
  const body = JSON.stringify({ PartitionKey: "p", RowKey: "r", n: 1 });
  const etag = (write: RowWrite, found: EntityPayload | undefined) =>
    etagAfter({ write, body, toBytes: undefined } as never, found);

  it("is the row's where the write was the last one", () => {
    const write = marked("merge");
    expect(etag(write, row(own(write)))).toBe('W/"new"');
    expect(etag(unmarked("merge", old), row())).toBe('W/"new"');
  });

  it("is one that no row has where another write came later", () => {
    const write = marked("merge");
    expect(etag(write, row(factOf(baseOf('W/"x"'), own(write))))).toBe(replacedETag);
    expect(etag(write, row(own(write), 'W/"new"', 2)), "without a fact").toBe(replacedETag);
    expect(etag(unmarked("merge", old), row(noFacts, 'W/"new"', 2))).toBe(replacedETag);
    expect(etag(write, undefined)).toBe(replacedETag);
  });

  it("is none for a delete", () => {
    expect([etag(marked("delete"), undefined), etag(marked("delete"), row())]).toEqual([undefined, undefined]);
  });
});
