import { bufferOver } from "../edm/node-buffer.js";
import { malformedResponse } from "../errors/common-errors.js";
import { foreignText } from "../errors/foreign-text.js";
import { copyError } from "../http/call-failure.js";
import type { HttpResponse } from "../http/http-message.js";

/** Returns the text of a response's body. */
export function bodyText({ body }: HttpResponse): string {
  return bufferOver(body).toString("utf8");
}

/** Parses the JSON object of a successful response. Anything else (a proxy's page) is `response.malformed`. */
export function parseJson(response: HttpResponse, parse: (text: string) => unknown = JSON.parse): unknown {
  const text = bodyText(response);
  let json: unknown;
  let cause: unknown;
  try {
    json = parse(text);
  } catch (error) {
    cause = error;
  }
  if (typeof json === "object" && json !== null) return json;

  const start = `"${foreignText(text.slice(0, 4096), 80)}"`;
  throw malformedResponse(
    `The response with status ${response.status} is not the JSON of a Table service; it begins with ${start}. Check the endpoint.`,
    { cause: copyError(cause) },
  );
}
