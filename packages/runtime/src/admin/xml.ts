import { malformedResponse } from "../errors/table-error.js";
import type { HttpResponse } from "../http/http-message.js";
import { parseXml, type XmlElement } from "../http/parse-xml.js";
import { bodyText, checkXmlType } from "../rest/read-body.js";

/** Escapes a text for use in an XML element. Callers check for characters that XML cannot contain. */
export function xmlText(text: string): string {
  return text.replace(/[&<>"'\r]/g, (char) => escapes[char] ?? char);
}

const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
  "\r": "&#xD;",
};

/** Writes an XML element with the value as its text. Returns an empty string if the value is undefined. */
export function xmlElement(name: string, value: string | number | boolean | undefined): string {
  return value === undefined ? "" : `<${name}>${xmlText(String(value))}</${name}>`;
}

export const xmlDeclaration = '<?xml version="1.0" encoding="utf-8"?>';

/** Parses the XML in the body of a successful response. Returns its root element, which must have this name. */
export function parseXmlResponse(response: HttpResponse, name: string): XmlElement {
  checkXmlType(response);
  const root = parseXml(bodyText(response));
  if (root.name === name) return root;
  throw malformedResponse(
    `The response is not the XML of a Table service: its root element is not ${name}. Check the endpoint.`,
  );
}
