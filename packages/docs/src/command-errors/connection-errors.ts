import type { CommandExamples } from "./command-example.js";

const endpoint = "https://myaccount.table.core.windows.net";

/** Errors of connection settings, and of commands on whole tables. */
export const connectionErrors: CommandExamples<"connection" | "tables"> = {
  "connection.invalid": ({ run }) => run("tables", "list", "--connection-string", "AccountName=myaccount"),
  "connection.missing": ({ run }) => run("tables", "list"),
  "connection.not-installed": ({ spawned }) => spawned([], "tables", "list", "--endpoint", endpoint, "--entra"),
  "tables.not-confirmed": ({ live }) => live("tables", "delete", "Orders", "--confirm", "Order"),
};
