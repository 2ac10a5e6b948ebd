import { foldUmlauts, indexOfStems, type StemIndex } from '../../text/stem-index.ts';
import { termMatchWeight, writesCompounds } from '../../text/terms.ts';
import { remembered } from '../../text/text-memo.ts';
import { derivation } from './term-similarity.ts';

/**
 * Share for a compound that begins with the word, which is only related to it. One that ends with the word names a kind
 * of it ("Mindesturlaub" for "Urlaub").
 */
const BEGINNING_SHARE = 0.7;
/** Words with nearly all letters in common are forms of one word ("Zins" and "Zinsen"). */
const SAME_ROOT = 0.75;
const SAME_ROOT_SHARE = 0.85;
const SHORTEST_PART = 4;
/** Shorter ends of words are mostly endings ("tier" in "Quartier"). */
const SHORTEST_HEAD = 5;
/** A short last part, such as the stem of "Tag" or "Dauer", counts only if the text also names the first part. */
const SHORTEST_LAST = 3;
/** Parts name a compound if only a linking sound is left over: "Kind" and "Geld" for "Kindergeld". */
const SAID_BY_PARTS = 0.75;
/**
 * The first part alone counts for half of what it covers ("Urlaub" for "Urlaubstage"), the last part alone for nothing
 * ("Geld" for "Kindergeld").
 */
const FIRST_PART_SHARE = 0.5;
const ONLY_LETTERS = /^\p{L}+$/u;

/**
 * How far a text names the thing that a word names, 0..1. Stricter than a match of words: a text that shares a part
 * with a compound is not necessarily about the same thing.
 *
 * @param stem of the word
 * @param stems of the text
 */
export function namingShare(stem: string, stems: ReadonlySet<string>, language: string): number {
  if (stems.has(stem)) return 1;
  const index = lettersOf(stems);
  if (writesCompounds(language) && index.folded.has(foldUmlauts(stem))) return 1;
  let share = writesCompounds(language) ? saidByParts(stem, index) : 0;
  for (const other of index.near(stem)) share = Math.max(share, namedByOne(stem, other, language));
  return share;
}

/** Of the stems, those that consist of letters. */
const lettersOf = remembered((stems: ReadonlySet<string>) =>
  indexOfStems(new Set([...stems].filter((stem) => ONLY_LETTERS.test(stem)))),
);

function namedByOne(stem: string, other: string, language: string): number {
  if (!writesCompounds(language)) return derivation(stem, other);
  const [wanted, said] = [foldUmlauts(stem), foldUmlauts(other)];
  const common = commonBeginning(wanted, said);
  if (common >= SHORTEST_PART && common >= SAME_ROOT * Math.max(wanted.length, said.length)) return SAME_ROOT_SHARE;
  if (wanted.length >= SHORTEST_HEAD && said.endsWith(wanted)) return 1;
  return said.length > wanted.length && termMatchWeight(stem, other, language) > 0 ? BEGINNING_SHARE : 0;
}

/** The share of a compound's letters covered by words of the text at its beginning or end. */
function saidByParts(stem: string, { folded }: StemIndex): number {
  const wanted = foldUmlauts(stem);
  let [first, last] = [wanted.length - 1, wanted.length - 1];
  while (first >= SHORTEST_PART && !folded.has(wanted.slice(0, first))) first -= 1;
  while (last >= SHORTEST_LAST && !folded.has(wanted.slice(-last))) last -= 1;
  if (first < SHORTEST_PART) first = 0;
  if (last < SHORTEST_LAST) last = 0;
  const share = Math.min(1, (first + last) / wanted.length);
  return share >= SAID_BY_PARTS ? share : (FIRST_PART_SHARE * first) / wanted.length;
}

function commonBeginning(first: string, second: string): number {
  let length = 0;
  while (length < Math.min(first.length, second.length) && first[length] === second[length]) length += 1;
  return length;
}
