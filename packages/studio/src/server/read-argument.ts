import type { IncomingMessage } from "node:http";

/** Maximum size of the JSON body of a call, in bytes: room for 100 changes of rows of 1 MiB. */
const maxBytes = 256 * 1024 * 1024;

/**
 * Reads the body of a request: the JSON object that is the argument of a call.
 * @throws SyntaxError if the body is no JSON object
 * @throws RangeError if the body is too large
 */
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
