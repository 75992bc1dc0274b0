/** Code and message of an error response in XML; each is undefined if the document lacks it. */
export interface CodeAndMessage {
  readonly code?: string | undefined;
  readonly message?: string | undefined;
}

/**
 * Reads the error in an XML response of OData or of Storage: a root element `error` with `code` and `message`, in any letter case, with or
 * without a namespace prefix. Returns an empty object for any other document, or one with a DOCTYPE. Needs no XML library: any operation
 * may receive such an error, and an application without other XML never loads the library.
 */
export function readErrorXml(text: string): CodeAndMessage {
  if (!/^(?:<\?xml[^<>]*>\s*)?<(?:\w+:)?error[\s>]/i.test(text)) return {};
  return { code: textIn(text, codeElement), message: textIn(text, messageElement) };
}

const codeElement = /<(?:\w+:)?code(?:\s[^<>]*)?>([^<]*)<\//i;
const messageElement = /<(?:\w+:)?message(?:\s[^<>]*)?>([^<]*)<\//i;

function textIn(document: string, element: RegExp): string | undefined {
  const text = element.exec(document)?.[1];
  return text === undefined ? undefined : decodeEntities(text).trim();
}

const named: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

/**
 * Decodes the five predefined entities of XML (such as `&lt;`) and character references (such as `&#39;`). Other entities stay as they are.
 */
export function decodeEntities(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#([0-9]{1,7})|([a-z]+));/gi, (all, hex, decimal, name) => {
    if (name !== undefined) return named[name] ?? all;
    const point = hex === undefined ? Number.parseInt(decimal, 10) : Number.parseInt(hex, 16);
    return point <= 0x10ffff ? String.fromCodePoint(point) : all;
  });
}
