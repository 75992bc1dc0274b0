import * as generator from "@tablewright/generator";
import { edm } from "@tablewright/runtime/edm";
import { draftDefinitions } from "../../../cli/src/commands/pull/draft/draft-definitions.js";
import type { CommandExamples } from "./command-example.js";
import { ann, orderLine, orders, people } from "./orders.js";

/**
 * Returns a definition of people whose indexes store no kind.
 * @param word the beginning of the row keys
 */
const withoutKind = (word: string) =>
  people.replace('kind: "person"', `kind: "person",\n  kindProperty: false`).replace('["person",', `["${word}",`);

/** Errors and findings of commands that compare rows with definitions. */
export const rowErrors: CommandExamples<"index" | "migrate" | "property" | "pull" | "reindex" | "sweep" | "verify"> = {
  "index.entry-differs"({ service, write, live }) {
    write("tables/people.table.ts", people);
    service.importRows([ann.entity, ann.entry.replace('"id":"1"', '"id":"2"')]);
    return live("verify");
  },
  "index.entry-missing"({ service, write, live }) {
    write("tables/people.table.ts", people);
    service.importRows([ann.entity]);
    return live("verify");
  },
  "index.entry-stale"({ service, write, live }) {
    write("tables/people.table.ts", people);
    service.importRows([ann.entry]);
    return live("verify");
  },
  async "migrate.indexes-without-kind"({ write, run, live }) {
    write("tables/people.table.ts", withoutKind("person"));
    await run("generate");
    write("tables/people.table.ts", withoutKind("member"));
    return live("migrate");
  },
  async "migrate.rows-left"({ service, write, run, live }) {
    service.importRows([orderLine(7), '{"$table":"Sales"}']);
    write("tables/orders.table.ts", orders);
    await run("generate");
    write("tables/orders.table.ts", orders.replace('"Orders"', '"Sales"'));
    await run("generate", "--accept");
    return live("verify");
  },
  "migrate.unknown-entity"({ write, live }) {
    write("tables/orders.table.ts", orders);
    return live("migrate", "Ordr");
  },
  "property.undeclared"({ service, write, live }) {
    write("tables/orders.table.ts", orders);
    service.importRows([orderLine(7, '"total@odata.type":"Edm.Double","total":12.5,"coupon":"SPRING"')]);
    return live("verify");
  },
  "pull.file-exists"({ service, write, live }) {
    service.importRows([orderLine(7)]);
    write("tables/orders.table.ts", people);
    return live("pull", "Orders");
  },
  "pull.no-definition"({ thrown }) {
    const table = "$MetricsCapacityBlob";
    const rows = [{ partitionKey: "20260101T0000", rowKey: "data", properties: { Capacity: edm.int64(5n) } }];
    const place = { file: "tables/metrics.table.ts", others: [], taken: [], host: generator.createSourceHost({}) };
    return thrown(`pull '${table}'`, () => void draftDefinitions(generator, table, rows, place));
  },
  "reindex.unknown-entity"({ write, live }) {
    write("tables/people.table.ts", people);
    return live("reindex", "Persn");
  },
  "reindex.unknown-index"({ write, live }) {
    write("tables/people.table.ts", people);
    return live("reindex", "Person", "byMail");
  },
  "sweep.unknown-entity"({ write, live }) {
    write("tables/people.table.ts", people);
    return live("sweep", "Persons");
  },
  "verify.unknown-table"({ write, live }) {
    write("tables/orders.table.ts", orders);
    return live("verify", "Order");
  },
};
