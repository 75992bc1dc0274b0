import type { CommandExamples } from "./command-example.js";
import { orderLine, orders } from "./orders.js";

const file = "orders.ndjson";

const azure = ["--endpoint", "https://shop.table.core.windows.net", "--sas", "sv=2024-11-04&sig=c2ln"];
const plan = '{"version":1,"endpoint":"https://shop.table.core.windows.net","table":"Orders","shards":4,"ranges":[]}\n';

/** Errors of exports, imports and queries, and of the plans that divide a table. */
export const copyErrors: CommandExamples<"export" | "import" | "plan" | "sql"> = {
  "export.file-exists"({ service, write, live }) {
    service.importRows([orderLine(7)]);
    write(file, `${orderLine(7)}\n`);
    return live("export", "Orders", "--out", file);
  },
  "export.no-run": ({ live }) => live("export", "Orders", "--parquet", "--out", "orders", "--since", "last"),
  "export.not-installed": ({ withoutPackage }) =>
    withoutPackage("@tablewright/sql", "export", "Orders", "--parquet", "--out", "orders", ...azure),
  "export.state-invalid"({ service, write, live }) {
    service.importRows([orderLine(7)]);
    write(file, `${orderLine(7)}\n`);
    write(`${file}.export-state.json`, '{"version":1,"tab');
    return live("export", "Orders", "--out", file);
  },
  "export.under-way"({ service, write, live }) {
    service.importRows([orderLine(7)]);
    write(`${file}.export-lock.json`, '{"pid":4711,"host":"build-3"}\n');
    return live("export", "Orders", "--out", file);
  },
  "import.checksum-mismatch"({ write, live }) {
    write(file, `${orderLine(7)}\n`);
    write(`${file}.manifest.json`, '{"version":1,"table":"Orders","rows":2,"bytes":300,"sha256":"00"}\n');
    return live("import", "Orders", file);
  },
  "import.file-invalid"({ service, write, live }) {
    service.importRows(['{"$table":"Orders"}']);
    write(file, `${orderLine(7)}\n{"$table":"Orders","PartitionKey":"cust!C1"}\n`);
    return live("import", "Orders", file);
  },
  "import.state-invalid"({ service, write, live }) {
    service.importRows(['{"$table":"Orders"}']);
    write(file, `${orderLine(7)}\n`);
    write(`${file}.import-state.json`, '{"version":1,"tab');
    return live("import", "Orders", file);
  },
  "import.under-way"({ write, live }) {
    write(file, `${orderLine(7)}\n`);
    write(`${file}.import-lock.json`, '{"pid":4711,"host":"build-3"}\n');
    return live("import", "Orders", file);
  },
  "import.unfinished-export"({ write, live }) {
    write(file, `${orderLine(7)}\n`);
    write(`${file}.export-state.json`, '{"version":1,"table":"Orders"}\n');
    return live("import", "Orders", file);
  },
  "plan.file-exists"({ write, live }) {
    write("plan.json", plan);
    return live("plan", "Orders", "--shards", "4", "--out", "plan.json");
  },
  "plan.invalid"({ write, live }) {
    write("plan.json", plan);
    return live("export", "Orders", "--shard", "1/8", "--plan", "plan.json", "--out", file);
  },
  "sql.invalid"({ write, live }) {
    write("tables/orders.table.ts", orders);
    return live("sql", "SELECT sum(totl) FROM Order");
  },
  "sql.not-a-query"({ write, live }) {
    write("tables/orders.table.ts", orders);
    return live("sql", "DELETE FROM Order");
  },
  "sql.not-installed": ({ withoutPackage }) => withoutPackage("@tablewright/sql", "sql", "SELECT count(*) FROM Order"),
  "sql.too-many-rows"({ service, write, live }) {
    write("tables/orders.table.ts", orders);
    service.importRows([orderLine(7), orderLine(8)]);
    return live("sql", "--max-rows", "1", "SELECT sum(total) FROM Order");
  },
};
