import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import * as durable from "durable-functions";

/** Folder of the function app. */
const app = fileURLToPath(new URL("..", import.meta.url));

/** Tries a shard again up to four times. It continues where it stopped. */
const retry = new durable.RetryOptions(30_000, 5);

/** Exports all shards, as many concurrently as the function app has instances. */
export function* exportAll(context: durable.OrchestrationContext): Generator<durable.Task, number, unknown> {
  const shards = Number(context.df.getInput());
  const tasks = Array.from({ length: shards }, (_, at) =>
    context.df.callActivityWithRetry("exportShard", retry, `${at + 1}/${shards}`),
  );
  yield context.df.Task.all(tasks);
  return shards;
}

/** Exports one shard, such as `3/16`, to the folder in the variable OUT. */
export async function exportShard(shard: unknown): Promise<string> {
  const { stderr } = await promisify(execFile)("sh", ["run-shard.sh"], {
    cwd: app,
    env: { ...process.env, SHARD: String(shard) },
  });
  return stderr.trim();
}
