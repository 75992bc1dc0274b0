import { TableError } from "../errors/table-error.js";
import type { HttpResponse } from "../http/http-message.js";
import { bodyText } from "./response.js";

/** The JSON of a successful answer; an answer that is none of it (a proxy's page) is `response.malformed`. */
export function parseJson(response: HttpResponse): unknown {
  const text = bodyText(response);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new TableError(
      "response.malformed",
      `The answer with status ${response.status} is not the JSON that the service sends; it begins with ${JSON.stringify(text.slice(0, 80))}. Is the endpoint a Table service?`,
      { cause },
    );
  }
}
