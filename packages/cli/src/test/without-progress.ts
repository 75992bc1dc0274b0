/** Removes the lines of progress, which a command prints every 10 seconds where stderr is no terminal: on a busy machine alone. */
export function withoutProgress(log: string): string {
  return log.replaceAll(/^[\d,]+ rows?, [\d,]+ rows\/s.*\n?/gm, "");
}
