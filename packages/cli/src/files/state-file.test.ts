import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryProject } from "../test/temporary-project.js";
import { damaged, StateFile } from "./state-file.js";

interface Count {
  readonly rows: number;
}

const stateAt = (root: string) => new StateFile<Count>(join(root, "state.json"), (value) => "rows" in value);

describe("a state file", () => {
  it("contains what was written last, and leaves nothing else behind", () => {
    const { root, read, list } = temporaryProject();
    const file = stateAt(root);
    expect(file.read()).toBeUndefined();
    file.write({ rows: 1 });
    file.write({ rows: 2 });
    expect([file.read(), read("state.json"), list()]).toEqual([{ rows: 2 }, '{"rows":2}\n', ["state.json"]]);
    file.remove();
    file.remove();
    expect([file.read(), list()]).toEqual([undefined, []]);
  });

  it.each(["", "{", "null", "1", '"rows"', "{}", '{"row":1}'])("is damaged: %s", (text) => {
    const { root, write } = temporaryProject();
    write("state.json", text);
    expect(stateAt(root).read()).toBe(damaged);
  });

  it("that is a folder cannot be read or written, and the error names it", () => {
    const { root, list } = temporaryProject();
    const path = join(root, "state.json");
    mkdirSync(path);
    writeFileSync(join(path, "x"), "");
    expect(() => stateAt(root).read()).toThrow("EISDIR");
    expect(() => stateAt(root).write({ rows: 1 })).toThrow(expect.objectContaining({ path, dest: undefined }));
    expect(list()).toEqual(["state.json/x"]);
  });
});
