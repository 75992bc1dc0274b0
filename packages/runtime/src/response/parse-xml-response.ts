import { TableError } from "../errors/table-error.js";
import type { HttpResponse } from "../http/http-message.js";
import { parseXml, type XmlElement } from "../xml/parse-xml.js";
import { bodyText } from "./response.js";

/** Whether a body may be XML: it begins with `<`, or with the first byte of a byte order mark. */
export function mayBeXml({ body }: HttpResponse): boolean {
  return body[0] === 0x3c || body[0] === 0xef;
}

/** The root element of a successful answer, which has that name. */
export function parseXmlAnswer(response: HttpResponse, name: string): XmlElement {
  const root = parseXml(bodyText(response));
  if (root.name === name) return root;
  throw new TableError(
    "response.malformed",
    `The answer is not the XML that the service sends: its root is not ${name}. Is the endpoint a Table service?`,
  );
}
