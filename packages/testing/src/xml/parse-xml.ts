import { createRequire } from "node:module";
import { ServiceError } from "../errors/service-error.js";

/** An XML element: its name, its text, and its child elements in order. */
export interface XmlElement {
  readonly name: string;
  /** Text without surrounding white space. */
  readonly text: string;
  /** Text with surrounding white space, as in the document. */
  readonly content: string;
  readonly children: readonly XmlElement[];
}

type Node = { readonly [name: string]: readonly Node[] | string | number };

/** Parses an XML document and returns its root element. Rejects a document that is not well-formed or has a DOCTYPE. */
export function parseXml(text: string): XmlElement {
  const { XMLParser, XMLValidator } = loadParser();
  const source = text.replace(/^\ufeff/, "");
  if (/<!DOCTYPE/i.test(source) || XMLValidator.validate(source) !== true) throw new ServiceError("InvalidXmlDocument");
  const parser = new XMLParser({ preserveOrder: true, parseTagValue: false, trimValues: false, processEntities: true });
  const root = (parser.parse(source) as Node[]).map(toElement).find((element) => !element.name.startsWith("?"));
  if (root === undefined) throw new ServiceError("InvalidXmlDocument");
  return root;
}

/**
 * Loads the XML parser, only when a document is parsed: it takes longer to load than the rest of the package, and most tests never use XML.
 * In a CommonJS bundle, `import.meta.url` is missing, so `__filename` is used.
 */
function loadParser(): typeof import("fast-xml-parser") {
  const here = typeof __filename === "string" ? __filename : import.meta.url;
  return createRequire(here)("fast-xml-parser");
}

export function childOf(element: XmlElement, name: string): XmlElement | undefined {
  return element.children.find((child) => child.name === name);
}

export function requiredChild(element: XmlElement, name: string): XmlElement {
  const child = childOf(element, name);
  if (child === undefined) throw new ServiceError("InvalidXmlDocument");
  return child;
}

export function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function toElement(node: Node): XmlElement {
  const name = Object.keys(node).find((key) => key !== ":@") ?? "";
  const inside = node[name];
  const nodes = typeof inside === "object" ? inside.map(toElement) : [];
  const content =
    typeof inside === "object"
      ? nodes.map((child) => (child.name === "#text" ? child.content : "")).join("")
      : String(inside ?? "");
  return { name, text: content.trim(), content, children: nodes.filter((child) => child.name !== "#text") };
}
