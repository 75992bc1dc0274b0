import type { Exchange } from "../../schedules/world/exchange.js";
import { isApplied } from "../../schedules/world/journal.js";
import { parseWrites } from "../../schedules/world/parse-writes.js";
import type { IndexFinding } from "./check-tickets.js";
import type { CallResult } from "./run-client.js";
import { formatCall } from "./ticket-calls.js";

/** One run of a program (calls of several clients) under one schedule (the order and the faults of their requests). */
interface IndexRun {
  readonly seed: number;
  readonly program: { readonly clients: readonly { readonly crashAfter: number | undefined }[] };
  readonly exchanges: readonly Exchange[];
  readonly results: readonly CallResult<object>[];
}

/** Formats a schedule: the calls of each client, the outcome of each request, and the findings. */
export function formatIndexRun(
  { seed, program, exchanges, results }: IndexRun,
  findings: readonly IndexFinding[],
): string {
  const start = exchanges[0]?.sentAt ?? 0;
  const seconds = (at: number | undefined) => (at === undefined ? "never" : ((at - start) / 1000).toFixed(1));
  const requests = exchanges.map((exchange) => {
    const writes = parseWrites(exchange.request).map(
      ({ kind, row, ifMatch }) => `${kind} ${row}${ifMatch ? " if" : ""}`,
    );
    const what = writes.length > 0 ? writes.join(" + ") : `GET ${decodeURIComponent(exchange.request.url).slice(-70)}`;
    const { isRead, deliveries } = exchange;
    const handled = deliveries.map(({ at }) => seconds(at)).join(" and ") || "never";
    const result = isRead ? deliveries[0]?.response.status : isApplied(exchange) ? "applied" : "not applied";
    return {
      at: exchange.sentAt,
      text: `#${exchange.number} client ${exchange.client}: ${what}; ${exchange.fate}, handled ${handled}: ${result}`,
    };
  });
  const calls = results.map(({ client, call, startedAt, endedAt, settled }) => ({
    at: startedAt,
    text: `client ${client} calls ${formatCall(call)}, ends ${seconds(endedAt)}: ${"error" in settled ? String(settled.error) : "done"}`,
  }));
  const lines = [...requests, ...calls].sort((a, b) => a.at - b.at).map(({ at, text }) => `${seconds(at)}  ${text}`);
  const { clients, ...rows } = program;
  const world = `seed ${seed}; rows ${JSON.stringify(rows)}, crashes ${clients.map(({ crashAfter }) => crashAfter ?? "never").join(", ")}`;
  return [world, ...lines, ...findings.map(({ kind, detail }) => `FOUND ${kind}: ${detail}`)].join("\n");
}
