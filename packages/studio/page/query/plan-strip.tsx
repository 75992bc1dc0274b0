import { Show } from "solid-js";
import type { Plan } from "../../src/contract/query.js";
import { scanWarning } from "./scan-warning.js";

interface PlanStripProps {
  readonly plan: Plan | undefined;
  readonly error: Error | undefined;
  /** True if the query is a scan that has to wait until the user accepts the number of requests. */
  readonly isHeld: boolean;
  readonly status: string;
  /** True while rows are read. */
  readonly isReading: boolean;
  /** True if the user has stopped the reading. */
  readonly isPaused: boolean;
  onStop(): void;
  onContinue(): void;
  onRun(): void;
}

/** Shows how the service will find the rows of the query and with which `$filter`, and asks for confirmation before a scan. */
export function PlanStrip(props: PlanStripProps) {
  return (
    <div class="plan-strip">
      <Show when={props.error}>{(error) => <p class="plan-error">{error().message}</p>}</Show>
      <Show when={props.error === undefined && props.plan}>
        {(plan) => (
          <>
            <span class="badge" data-tone={plan().isScan ? "note" : "calm"}>
              {plan().access === "point" ? "point read" : plan().access}
            </span>
            <code class="plan-filter" title={plan().filters.join("\n")}>
              {plan().filters.length === 0 ? "no row can match" : plan().filters.join(" | ") || "all rows"}
            </code>
            <span class="plan-status">{props.status}</span>
            <Show when={props.isReading}>
              <button type="button" class="button is-quiet" onClick={() => props.onStop()}>
                Stop reading
              </button>
            </Show>
            <Show when={props.isPaused}>
              <button type="button" class="button is-quiet" onClick={() => props.onContinue()}>
                Read on
              </button>
            </Show>
          </>
        )}
      </Show>
      <Show when={props.isHeld && props.plan}>
        {(plan) => (
          <div class="plan-warning" role="alert">
            <span>{scanWarning(plan())}</span>
            <button type="button" class="button is-primary" onClick={() => props.onRun()}>
              Run the scan
            </button>
          </div>
        )}
      </Show>
    </div>
  );
}
