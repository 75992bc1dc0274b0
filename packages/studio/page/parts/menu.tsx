import { DropdownMenu } from "@kobalte/core/dropdown-menu";
import { For } from "solid-js";

interface MenuProps {
  readonly label: string;
  readonly items: readonly { readonly title: string; run(): void }[];
}

/** Button that opens a menu of actions. Arrow keys and first letters select an action. */
export function Menu(props: MenuProps) {
  return (
    <DropdownMenu preventScroll={false}>
      <DropdownMenu.Trigger class="button is-quiet">
        {props.label} <span aria-hidden="true">▾</span>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content class="menu">
          <For each={props.items}>
            {({ title, run }) => (
              <DropdownMenu.Item class="menu-item" onSelect={run}>
                {title}
              </DropdownMenu.Item>
            )}
          </For>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu>
  );
}
