import { type Accessor, createEffect, createSignal, on, onCleanup } from "solid-js";

/** Result of a call that the page shows. Unlike a resource of Solid, reading the value after a failure does not throw. */
export interface Loaded<Value> {
  /** Latest value; undefined before the first one. It stays while the call runs again, and after a failure. */
  readonly value: Accessor<Value | undefined>;
  /** Failure of the last call; undefined if it succeeded. */
  readonly error: Accessor<Error | undefined>;
  readonly isLoading: Accessor<boolean>;
  reload(): Promise<void>;
}

/** Calls a function, and again whenever its argument changes. Another argument drops the former value. */
export function createLoaded<Argument, Value>(
  argument: Accessor<Argument>,
  call: (argument: Argument, signal: AbortSignal) => Promise<Value>,
): Loaded<Value> {
  const [value, setValue] = createSignal<Value | undefined>();
  const [error, setError] = createSignal<Error | undefined>();
  const [isLoading, setLoading] = createSignal(false);
  let running: AbortController | undefined;

  async function load(given: Argument): Promise<void> {
    running?.abort();
    const own = new AbortController();
    running = own;
    setLoading(true);
    try {
      const result = await call(given, own.signal);
      if (own.signal.aborted) return;
      setValue(() => result);
      setError(undefined);
    } catch (failure) {
      if (own.signal.aborted) return;
      setError(failure instanceof Error ? failure : new Error(String(failure)));
    }
    setLoading(false);
  }

  createEffect(
    on(argument, (given) => {
      setValue(undefined);
      setError(undefined);
      void load(given);
    }),
  );
  onCleanup(() => running?.abort());
  return { value, error, isLoading, reload: () => load(argument()) };
}
