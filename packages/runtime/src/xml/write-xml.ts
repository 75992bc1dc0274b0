/** Escapes text for an element. Callers check for characters that XML cannot contain. */
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

/** Writes an element with text; empty if the value is absent. */
export function xmlElement(name: string, value: string | number | boolean | undefined): string {
  return value === undefined ? "" : `<${name}>${xmlText(String(value))}</${name}>`;
}

export const xmlDeclaration = '<?xml version="1.0" encoding="utf-8"?>';
