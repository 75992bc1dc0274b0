import { type Accessor, createMemo, type JSX, Show, untrack } from "solid-js";

interface GivenProps<Value> {
  readonly when: Value | undefined | null | false;
  readonly fallback?: JSX.Element;
  children(value: Accessor<Value>): JSX.Element;
}

/**
 * Shows content while there is a value. Unlike `Show`, code that still runs when the value is gone, such as an effect or what follows a
 * request, reads the last value: with `Show` it fails with a stale read, which stops the page.
 */
export function Given<Value>(props: GivenProps<Value>) {
  const isGiven = () => props.when !== undefined && props.when !== null && props.when !== false;
  const last = createMemo<Value>((former) => (isGiven() ? (props.when as Value) : former) as Value);
  return (
    <Show when={isGiven()} fallback={props.fallback}>
      {untrack(() => props.children(last))}
    </Show>
  );
}
