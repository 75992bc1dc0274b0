import { formatCall } from "../calls/call-spec.js";
import type { Finding } from "../oracle/oracle.js";
import type { ScheduleRun } from "../run-schedule.js";
import type { Exchange } from "../world/exchange.js";
import { findApplied } from "../world/journal.js";
import { parseWrites, rowOf } from "../world/parse-writes.js";

/** Formats a schedule: the calls of each client, the outcome of each request, and the result that each client received. */
export function formatRun(run: ScheduleRun): string {
  const start = Math.min(...run.results.map(({ startedAt }) => startedAt));
  const events = [
    ...run.results.map((result) => ({
      at: result.startedAt,
      text: `${result.client}.${result.call} calls ${formatCall(result.spec)}`,
    })),
    ...run.exchanges.map((exchange) => ({ at: exchange.sentAt, text: formatExchange(exchange, start) })),
    ...run.results.map((result) => ({
      at: result.endedAt,
      text: `${result.client}.${result.call} gets: ${formatOutcome(result.settled)}`,
    })),
  ];
  const rows = run.program.rows.map(({ row, ageMs }) => `${row} (${ageMs} ms old)`);
  const lines = events.sort((a, b) => a.at - b.at).map(({ at, text }) => `${time(at, start)}  ${text}`);
  const { leastMs, mostMs } = run.clock;
  const clock =
    leastMs === 0 && mostMs === 0
      ? ""
      : `the service's clock is ahead by ${Math.round(leastMs)} to ${Math.round(mostMs)}; `;
  const offsets = run.program.clients.map((_, client) => Math.round(run.dateOffsets[client] ?? 0));
  const dates = offsets.every((ms) => ms === 0) ? "" : `Date is off by ${offsets.join(", ")}; `;
  return [
    `seed ${run.seed}, ${run.program.mix}; rows: ${rows.join(", ") || "none"}; ${clock}${dates}times in ms`,
    ...lines,
  ].join("\n");
}

/** Formats a finding in a line. */
export function formatFinding({ kind, name, detail, isTolerated }: Finding): string {
  return `${isTolerated ? "tolerated" : "FALSE"}: ${name} ${kind} ${detail}`.trimEnd();
}

function formatExchange(exchange: Exchange, start: number): string {
  const { number, client, call, request, fate, deliveries, endedAt, ended, isRead } = exchange;
  const applied = findApplied(exchange);
  const delivered = deliveries.map((delivery) => {
    const result = isRead ? "" : applied.includes(delivery) ? " applied" : " not applied";
    return `, handled ${time(delivery.at, start).trim()}: ${delivery.response.status}${result}`;
  });
  const end = endedAt === undefined ? "" : `, ${ended} ${time(endedAt, start).trim()}`;
  return `  #${number} ${client}.${call} ${formatRequest(request)} → ${fate}${delivered.join("")}${end}`;
}

function formatRequest(request: Exchange["request"]): string {
  const writes = parseWrites(request);
  if (writes.length === 0) return request.url.includes("(P") ? `get ${short(rowOf(request.url))}` : "query";
  const parts = writes.map(({ kind, row, ifMatch, properties }) => {
    const condition = ifMatch === undefined ? "" : ` if ${/%3A(\d\d[\d.]*)Z/.exec(ifMatch)?.[1]}`;
    const values = kind === "delete" ? "" : ` ${properties["sku"] ?? ""}/${properties["quantity"] ?? ""}`;
    return `${kind} ${short(row)}${values}${condition}`;
  });
  return parts.length === 1 && !request.url.includes("$batch") ? parts.join() : `batch [${parts.join(", ")}]`;
}

function formatOutcome(settled: ScheduleRun["results"][number]["settled"]): string {
  if ("error" in settled) {
    const { code, outcome, message } = settled.error as { code?: string; outcome?: string; message: string };
    return `${code}${outcome === undefined ? "" : ` (${outcome})`}: ${message}`;
  }
  const isOutcomes = Array.isArray(settled.value) && settled.value.some((each) => typeof each?.ok === "boolean");
  if (!isOutcomes) return JSON.stringify(settled.value) ?? "done";
  const outcomes = settled.value as readonly {
    ok: boolean;
    index: number;
    error?: { code: string; outcome?: string };
  }[];
  return outcomes
    .map(({ ok, index, error }) => `${index}: ${ok ? "ok" : `${error?.code} ${error?.outcome ?? ""}`}`)
    .join("; ");
}

/** Shortens `PartitionKey/RowKey` of a row to the name that calls use, such as `A1`. */
function short(row: string): string {
  const match = /^cust!(\w)\/line!\d+!0*(\d+)$/.exec(row);
  return match === null ? row : `${match[1]}${match[2]}`;
}

function time(at: number, start: number): string {
  return (at - start).toFixed(1).padStart(8);
}
