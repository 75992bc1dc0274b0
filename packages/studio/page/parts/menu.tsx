import { DropdownMenu } from "@kobalte/core/dropdown-menu";
import { For, type JSX } from "solid-js";
import { Icon } from "./icon.jsx";

export interface MenuAction {
  readonly title: string;
  run(): void;
}

interface MenuProps {
  readonly label: string;
  readonly items: readonly MenuAction[];
}

/** Button that opens a menu of actions. Arrow keys and first letters select an action. */
export function Menu(props: MenuProps) {
  return (
    <ActionMenu class="button is-quiet" actions={() => props.items}>
      {props.label} <Icon name="down" />
    </ActionMenu>
  );
}

interface ActionMenuProps {
  readonly class: string;
  readonly label?: string;
  /** Returns the actions; called when the menu opens. */
  actions(): readonly MenuAction[];
  readonly children: JSX.Element;
}

/** Anything that opens a menu of actions when it is clicked. */
export function ActionMenu(props: ActionMenuProps) {
  return (
    <DropdownMenu preventScroll={false}>
      <DropdownMenu.Trigger class={props.class} aria-label={props.label}>
        {props.children}
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content class="menu">
          <For each={props.actions()}>
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
