const SNIPPET_LENGTH = 300;

/** The beginning of a text as one line of at most 300 characters. */
export function snippetOf(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= SNIPPET_LENGTH ? line : `${line.slice(0, SNIPPET_LENGTH - 1).trimEnd()}…`.toWellFormed();
}
