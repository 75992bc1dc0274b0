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
