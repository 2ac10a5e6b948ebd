import { readableText } from '../../text/readable-text.ts';

const SHORTEST = 20;
const LONGEST = 1_200;

const BOILERPLATE: readonly RegExp[] = [
  // Navigation, tables of contents, pointers without content of their own.
  /^(?:see also|see|siehe(?: auch)?|vgl\.|back to|zurück zu|table of contents|inhalt(?:sverzeichnis|sübersicht)?|on this page|contents|previous|next)\b.{0,80}$/iu,
  /(?:\.\s?){6}\s*\d*$/u,
  /^(?:import|export|const|let|var|return|require|npm|\$)\s/u,
  // Records about a text, not its content.
  /^\(?(?:returns?|extends|added|type|stability|changes|ausfertigungsdatum|fundstelle|stand|zuletzt geändert)\b\s*:/iu,
  /(?:\bcopyright\b|©|all rights reserved|permission is hereby granted|alle rechte vorbehalten|licensed under)/iu,
  /^\W*\(?(?:weggefallen|aufgehoben|omitted|reserved)\)?\W*$/iu,
  /^(?:fn|fußnote|footnote)\b/iu,
];

/**
 * Whether a text states nothing: it is too short or too long, a question, navigation, code, a record, or only links.
 */
export function isBoilerplate(text: string): boolean {
  const readable = readableText(text);
  if (readable.length < SHORTEST || readable.length > LONGEST) return true;
  if (readable.endsWith('?')) return true;
  if (BOILERPLATE.some((pattern) => pattern.test(readable))) return true;
  const words = readable.match(/\p{L}{2,}/gu) ?? [];
  return words.length < 4 || linkShare(text) > 0.7;
}

/** Share of the characters that belong to links and addresses. */
function linkShare(text: string): number {
  const links = text.match(/\[[^\]]{0,1000}\](?:\([^)]{0,1000}\)|\[[^\]]{0,1000}\])|https?:\/\/\S+/g) ?? [];
  return links.join('').length / text.length;
}
