import { rmSync } from "node:fs";
import { join } from "node:path";
import { ServedFile } from "../../../cli/src/commands/serve/served-file.js";
import type { CommandExamples } from "./command-example.js";
import { orderLine } from "./orders.js";

const options = { sync: false, onNotice: () => undefined };

/** Errors of the server. */
export const serveErrors: CommandExamples<"serve"> = {
  "serve.certificate-invalid"({ write, run }) {
    write("cert.pem", "shop\n");
    write("key.pem", "shop\n");
    return run("serve", "--cert", "cert.pem", "--key", "key.pem");
  },
  "serve.file-changed"({ root, service, write, thrown }) {
    const tables = service.withAccount("shop");
    const close = new ServedFile(join(root, "rows.ndjson")).open(tables, options);
    write("rows.ndjson", `${orderLine(7)}\n`);
    tables.seed({ Shop: [] });
    return thrown("serve --data rows.ndjson", close);
  },
  "serve.file-invalid"({ write, run }) {
    write("rows.ndjson", `${orderLine(7)}\n${orderLine(8).slice(0, 30)}`);
    return run("serve", "--data", "rows.ndjson");
  },
  "serve.not-installed": ({ withoutPackage }) => withoutPackage("@tablewright/testing", "serve"),
  "serve.not-saved"({ root, service, write, thrown }) {
    write("data/rows.ndjson", `${orderLine(7)}\n`);
    const file = new ServedFile(join(root, "data/rows.ndjson"));
    rmSync(join(root, "data"), { recursive: true });
    return thrown("serve --data data/rows.ndjson", () => file.open(service.withAccount("shop"), options));
  },
  "serve.port-in-use": ({ port, run }) => run("serve", "--port", String(port)),
};
