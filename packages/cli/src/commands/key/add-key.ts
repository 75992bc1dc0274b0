import type { Command } from "commander";
import { type CommandContext, config } from "../../command-options.js";
import type { KeyFlags } from "./key.js";

/** Adds the command `key`, which converts keys. */
export function addKey(program: Command, { cwd, terminal, done }: CommandContext): void {
  const key = program.command("key").description("convert between an entity's values and its stored keys");
  key
    .command("encode")
    .description("print the PartitionKey and RowKey of values, as JSON")
    .argument("<entity>", "name of a definition")
    .argument("<json>", "the key's values as a JSON object; an Int64 as a string, a DateTime as ISO 8601 in UTC")
    .addOption(config())
    .action(async (entity: string, json: string, flags: KeyFlags) => {
      const { printEncodedKey } = await import("./key.js");
      done(await printEncodedKey(cwd, entity, json, flags, terminal));
    });

  key
    .command("decode")
    .description("print the values in stored keys, as JSON")
    .argument("<entity>", "name of a definition")
    .argument("<partitionKey>", "PartitionKey as it is stored")
    .argument("<rowKey>", "RowKey as it is stored")
    .addOption(config())
    .action(async (entity: string, partitionKey: string, rowKey: string, flags: KeyFlags) => {
      const { printDecodedKey } = await import("./key.js");
      done(await printDecodedKey(cwd, entity, partitionKey, rowKey, flags, terminal));
    });
}
