import { autocompletion, type CompletionContext, type CompletionResult } from "@codemirror/autocomplete";
import { javascript } from "@codemirror/lang-javascript";
import { syntaxHighlighting } from "@codemirror/language";
import { setDiagnostics } from "@codemirror/lint";
import { EditorState, type Extension } from "@codemirror/state";
import { EditorView, hoverTooltip, type Tooltip } from "@codemirror/view";
import { classHighlighter } from "@lezer/highlight";
import { basicSetup } from "codemirror";
import type { Finding, SourceName } from "../messages.js";
import type { LanguageClient } from "./language-client.js";

const shared: Extension = [
  javascript({ typescript: true }),
  syntaxHighlighting(classHighlighter),
  EditorView.lineWrapping,
];

/** Creates an editor of one of the two texts, with completions and types from the language worker. */
export function createEditor(
  parent: HTMLElement,
  source: SourceName,
  label: string,
  language: LanguageClient,
  changed: () => void,
): EditorView {
  const extensions = [
    basicSetup,
    shared,
    EditorView.contentAttributes.of({ "aria-label": label }),
    EditorView.updateListener.of((update) => update.docChanged && changed()),
    autocompletion({ override: [(context) => complete(context, source, language)] }),
    hoverTooltip((view, position) => showType(view.state.doc.toString(), position, source, language)),
  ];
  return new EditorView({ parent, state: EditorState.create({ extensions }) });
}

/** Creates a view of code that nobody edits. The keyboard scrolls it. */
export function createViewer(parent: HTMLElement, label: string): EditorView {
  const extensions = [
    shared,
    EditorState.readOnly.of(true),
    EditorView.contentAttributes.of({ "aria-label": label, "aria-readonly": "true", tabindex: "0" }),
  ];
  return new EditorView({ parent, state: EditorState.create({ extensions }) });
}

export function setText(view: EditorView, text: string): void {
  view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
}

/** Underlines the findings of a text. */
export function showFindings(view: EditorView, findings: readonly Finding[]): void {
  const { length } = view.state.doc;
  const shown = findings.map(({ from, to, severity, code, message }) => {
    return { from: Math.min(from, length), to: Math.min(to, length), severity, source: code, message };
  });
  view.dispatch(setDiagnostics(view.state, shown));
}

async function complete(
  context: CompletionContext,
  source: SourceName,
  language: LanguageClient,
): Promise<CompletionResult | null> {
  const word = context.matchBefore(/[\w$]*/);
  const afterSign = context.matchBefore(/[."'{,]\s*[\w$]*/);
  if (!context.explicit && afterSign === null && (word === null || word.from === word.to)) return null;
  const found = await language.ask("complete", source, context.state.doc.toString(), context.pos);
  if (found.length === 0) return null;
  return { from: word?.from ?? context.pos, options: [...found], validFor: /^[\w$]*$/ };
}

async function showType(
  text: string,
  position: number,
  source: SourceName,
  language: LanguageClient,
): Promise<Tooltip | null> {
  const hover = await language.ask("hover", source, text, position);
  if (hover === undefined) return null;
  const create = () => {
    const dom = document.createElement("div");
    dom.className = "hover-type";
    const type = document.createElement("code");
    type.textContent = hover.type;
    dom.append(type, hover.docs);
    return { dom };
  };
  return { pos: hover.from, end: hover.to, above: true, create };
}
