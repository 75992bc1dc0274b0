import { malformedResponse } from "../errors/common-errors.js";
import type { HttpResponse } from "../http/http-message.js";
import { parseXml, type XmlElement } from "../http/parse-xml.js";
import { bodyText, checkXmlType } from "./read-body.js";

/** Parses the XML in the body of a successful response. Returns its root element, which must have this name. */
export function parseXmlResponse(response: HttpResponse, name: string): XmlElement {
  checkXmlType(response);
  const root = parseXml(bodyText(response));
  if (root.name === name) return root;
  throw malformedResponse(
    `The response is not the XML of a Table service: its root element is not ${name}. Check the endpoint.`,
  );
}
