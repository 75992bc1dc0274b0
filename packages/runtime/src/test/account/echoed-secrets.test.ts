import { inspect } from "node:util";
import fc from "fast-check";
import { describe, it } from "vitest";
import { SasCredential } from "../../auth/sas-credential.js";
import { SharedKeyCredential } from "../../auth/shared-key.js";
import { type ServiceCredential, TableServiceClient } from "../../client/table-service-client.js";
import { isTableError } from "../../errors/table-error.js";
import { type HttpRequest, type HttpResponse, headerValue, type Transport } from "../../http/http-message.js";
import { encodings } from "../encodings.js";
import { law } from "../law.js";
import { everyCall } from "./every-call.js";
import { visible } from "./visible.js";

const bytes = fc.uint8Array({ minLength: 64, maxLength: 64 });
const tokens = fc.string({ unit: fc.constantFrom(..."abcXYZ0189"), minLength: 24, maxLength: 64 });

/** Credentials of each kind around two random secrets. `give` records the secrets that the client received. */
const credentials: Readonly<
  Record<string, (current: string, earlier: string, give: (secret: string) => string) => ServiceCredential>
> = {
  "an account key": (current, earlier, give) => {
    const credential = new SharedKeyCredential("acct", give(earlier));
    credential.update(give(current));
    return credential;
  },
  "a signature": (current, earlier, give) => {
    const credential = new SasCredential(sasOf(give(earlier)));
    credential.update(sasOf(give(current)));
    return credential;
  },
  "a SAS provider": (current, earlier, give) => {
    const next = [earlier];
    return new SasCredential(async () => sasOf(give(next.pop() ?? current)));
  },
  "a token": (current, earlier, give) => {
    const next = [earlier];
    return {
      getToken: async () => ({
        token: give(next.pop() ?? current),
        expiresOnTimestamp: Date.now() + 3_600_000,
        refreshAfterTimestamp: 1,
      }),
    };
  },
};

function sasOf(signature: string): string {
  return `sv=2019-02-02&se=2099-01-01T00%3A00%3A00Z&sig=${encodeURIComponent(signature)}`;
}

/** Places in which a server may repeat a secret. */
const places: Readonly<Record<string, (echo: string, status: number) => HttpResponse>> = {
  "a JSON error": (echo, status) =>
    responseOf(
      status,
      [],
      JSON.stringify({ "odata.error": { code: "InvalidInput", message: { value: `x ${echo} y` } } }),
    ),
  "an error code": (echo, status) =>
    responseOf(status, ["x-ms-error-code", echo], JSON.stringify({ "odata.error": { code: echo } })),
  "raw JSON": (echo, status) => responseOf(status, [], `{"odata.error":{"code":"A","message":{"value":"${echo}"}}}`),
  XML: (echo, status) => responseOf(status, [], `<Error><Code>A</Code><Message>x ${echo}</Message></Error>`),
  "XML tags": (echo, status) => responseOf(status, [], `<Error><${echo}><Code>A</Code>`),
  HTML: (echo, status) => responseOf(status, [], `<html><p>${echo}</p>`),
  "a text, cut": (echo, status) => responseOf(status, [], `${"-".repeat(70)} ${echo}`),
  "a long text, cut": (echo, status) => responseOf(status, [], `${".".repeat(4080)} ${echo}`),
  headers: (echo, status) =>
    responseOf(status, [
      "x-ms-request-id",
      echo,
      "ETag",
      echo,
      "content-type",
      echo,
      "WWW-Authenticate",
      echo,
      echo,
      echo,
    ]),
  "a request id": (echo, status) => responseOf(status, ["x-ms-request-id", echo.split(", ").at(0) ?? ""]),
  "a multipart part": (echo) =>
    multipart(
      `HTTP/1.1 409 ${echo}\r\nx-ms-request-id: ${echo}\r\n\r\n{"odata.error":{"code":"A","message":{"value":"0:x ${echo}\\nRequestId:${echo}"}}}`,
    ),
  "parts of several statuses": (echo) =>
    multipart(`HTTP/1.1 500 A\r\n\r\n${echo}`, `HTTP/1.1 500 A\r\n\r\n<Error><Message>${echo}</Message></Error>`),
  "a broken part": (echo) => multipart(`HTTP/1.1 ${echo}`),
  "a boundary": (echo) =>
    responseOf(202, ["content-type", `multipart/mixed; boundary=${echo}`], `--${echo}\r\n${echo}`),
};

function multipart(...parts: readonly string[]): HttpResponse {
  const inner = parts.map((part) => `--c\r\nContent-Type: application/http\r\n\r\n${part}\r\n`).join("");
  const body = `--b\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n${inner}--c--\r\n--b--\r\n`;
  return responseOf(202, ["content-type", "multipart/mixed; boundary=b"], body);
}

function responseOf(status: number, headers: readonly string[], body = ""): HttpResponse {
  return { status, headers, body: new TextEncoder().encode(body) };
}

/** Errors that a caller's transport may throw. */
const thrown: Readonly<Record<string, (echo: string, request: HttpRequest) => unknown>> = {
  "an Error": (echo, request) => Object.assign(new Error(`cannot send ${echo}`, { cause: echo }), { request }),
  "an Error with odd fields": (echo) => {
    const error = Object.assign(new Error(echo), { code: echo, stack: `Error: ${echo}\n    at ${echo} (file:1:1)` });
    error.name = echo;
    return error;
  },
  "a long Error": (echo) => new Error(`${"x".repeat(990)} ${echo}`),
  "a text": (echo) => echo,
  "an object": (echo) => ({ echo }),
};

interface Sent {
  readonly secrets: string[];
}

/** Returns the secrets that a request carried. */
function secretsOf({ url, headers }: HttpRequest): string[] {
  const authorization = headerValue(headers, "authorization")?.replace(/^.*?[ :]([^ :]+)$/, "$1");
  const signature = /[?&]sig=([^&]*)/.exec(url)?.[1];
  return [authorization, signature && decodeURIComponent(signature)].filter((text) => text !== undefined);
}

async function seenOf(
  credential: ServiceCredential,
  call: (service: TableServiceClient) => Promise<unknown>,
  transport: Transport,
): Promise<string> {
  let seen = "";
  const note = (...all: unknown[]): void => {
    seen += JSON.stringify(all) + inspect(all, { depth: 9 });
  };
  const span = { setAttribute: note, setStatus: note, end: () => undefined };
  const service = new TableServiceClient("https://acct.table.core.windows.net", credential, {
    transport,
    retry: { maxAttempts: 3, baseDelayMs: 0 },
    events: { onRequest: note, onResponse: note, onRetry: note },
    logger: note,
    tracer: {
      startSpan: (...all) => {
        note(...all);
        return span;
      },
    },
  });
  try {
    await call(service);
  } catch (error) {
    if (!isTableError(error)) throw error;
    seen += visible(error);
  }
  return seen + inspect(service, { depth: 12, showHidden: true });
}

function expectNothingIn(seen: string, secrets: readonly string[]): void {
  for (const secret of secrets) {
    if (secret.length < 16) throw new Error(`The test found no secret, but ${secret}.`);
    if (seen.includes(secret.slice(0, 16))) throw new Error(`It shows the beginning of a secret: ${seen}`);
    for (const [name, encode] of Object.entries(encodings)) {
      const form = encode(secret);
      if (seen.includes(form))
        throw new Error(
          `It shows a secret as ${name}: ${seen.slice(Math.max(0, seen.indexOf(form) - 200), seen.indexOf(form) + 100)}`,
        );
    }
  }
}

const call = fc.constantFrom(...Object.keys(everyCall).filter((name) => name !== "createTable"));
const encoding = fc.constantFrom(...Object.keys(encodings));
const anyStatus = fc.constantFrom(200, 202, 204, 400, 401, 403, 404, 409, 412, 429, 500, 503);

describe.each(Object.entries(credentials))("%s", (kind, create) => {
  const secret = kind === "a token" ? tokens : bytes.map((key) => Buffer.from(key).toString("base64"));

  it.each(Object.keys(places))("is not seen where a server repeats it in %s", async (place) => {
    await fc.assert(
      fc.asyncProperty(call, encoding, anyStatus, secret, secret, async (name, how, status, current, earlier) => {
        const sent: Sent = { secrets: [] };
        const give = (given: string) => {
          sent.secrets.push(given);
          return given;
        };
        const seen = await seenOf(create(current, earlier, give), everyCall[name] as never, async (request) => {
          sent.secrets.push(...secretsOf(request));
          const echo = sent.secrets.map((text) => encodings[how]?.(text)).join(", ");
          return places[place]?.(echo, status) as HttpResponse;
        });
        expectNothingIn(seen, sent.secrets);
      }),
      law(1000),
    );
  });

  it.each(Object.keys(thrown))("is not seen where a transport or a policy throws it as %s", async (shape) => {
    await fc.assert(
      fc.asyncProperty(call, encoding, secret, secret, async (name, how, current, earlier) => {
        const sent: Sent = { secrets: [] };
        const give = (given: string) => {
          sent.secrets.push(given);
          return given;
        };
        const seen = await seenOf(create(current, earlier, give), everyCall[name] as never, async (request) => {
          sent.secrets.push(...secretsOf(request));
          throw thrown[shape]?.(sent.secrets.map((text) => encodings[how]?.(text)).join(", "), request);
        });
        expectNothingIn(seen, sent.secrets);
      }),
      law(500),
    );
  });
});
