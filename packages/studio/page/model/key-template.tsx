import { For, Show } from "solid-js";
import type { KeyPartInfo } from "../../src/contract/model.js";

/** Shows the template of a key, such as `cust!{customerId}`. */
export function KeyTemplate(props: { readonly parts: readonly KeyPartInfo[] }) {
  return (
    <code>
      <For each={props.parts}>
        {({ literal, property, encoding }) => (
          <Show when={property} fallback={<span class="key-literal">{literal}</span>}>
            <span class="key-part">{`{${property}${encoding === undefined ? "" : `.${encoding}`}}`}</span>
          </Show>
        )}
      </For>
    </code>
  );
}
