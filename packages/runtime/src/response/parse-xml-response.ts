import { TableError } from "../errors/table-error.js";
import type { HttpResponse } from "../http/http-message.js";
import { parseXml, type XmlElement } from "../xml/parse-xml.js";
import { bodyText } from "./response.js";

/** The root element of a successful answer, which has that name. */
export function parseXmlAnswer(response: HttpResponse, name: string): XmlElement {
  const root = parseXml(bodyText(response));
  if (root.name === name) return root;
  throw new TableError(
    "response.malformed",
    `The answer is not the XML that the service sends: its root is not ${name}. Is the endpoint a Table service?`,
  );
}
