import { Show } from "solid-js";
import { saveFile } from "../rows/copy-text.js";
import { withNotice } from "../state/notices.js";

interface BinaryToolsProps {
  readonly name: string;
  /** Base64 of the bytes; undefined if the row lacks the property. */
  readonly text: string | undefined;
  readonly isReadOnly: boolean;
  onChange(text: string): void;
}

/** Size of a binary value, a preview if it is a picture, and buttons to download it and to replace it by a file. */
export function BinaryTools(props: BinaryToolsProps) {
  let field!: HTMLInputElement;
  const picture = () => pictureOf(props.text);
  async function upload(file: File | undefined): Promise<void> {
    if (file !== undefined) props.onChange(toBase64(new Uint8Array(await file.arrayBuffer())));
  }
  return (
    <div class="binary-tools">
      <Show when={props.text !== undefined}>
        <span class="form-type">{`${sizeOf(props.text ?? "").toLocaleString("en-US")} bytes`}</span>
        <button
          type="button"
          class="button is-quiet"
          onClick={() =>
            void withNotice(async () =>
              saveFile(props.name, new Blob([fromBase64(props.text ?? "").buffer as ArrayBuffer])),
            )
          }
        >
          Download
        </button>
      </Show>
      <Show when={!props.isReadOnly}>
        <button type="button" class="button is-quiet" onClick={() => field.click()}>
          Take a file
        </button>
        <input
          ref={(element) => (field = element)}
          class="sr-only"
          type="file"
          tabIndex={-1}
          aria-label={`File for ${props.name}`}
          onChange={(event) => {
            const [file] = event.currentTarget.files ?? [];
            void withNotice(() => upload(file));
          }}
        />
      </Show>
      <Show when={picture()}>{(address) => <img class="binary-picture" alt={props.name} src={address()} />}</Show>
    </div>
  );
}

/** First characters of the base64 of pictures that browsers show as pictures alone, unlike SVG. */
const pictures: readonly (readonly [start: string, type: string])[] = [
  ["iVBORw0KGgo", "image/png"],
  ["/9j/", "image/jpeg"],
  ["R0lGOD", "image/gif"],
  ["UklGR", "image/webp"],
];

function pictureOf(text: string | undefined): string | undefined {
  const [, type] = pictures.find(([start]) => text?.startsWith(start)) ?? [];
  return type && `data:${type};base64,${text}`;
}

function sizeOf(base64: string): number {
  return Math.floor((base64.replace(/=+$/, "").length * 3) / 4);
}

function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 8_192) text += String.fromCharCode(...bytes.subarray(at, at + 8_192));
  return btoa(text);
}
