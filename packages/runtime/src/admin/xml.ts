import type { XMLParser } from "fast-xml-parser";
import { foreignText } from "../errors/format-value.js";
import { malformedResponse, type TableError } from "../errors/table-error.js";
import { decodeEntities } from "../http/error-body.js";
import type { HttpResponse } from "../http/http-message.js";
import { isError } from "../platform/built-ins.js";
import { bodyText, checkXmlType } from "../rest/read-response.js";

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

/** Headers of a request whose response is XML, such as one about the service's settings. The request has no body. */
export const xmlHeaders: readonly string[] = ["Accept", "application/xml"];

/** Headers of a request that has an XML body, such as one that changes the service's settings. */
export const xmlBodyHeaders: readonly string[] = ["Content-Type", "application/xml", ...xmlHeaders];

/** Parses the XML in the body of a successful response. Returns its root element, which must have this name. */
export function parseXmlResponse(response: HttpResponse, name: string): XmlElement {
  checkXmlType(response);
  const root = parseXml(bodyText(response));
  if (root.name === name) return root;
  throw malformedResponse(
    `The response is not the XML of a Table service: its root element is not ${name}. Check the endpoint.`,
  );
}

/** XML element, without namespace prefix and attributes. */
export interface XmlElement {
  readonly name: string;
  readonly children: readonly XmlElement[];
  /** Text of the element itself, with XML's predefined entities decoded and white space kept. */
  readonly text: string;
}

/** Maximum length of an XML document that is parsed, in UTF-16 units. XML of the service is a few KiB. */
export const maxXmlUnits = 1024 * 1024;

const maxDepth = 32;

let parser: XMLParser | undefined;

/** Loads the XML library, once. Has to be called before `parseXml`. Applications that never receive XML never load it. */
export async function loadXmlParser(): Promise<void> {
  if (parser !== undefined) return;
  const { XMLParser } = await import("fast-xml-parser");
  parser = new XMLParser({
    preserveOrder: true,
    ignoreAttributes: true,
    ignoreDeclaration: true,
    ignorePiTags: true,
    removeNSPrefix: true,
    parseTagValue: false,
    trimValues: false,
    processEntities: false,
    cdataPropName: "#cdata",
  });
}

/**
 * Parses an XML document and returns its root element. Rejects a DOCTYPE, so that no XML entity is ever expanded.
 * @throws TableError `response.malformed`
 */
export function parseXml(text: string): XmlElement {
  const document = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  if (!document.startsWith("<")) throw malformed("it does not begin with <");
  if (parser === undefined) throw new TypeError("call loadXmlParser() first");
  if (text.length > maxXmlUnits) throw malformed(`it has ${text.length} characters, more than ${maxXmlUnits}`);
  if (/<!DOCTYPE/i.test(text)) throw malformed("it has a DOCTYPE, which the service never sends");
  let nodes: readonly RawNode[];
  try {
    nodes = parser.parse(document, true);
  } catch (error) {
    throw malformed(isError(error) ? foreignText(error.message, 200) : "the parser refused it");
  }
  const roots = parseElements(nodes, 0);
  const root = roots[0];
  if (root === undefined || roots.length > 1) throw malformed("it does not have exactly one root element");
  return root;
}

/** Returns the first child element with this name; undefined if there is none, or if `element` is undefined. */
export function child(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element?.children.find((candidate) => candidate.name === name);
}

/** Returns the text of an element without white space around it; undefined if there is no element. */
export function textOf(element: XmlElement | undefined): string | undefined {
  return element?.text.trim();
}

/**
 * Node as the XML library returns it with `preserveOrder`: an object with one member. Its name is that of the element, and its value is the
 * content.
 */
type RawNode = Readonly<Record<string, unknown>>;

function parseElements(nodes: readonly RawNode[], depth: number): XmlElement[] {
  if (depth > maxDepth) throw malformed(`its elements are nested deeper than ${maxDepth}`);
  const elements: XmlElement[] = [];
  for (const node of nodes) {
    for (const name of Object.keys(node)) {
      const content = node[name];
      if (name.startsWith("#") || !Array.isArray(content)) continue;
      elements.push({ name, children: parseElements(content, depth + 1), text: ownText(content) });
    }
  }
  return elements;
}

function ownText(nodes: readonly RawNode[]): string {
  let text = "";
  for (const node of nodes) {
    const own = node["#text"];
    if (typeof own === "string") text += decodeEntities(own);
    const cdata = node["#cdata"];
    if (Array.isArray(cdata)) for (const part of cdata) text += String(part["#text"] ?? "");
  }
  return text;
}

function malformed(reason: string): TableError {
  return malformedResponse(`Invalid XML response: ${reason}.`);
}
