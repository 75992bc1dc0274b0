import { barrierWidth, judgedWidths, widths } from "./check-looks.js";

/** Page with one fault, and the sentence that must report it at each of its widths. */
interface KnownFault {
  readonly page: string;
  readonly html: string;
  readonly reported: string;
  /** Widths at which the fault must be found, by default all. Given for faults of colours or pictures, not of the layout. */
  readonly at?: readonly number[];
}

const text = "word ".repeat(100);
const themed = "<!doctype html><style>:root{color-scheme:light dark}</style>";

/** Faults that the check must find, as proof that it works. */
export const knownFaults: readonly KnownFault[] = [
  { page: "faulty/empty", html: `${themed}<p>No.</p>`, reported: "is empty: it shows 3 characters." },
  {
    page: "faulty/gap",
    html: `${themed}<main><p>${text}</p><div style="height:2000px"></div><p>${text}</p></main>`,
    reported: "shows nothing from ",
    at: Object.values(judgedWidths),
  },
  {
    page: "faulty/table",
    html: `${themed}<p>${text}</p><table><tr>${'<td style="min-width:200px">cell</td>'.repeat(10)}</tr></table>`,
    reported: "overflows: it is ",
  },
  {
    page: "faulty/picture",
    html: `${themed}<p>${text}</p><img src="/faulty/none.svg">`,
    reported: "does not show the picture ",
  },
  {
    page: "faulty/cut",
    html: `${themed}<p>${text}</p><p style="width:200px;overflow:hidden;white-space:nowrap">${text}</p>`,
    reported: "cuts off the text ",
  },
  {
    page: "faulty/edge",
    html: `${themed}<p>${text}</p><p style="margin-left:-40px">${text}</p>`,
    reported: "cuts off the text ",
  },
  {
    page: "faulty/bright",
    html: `<!doctype html><body style="background:#fff"><p>${text}</p>`,
    reported: "has the background rgb(255, 255, 255) in the dark theme.",
    at: [judgedWidths.dark],
  },
  {
    page: "faulty/pale",
    html: `${themed}<p>${text}</p><p style="color:#999;background:#fff">${text}</p>`,
    reported: "has a barrier in the light theme: Elements must meet minimum color contrast ratio thresholds",
    at: [barrierWidth],
  },
  {
    page: "faulty/code",
    html: `${themed}<p>${text}</p><pre style="overflow:auto">${text.repeat(5)}</pre>`,
    reported: "cuts off the text ",
  },
  {
    page: "faulty/throws",
    html: `${themed}<p>${text}</p><script>throw new Error("no")</script>`,
    reported: "throws: ",
  },
];

/**
 * Returns one sentence for each known fault that these problems do not include. `layoutAlone` skips faults that do not affect the layout.
 */
export function missedFaults(problems: readonly string[], layoutAlone: boolean): string[] {
  const expected = layoutAlone ? knownFaults.filter(({ at }) => at === undefined) : knownFaults;
  return expected.flatMap(({ page, reported, at = widths }) =>
    at
      .filter((width) => !problems.some((problem) => problem.startsWith(`/${page} at ${width} px ${reported}`)))
      .map((width) => `The check of looks did not find that /${page} at ${width} px ${reported}…`),
  );
}
