import { CITATION_KEY as KEY } from '@plumbline/contracts/evidence/citation-key';
import type { Claim } from '@plumbline/contracts/evidence/claim';
import { withoutHiddenCharacters } from '@plumbline/language/normalised-text';

const MARK = new RegExp(
  String.raw`(?<![ \t])[ \t]*(?:[[(]\s*${KEY}(?:\s*[,;]\s*${KEY})*\s*[\])]|(?<![\p{L}\p{N}])${KEY}(?![\p{L}\p{N}]))`,
  'gu',
);
/** What a text written by a model says in brackets: keys, addresses of words, computed figures, searches in vain. */
const ISSUED = String.raw`\s*(?:${KEY}|p\d+\.\d|(?:calc|none)\s*[:：])`;
const BRACKETED = new RegExp(String.raw`[[［【](?=${ISSUED})([^\][［］【】]*)[\]］】]`, 'giu');
const OPENED = new RegExp(String.raw`[[［【](?=${ISSUED})`, 'giu');

/** Moves citation keys from the claim's text to its citations. */
export function withKeysAsCitations(claim: Claim): Claim {
  const marks = claim.text.match(MARK) ?? [];
  if (marks.length === 0) return claim;
  const keys = marks.flatMap((mark) => mark.match(new RegExp(KEY, 'gu')) ?? []);
  const text = claim.text.replace(MARK, '').trim();
  return { ...claim, text, citations: [...new Set([...claim.citations, ...keys])] };
}

/** Text without anything that looks like a citation key. */
export function withoutKeys(text: string): string {
  return text.replace(MARK, '').trim();
}

/**
 * Changes foreign text so that nothing in it can pass for a citation key, the address of a sentence, a computed figure or a
 * search in vain, by replacing their brackets. Removes invisible characters, too, which could disguise a key or a tag.
 */
export function neutraliseKeys(text: string): string {
  return withoutHiddenCharacters(text).replace(BRACKETED, '($1)').replace(OPENED, '(');
}
