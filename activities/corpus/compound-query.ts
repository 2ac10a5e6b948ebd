import { contentTerms, writesCompounds } from '../text/terms.ts';
import type { PassageTables } from './passage-tables.ts';

const MIN_PART = 4;
// Letters that join the parts of a German compound and belong to neither: "Urlaub-s-tage", "Frist-en-regelung".
const JOINT = /(?:s|es|en|n)$/;

// A question has fewer long words; a pasted page must not become thousands of look-ups.
const MAX_WORDS = 20;
const MAX_WORD_LENGTH = 40;

/**
 * Parts of the compounds in a query, where both parts are words of the index: "Urlaubstage" gives "urlaub" and "tage".
 * The split whose rarer part is the most frequent wins. Empty for languages that write compounds as separate words.
 */
export async function compoundParts(tables: PassageTables, query: string, language: string): Promise<string[]> {
  if (!writesCompounds(language)) return [];
  const words = contentTerms(query, language)
    .map((term) => term.surface.toLowerCase())
    .filter((word) => word.length >= 2 * MIN_PART && word.length <= MAX_WORD_LENGTH);
  const splits = words.slice(0, MAX_WORDS).flatMap((word) => splitsOf(word).map((parts) => ({ word, parts })));
  const candidates = [...new Set(splits.flatMap((split) => split.parts))];
  const { matching } = await tables.frequencies(candidates);
  const frequency = new Map(candidates.map((part, index) => [part, matching[index] ?? 0]));

  const best = new Map<string, { readonly parts: readonly string[]; readonly weight: number }>();
  for (const { word, parts } of splits) {
    const weight = Math.min(...parts.map((part) => frequency.get(part) ?? 0));
    if (weight > (best.get(word)?.weight ?? 0)) best.set(word, { parts, weight });
  }
  return [...best.values()].flatMap((split) => split.parts);
}

function splitsOf(word: string): string[][] {
  if (!/^\p{L}+$/u.test(word)) return [];
  const splits: string[][] = [];
  for (let at = MIN_PART; at <= word.length - MIN_PART; at++) {
    const first = word.slice(0, at);
    const last = word.slice(at);
    splits.push([first, last]);
    const joint = JOINT.exec(first)?.[0];
    if (joint !== undefined && at - joint.length >= MIN_PART) splits.push([first.slice(0, -joint.length), last]);
  }
  return splits;
}
