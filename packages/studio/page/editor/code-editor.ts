import { history, historyKeymap, insertNewline, insertNewlineAndIndent, standardKeymap } from "@codemirror/commands";
import { json } from "@codemirror/lang-json";
import { PostgreSQL } from "@codemirror/lang-sql";
import { bracketMatching, HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { Compartment, EditorState, type Extension } from "@codemirror/state";
import { drawSelection, EditorView, highlightSpecialChars, keymap, placeholder } from "@codemirror/view";
import { tags } from "@lezer/highlight";

export type CodeLanguage = "text" | "json" | "sql";

/** State of an editor that may change while it is shown. */
interface CodeState {
  /** Attributes of the element that takes the text, such as its name for screen readers. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly placeholder: string;
  readonly isReadOnly: boolean;
}

interface CodeEditorOptions extends CodeState {
  /** Root in which the styles of the editor are allowed: the page's policy forbids them in the document itself. */
  readonly root: ShadowRoot;
  readonly text: string;
  readonly language: CodeLanguage;
  /** Called after each input of the user, with the whole text. Its line breaks are line feeds. */
  onInput(text: string): void;
}

export interface CodeEditor {
  /** Replaces the text, unless it is the same but for line breaks. */
  setText(text: string): void;
  setState(state: CodeState): void;
  /** Moves the cursor, or marks a range, and takes the focus. */
  select(from: number, to: number): void;
  destroy(): void;
}

/** Tab is no key of the editor, so that it leaves it, and neither are Ctrl+Enter and Escape, which belong to the page. */
const keys = keymap.of([...historyKeymap, ...standardKeymap]);

const extensions: Readonly<Record<CodeLanguage, Extension>> = {
  // A text gets no blanks that the user did not type.
  text: keymap.of([{ key: "Enter", run: insertNewline }]),
  json: [json(), bracketMatching(), keymap.of([{ key: "Enter", run: insertNewlineAndIndent }])],
  // Of the dialects, that of PostgreSQL has most of DuckDB's words.
  sql: [PostgreSQL.extension, bracketMatching(), keymap.of([{ key: "Enter", run: insertNewlineAndIndent }])],
};

/** Colours are those of the page, whose custom properties its theme changes. */
const theme = EditorView.theme({
  "&": { color: "var(--ink)", fontSize: "12px", height: "100%", minHeight: "inherit", maxHeight: "inherit" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.5", overflow: "auto" },
  ".cm-content": { padding: "4px 0", caretColor: "var(--ink)" },
  ".cm-line": { padding: "0 8px" },
  ".cm-placeholder": { color: "var(--ink-2)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  ".cm-specialChar": { color: "var(--danger)" },
  "& > .cm-scroller > .cm-selectionLayer .cm-selectionBackground": { background: "var(--selected-soft)" },
  "&.cm-focused .cm-matchingBracket": { background: "none", outline: "1px solid var(--line-strong)" },
  "&.cm-focused .cm-nonmatchingBracket": { background: "var(--danger-soft)" },
});

const colors = HighlightStyle.define([
  { tag: tags.propertyName, color: "var(--ink-2)" },
  { tag: [tags.keyword, tags.bool, tags.null], fontWeight: "600" },
  { tag: tags.number, color: "var(--number)" },
  { tag: tags.comment, color: "var(--ink-2)", fontStyle: "italic" },
]);

/** Creates an editor for a text of several lines. It draws only the lines in view, so that long texts do not block the page. */
export function createCodeEditor(options: CodeEditorOptions): CodeEditor {
  const { root, text, language, onInput } = options;
  const changing = new Compartment();
  let isOwn = false;
  const view = new EditorView({
    root,
    parent: root,
    doc: text,
    extensions: [
      extensions[language],
      history(),
      keys,
      drawSelection(),
      highlightSpecialChars(),
      EditorView.lineWrapping,
      theme,
      syntaxHighlighting(colors),
      changing.of(stateOf(options)),
      EditorView.updateListener.of(({ docChanged, state }) => {
        if (docChanged && !isOwn) onInput(state.doc.toString());
      }),
    ],
  });
  return {
    setText(next) {
      const insert = view.state.toText(next);
      if (insert.eq(view.state.doc)) return;
      isOwn = true;
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert } });
      isOwn = false;
    },
    setState: (next) => view.dispatch({ effects: changing.reconfigure(stateOf(next)) }),
    select(from, to) {
      view.dispatch({ selection: { anchor: from, head: to } });
      view.focus();
    },
    destroy: () => view.destroy(),
  };
}

function stateOf({ attributes, placeholder: text, isReadOnly }: CodeState): Extension {
  return [
    EditorView.contentAttributes.of(attributes),
    placeholder(text),
    EditorState.readOnly.of(isReadOnly),
    EditorView.editable.of(!isReadOnly),
  ];
}
