import * as runtime from "@tablewright/runtime";
import * as codegen from "@tablewright/runtime/codegen/v1";
import * as testing from "@tablewright/testing";
import type { SentRequest } from "../messages.js";
import type { Packages } from "./run-modules.js";

type Observe = (request: SentRequest) => void;

/**
 * Replaces the network by a Table service in memory, at the address of the emulator. Nothing that a program sends leaves the browser.
 * @param observe is called with each request, once it has a response or has failed
 * @returns the packages that a program can import
 */
export function connectNetwork(observe: Observe): Packages {
  const createTableService: typeof testing.createTableService = (options) =>
    observed(testing.createTableService(options), observe);
  const emulator = createTableService();
  globalThis.fetch = async (input, init = {}) => {
    const url = String(input);
    if (!url.startsWith(emulator.endpoint)) {
      throw new TypeError(
        `The playground has no network. Its only service is ${emulator.endpoint}, and this is ${url}.`,
      );
    }
    const { method = "GET", headers, body, signal } = init;
    const request = {
      method,
      url,
      headers: [...new Headers(headers)].flat(),
      body: body as string,
      signal: signal ?? undefined,
    };
    const { status, headers: pairs, body: bytes } = await emulator(request);
    const isEmpty = status === 204 || status === 304;
    return new Response(isEmpty ? null : new Uint8Array(bytes), { status, headers: pairsOf(pairs) });
  };
  return {
    "@tablewright/runtime": runtime,
    "@tablewright/runtime/codegen/v1": codegen,
    "@tablewright/testing": { ...testing, createTableService },
  };
}

/** Returns a service that reports each request that it receives. */
function observed(service: testing.TableService, observe: Observe): testing.TableService {
  return new Proxy(service, {
    async apply(target, _, [request]: [testing.HttpRequest]) {
      const sent = {
        method: request.method,
        url: request.url,
        headers: hideSignature(request.headers),
        body: textOf(request.body),
      };
      try {
        const response = await target(request);
        const { status, headers, body } = response;
        observe({ ...sent, response: { status, headers: pairsOf(headers), body: textOf(body) } });
        return response;
      } catch (error) {
        observe(sent);
        throw error;
      }
    },
  });
}

function pairsOf(headers: readonly string[]): [string, string][] {
  const pairs: [string, string][] = [];
  for (let at = 0; at + 1 < headers.length; at += 2) pairs.push([headers[at] as string, headers[at + 1] as string]);
  return pairs;
}

function hideSignature(headers: readonly string[]): [string, string][] {
  return pairsOf(headers).map(([name, value]) => [
    name,
    name.toLowerCase() === "authorization" ? value.replace(/:[^:]*$/, ":…") : value,
  ]);
}

function textOf(body: string | Uint8Array | undefined): string {
  return typeof body === "string" || body === undefined ? (body ?? "") : new TextDecoder().decode(body);
}
