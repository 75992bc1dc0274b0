import type { HttpRequest, HttpResponse, Transport } from "@tablewright/runtime";
import { isReceipt } from "../world/journal.js";
import { parseWrites, rowOf } from "../world/parse-writes.js";

/** Client that breaks one rule of receipts, simulated by changes to its requests and its reads. */
export interface BrokenRule {
  readonly wrap: (send: Transport) => Transport;
  /** Pattern of a finding that `checkMixed` must report. */
  readonly finds: RegExp;
  /** First seed of an ordinary run, shortly before one that shows the finding; 0 by default. A soak (long run) always begins at 0. */
  readonly from?: number;
}

const isFence = (request: HttpRequest) => {
  const writes = parseWrites(request);
  return writes.length > 0 && writes.every(({ row }) => isReceipt(row));
};

const applied = /refused, but applied|applied [02-9] times|after its call had ended/;

export const brokenRules: Readonly<Record<string, BrokenRule>> = {
  "no fence": {
    wrap: (send) => async (request) => (isFence(request) ? pretended : send(request)),
    from: 480,
    finds: /refused, but applied|after its call had ended/,
  },
  "a receipt without its ETag": {
    wrap: (send) => (request) => send(withBody(request, withoutCondition)),
    finds: applied,
  },
  "another id in each attempt": {
    wrap: (send) => (request) => send(withBody(request, (body) => body.replace(/"request":"[^"]*"/, newId))),
    finds: applied,
  },
  "a missing id counts as a refusal": {
    wrap: reading((row, own) => (row["request"] === own ? undefined : denied(row))),
    from: 2200,
    finds: applied,
  },
  "the own id is not read": { wrap: reading(denied), finds: applied },
  "a refusal is not read back unless an attempt was lost": {
    wrap: reading((row, _, isLost) => (isLost ? undefined : denied(row))),
    from: 330,
    finds: applied,
  },
  "any receipt counts as that of the request": {
    wrap: reading((row, own) => ({ ...row, request: own })),
    finds: /applied 0 times/,
  },
  "a cache answers reads of receipts": { wrap: cached, finds: applied, from: 450 },
  "the receipt is written by a request of its own": { wrap: apart, finds: /applied|after its call/ },
  "reads of receipts are not evaluated": { wrap: unread, finds: /although its receipt shows/ },
  "unconditional retries": { wrap: retriedWithoutReceipt, finds: applied, from: 520 },
};

type Row = Readonly<Record<string, unknown>>;

const newId = () => `"request":"${crypto.randomUUID()}"`;

/** Returns the receipt as another request would have written it over the same version. */
function denied(row: Row): Row {
  return { ...row, request: "another", "odata.etag": `W/"another"` };
}

const pretended: HttpResponse = {
  status: 204,
  headers: ["ETag", `W/"pretended"`, "x-ms-version", "2019-02-02"],
  body: new Uint8Array(0),
};

/** Returns a write with its body replaced, and a read as it is. */
export function withBody(request: HttpRequest, change: (body: string) => string): HttpRequest {
  const { body } = request;
  if (body === undefined || request.method === "GET") return request;
  return { ...request, body: change(typeof body === "string" ? body : new TextDecoder().decode(body)) };
}

/** Removes If-Match from the operation of a change set that writes a receipt. */
function withoutCondition(body: string): string {
  return body.replace(/(PUT [^\r]*~r-[^\r]*\r\n(?:[^\r]+\r\n)*?)If-Match: [^\r]*\r\n/g, "$1");
}

/**
 * Changes what a client reads of its receipts.
 * @param change a function of the row, the id of the last request, and whether an attempt of that request was lost
 */
function reading(change: (row: Row, own: string, isLost: boolean) => Row | undefined): (send: Transport) => Transport {
  return (send) => {
    const last = new Map<string, { own: string; isLost: boolean }>();
    return async (request) => {
      if (request.method === "GET") {
        const response = await send(request);
        const own = last.get(rowOf(request.url));
        if (own === undefined || response.status !== 200) return response;
        const row = parse(response);
        const changed = row && change(row, own.own, own.isLost);
        return changed === undefined
          ? response
          : { ...response, body: new TextEncoder().encode(JSON.stringify(changed)) };
      }
      const receipt = isFence(request) ? undefined : parseWrites(request).find(({ row }) => isReceipt(row));
      if (receipt === undefined) return send(request);
      const own = String(receipt.properties["request"]);
      if (last.get(receipt.row)?.own !== own) last.set(receipt.row, { own, isLost: false });
      try {
        const response = await send(request);
        if (response.status >= 500) markLost(last.get(receipt.row));
        return response;
      } catch (error) {
        markLost(last.get(receipt.row));
        throw error;
      }
    };
  };
}

function markLost(request: { isLost: boolean } | undefined): void {
  if (request !== undefined) request.isLost = true;
}

function parse({ body }: HttpResponse): Row | undefined {
  try {
    return JSON.parse(new TextDecoder().decode(body)) as Row;
  } catch {
    return undefined;
  }
}

/** Answers every read of a receipt with the response to the first read of that receipt. */
function cached(send: Transport): Transport {
  const responses = new Map<string, HttpResponse>();
  return async (request) => {
    if (request.method !== "GET" || !isReceipt(rowOf(request.url))) return send(request);
    const known = responses.get(request.url);
    if (known !== undefined) return known;
    const response = await send(request);
    if (response.status === 200 || response.status === 404) responses.set(request.url, response);
    return response;
  };
}

/** Answers reads of receipts as an overloaded service, after the service has answered them. */
function unread(send: Transport): Transport {
  return async (request) => {
    const response = await send(request);
    return request.method === "GET" && isReceipt(rowOf(request.url)) ? { ...response, status: 503 } : response;
  };
}

/** Sends the writes of a change set without its receipt, which is not written at all. */
function apart(send: Transport): Transport {
  return (request) =>
    send(
      withBody(request, (body) =>
        body
          .replace(/"request":"[^"]*"/, '"request":"apart"')
          .replace(/"replaced":"(?:[^"\\]|\\.)*"/, '"replaced":"apart"'),
      ),
    );
}

/** Sends a change set again without the condition of its receipt. */
function retriedWithoutReceipt(send: Transport): Transport {
  const sent = new Set<string>();
  return (request) => {
    const id = /"request":"([^"]*)"/.exec(String(request.body ?? ""))?.[1];
    if (id === undefined || !sent.has(id)) {
      if (id !== undefined) sent.add(id);
      return send(request);
    }
    return send(withBody(request, withoutCondition));
  };
}
