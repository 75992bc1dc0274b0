import type { TableError } from "@tablewright/runtime";
import { InputError } from "../errors/input-error.js";
import { type Problem, ServiceFailure } from "../errors/service-failure.js";

/** Advice to print for a TableError, keyed by its code (`table.not-found`) or by the part before the dot (`request`). */
const help: Readonly<Record<string, string>> = {
  auth: "Check the key, the shared access signature, or the role of the identity.",
  request: "Check the endpoint and the network, then run the command again.",
  "table.being-deleted": "Deleting a table takes the service 40 seconds or more. Run the command again later.",
  "table.not-found":
    "List the tables with `npx tablewright tables list`, or create it with `npx tablewright tables create`.",
};

/** Matches codes of errors in the input, which the client reports before it sends a request. */
const wrongInput = /^(?:config\.|auth\.invalid-(?:key|token|sas)|table\.(?:invalid|reserved)-name)/;

/** Converts an error of the client to the problem that the command prints. The client has already removed secrets from the message. */
export function clientProblem({ code, message }: TableError): Problem {
  if (code.startsWith("table.") && wrongInput.test(code))
    return new InputError("cli.usage", message, "A name has 3 to 63 letters and digits, and begins with a letter.");
  if (wrongInput.test(code))
    return new InputError("connection.invalid", message, "Correct that, or copy all of it again from the portal.");
  const area = code.slice(0, code.indexOf("."));
  return new ServiceFailure(
    code,
    message,
    help[code] ?? help[area] ?? "Correct what the message names, then run the command again.",
  );
}
