import type { ApiError } from "../contract/api.js";

/**
 * Runs long work and yields what it reports, each as a line of JSON: `{"progress":…}`, at the end `{"result":…}` or `{"error":…}`. What is
 * reported while a line is sent goes with the next one.
 */
export async function* reportLines<Progress extends object, Result extends object>(
  run: (report: (progress: Progress) => void) => Promise<Result>,
  describeError: (error: unknown) => ApiError,
): AsyncGenerator<string, void> {
  let progress: Progress | undefined;
  let last: object | undefined;
  let wake: () => void = () => undefined;
  void run((reported) => {
    progress = reported;
    wake();
  })
    .then(
      (result) => ({ result }),
      (error: unknown) => ({ error: describeError(error) }),
    )
    .then((end) => {
      last = end;
      wake();
    });
  while (last === undefined) {
    if (progress === undefined)
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    const reported = progress;
    progress = undefined;
    if (reported !== undefined) yield `${JSON.stringify({ progress: reported })}\n`;
  }
  yield `${JSON.stringify(last)}\n`;
}
