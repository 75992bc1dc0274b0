import { For } from "solid-js";
import type { RowQuery } from "../../src/contract/query.js";
import { recentTimes } from "../values/times.js";
import { withTimes } from "./key-query.js";

/** List of ranges of a time: recent ones, and one to type. */
export function TimeChoice(props: {
  readonly name: string;
  readonly query: RowQuery;
  onChange(query: RowQuery): void;
}) {
  const between = "between…";
  function choose(title: string): void {
    const keys = props.query.keys.filter(([name]) => name !== props.name);
    const [, milliseconds] = recentTimes.find(([other]) => other === title) ?? [];
    if (milliseconds !== undefined) {
      const now = Date.now();
      const range = { ge: new Date(now - milliseconds).toISOString(), lt: new Date(now).toISOString() };
      props.onChange(withTimes({ ...props.query, keys }, props.name, range));
    } else if (title === between) {
      const drafts = (["ge", "lt"] as const).map((operator) => ({
        property: props.name,
        operator,
        text: "",
        isDraft: true,
      }));
      const others = props.query.where.filter(({ property }) => property !== props.name);
      props.onChange({ ...props.query, keys, where: [...others, ...drafts] });
    } else
      props.onChange({ ...props.query, where: props.query.where.filter(({ property }) => property !== props.name) });
  }
  return (
    <select
      class="field is-add"
      aria-label={`Times of ${props.name}`}
      onChange={(event) => {
        const { value } = event.currentTarget;
        event.currentTarget.selectedIndex = 0;
        choose(value);
      }}
    >
      <option value="" disabled selected>
        {`${props.name} …`}
      </option>
      <For each={[...recentTimes.map(([title]) => title), between, "any time"]}>
        {(title) => <option value={title}>{title}</option>}
      </For>
    </select>
  );
}
