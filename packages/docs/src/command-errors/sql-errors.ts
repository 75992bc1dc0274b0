import type { CommandExamples } from "./command-example.js";
import { orderLine, orders } from "./orders.js";

/** Errors of queries. */
export const sqlErrors: CommandExamples<"sql"> = {
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
