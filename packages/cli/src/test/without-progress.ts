/** Removes progress lines. If stderr is not a terminal, a command prints one every 10 seconds, so only a busy machine shows any. */
export function withoutProgress(log: string): string {
  return log.replaceAll(/^[\d,]+ rows?, [\d,]+ rows\/s.*\n?/gm, "");
}
