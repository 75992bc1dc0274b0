import type { Sources } from "../messages.js";

const name = "#text=";

/** Returns the part of an address that holds both texts, compressed. */
export async function writeLink(sources: Sources): Promise<string> {
  const text = JSON.stringify([sources.definitions, sources.program]);
  const packed = await transform(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  const base64 = btoa(Array.from(packed, (byte) => String.fromCharCode(byte)).join(""));
  return name + base64.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** Returns the texts of an address; undefined if it holds none, or was cut off. */
export async function readLink(hash: string): Promise<Sources | undefined> {
  if (!hash.startsWith(name)) return undefined;
  try {
    const base64 = hash.slice(name.length).replaceAll("-", "+").replaceAll("_", "/");
    const packed = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const text = new TextDecoder().decode(await transform(packed, new DecompressionStream("deflate-raw")));
    const [definitions, program] = JSON.parse(text) as [string, string];
    return { definitions: String(definitions), program: String(program) };
  } catch {
    return undefined;
  }
}

async function transform(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
): Promise<Uint8Array> {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}
