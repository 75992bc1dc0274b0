const lower = (text: string) => text.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase());
const base64 = (text: string) => Buffer.from(text).toString("base64");
const json = (text: string) => JSON.stringify(text).slice(1, -1);

/** Encodings of a text that a server may send back. */
export const encodings: Readonly<Record<string, (text: string) => string>> = {
  plain: (text) => text,
  percent: encodeURIComponent,
  "percent, lower case": (text) => lower(encodeURIComponent(text)),
  "percent twice": (text) => encodeURIComponent(encodeURIComponent(text)),
  "percent twice, lower case": (text) => lower(encodeURIComponent(lower(encodeURIComponent(text)))),
  base64,
  base64url: (text) => Buffer.from(text).toString("base64url"),
  "base64 of percent": (text) => base64(encodeURIComponent(text)),
  "base64 of the header": (text) => base64(`Authorization: Bearer ${text}, and more`),
  "percent of base64": (text) => encodeURIComponent(base64(text)),
  JSON: (text) => json(text).replaceAll("/", "\\/"),
  "JSON, escaped": (text) => json(text).replace(/[+/=]/g, (c) => `\\u00${c.charCodeAt(0).toString(16).toUpperCase()}`),
  "JSON in JSON": (text) => json(json(text).replaceAll("/", "\\/").replaceAll("+", "\\u002B")),
  XML: (text) => text.replace(/[+/=]/g, (c) => `&#x${c.charCodeAt(0).toString(16)};`),
  "every character": (text) => [...text].map((c) => `%${c.charCodeAt(0).toString(16).padStart(2, "0")}`).join(""),
};
