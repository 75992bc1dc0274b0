import { styleText } from "node:util";

/** Texts for people, as a terminal shows them; without colours they stay as they are. */
export interface Colors {
  readonly enabled: boolean;
  bold(text: string): string;
  cyan(text: string): string;
  green(text: string): string;
  red(text: string): string;
  yellow(text: string): string;
}

export function createColors(enabled: boolean): Colors {
  const style = (format: Exclude<keyof Colors, "enabled">) => (text: string) =>
    enabled ? styleText(format, text, { validateStream: false }) : text;
  return {
    enabled,
    bold: style("bold"),
    cyan: style("cyan"),
    green: style("green"),
    red: style("red"),
    yellow: style("yellow"),
  };
}
