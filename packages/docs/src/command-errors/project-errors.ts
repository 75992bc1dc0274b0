import { symlinkSync } from "node:fs";
import { join } from "node:path";
import type { CommandExamples } from "./command-example.js";
import { orders } from "./orders.js";

/** Errors of the project's files, and of commands that only use these files. */
export const projectErrors: CommandExamples<
  "adopt" | "cli" | "config" | "definition" | "explain" | "init" | "key" | "output"
> = {
  "adopt.no-files": ({ run }) => run("adopt", "lib/**/*.ts"),
  "adopt.not-installed": ({ withoutPackage }) => withoutPackage("@tablewright/adopt", "adopt", "src/**/*.ts"),
  "cli.defect": ({ runWith }) =>
    runWith(
      {
        out() {
          throw new TypeError("Cannot read properties of undefined (reading 'length')");
        },
      },
      "explain",
      "key.too-long",
    ),
  "cli.file-system": ({ live }) => live("import", "Orders", "orders.ndjson"),
  "cli.unfinished"({ write, spawned }) {
    write("node_modules/@azure/identity/package.json", '{ "type": "module", "exports": "./index.js" }');
    write("node_modules/@azure/identity/index.js", "await new Promise(() => {});");
    return spawned([], "tables", "list", "--endpoint", "https://shop.table.core.windows.net", "--entra");
  },
  "cli.usage": ({ run }) => run("tables", "list", "--entra"),
  "config.not-found": ({ run }) => run("generate", "--config", "shop.config.ts"),
  "definition.folder-unreadable"({ root, write, run }) {
    write("tables/orders.table.ts", orders);
    symlinkSync("../../shared/tables", join(root, "tables/shared"));
    return run("generate");
  },
  "definition.no-files": ({ run }) => run("generate"),
  "definition.not-a-file"({ root, write, run }) {
    write("tables/orders.table.ts", orders);
    symlinkSync("/dev/null", join(root, "tables/people.table.ts"));
    return run("generate");
  },
  "explain.unknown-code": ({ run }) => run("explain", "key.tolong"),
  "init.package-invalid"({ write, run }) {
    write("package.json", '{ "name": "shop", "scripts": { "build": ["tsc"] } }\n');
    return run("init");
  },
  "init.package-not-found": ({ run }) => run("init"),
  "init.table-empty"({ service, write, live }) {
    write("package.json", '{ "name": "shop" }\n');
    service.importRows(['{"$table":"Orders"}']);
    return live("init", "--from", "Orders");
  },
  "key.invalid"({ write, run }) {
    write("tables/orders.table.ts", orders);
    return run("key", "encode", "Order", '{"customerId":"C1"}');
  },
  "key.unknown-entity"({ write, run }) {
    write("tables/orders.table.ts", orders);
    return run("key", "encode", "Ordr", '{"customerId":"C1","orderNo":7}');
  },
  "output.blocked"({ write, run }) {
    write("tables/orders.table.ts", orders);
    write("src/tables.gen/index.ts", 'export * from "../orders.js";\n');
    return run("generate");
  },
};
