import type { IncomingMessage } from "node:http";

/** Maximum size of the argument of a call, in bytes: 100 changes of rows of 1 MiB, as JSON. */
const maxBytes = 256 * 1024 * 1024;

/** Reads the JSON object that a call takes. @throws SyntaxError, RangeError for one that is too large */
export async function readArgument(request: IncomingMessage): Promise<object> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw new RangeError(`The argument has more than ${maxBytes} bytes.`);
    chunks.push(chunk);
  }
  const argument: unknown = JSON.parse(Buffer.concat(chunks).toString("utf8"));
  if (typeof argument !== "object" || argument === null || Array.isArray(argument))
    throw new SyntaxError("The argument is not a JSON object.");
  return argument;
}
