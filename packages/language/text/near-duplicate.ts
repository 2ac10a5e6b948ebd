import { decodeEntities } from '@plumbline/text/html-entities';
import { plainPowers } from '@plumbline/text/powers';
import { readableText } from '@plumbline/text/readable-text';
import { memoised } from '@plumbline/text/text-memo';
import { contentTerms } from './terms.ts';

/** `[name]: https://…`: the target of a link, which is not part of the words. */
const LINK_TARGET = /^[ \t]*\[[^\]\n]+\]:[ \t]*\S.*$/gm;

const SAME_WORDS_SHARE = 0.85;
/** The quotes of a long report; their stems take some 10 MB. */
const REMEMBERED_CHARACTERS = 500_000;

/** What of a text is compared. */
interface ReadText {
  readonly stems: ReadonlySet<string>;
  /** Compared because sentences with different figures say different things. */
  readonly figures: string;
}

const read = memoised(readText, REMEMBERED_CHARACTERS);

/** Whether one text contains nearly all content words of the other, and both have the same figures. */
export function isNearDuplicate(first: string, second: string, language: string): boolean {
  return areNear(read(first, language), read(second, language));
}

/** Known texts, to ask whether another one is nearly the same as one of these. */
export interface KnownTexts {
  add(text: string): void;
  /** Like `isNearDuplicate` with each known text, in the language of the text. */
  hasNear(text: string, language: string): boolean;
}

/** Compares a text only with those that share one of its rarest words, so that many texts are compared in nearly linear time. */
export function createKnownTexts(texts: readonly string[] = []): KnownTexts {
  const known = [...texts];
  const byLanguage = new Map<string, TextIndex>();
  return {
    add(text) {
      known.push(text);
      for (const [language, index] of byLanguage) index.add(read(text, language));
    },
    hasNear(text, language) {
      let index = byLanguage.get(language);
      if (index === undefined) {
        index = new TextIndex();
        for (const other of known) index.add(read(other, language));
        byLanguage.set(language, index);
      }
      return index.hasNear(read(text, language));
    },
  };
}

/** The first of each group of near-duplicates. @param languageOf each is compared in its own language */
export function withoutNearDuplicates<Entry extends { readonly text: string }>(
  entries: readonly Entry[],
  languageOf: (entry: Entry) => string,
): Entry[] {
  const known = createKnownTexts();
  return entries.filter((entry) => {
    if (known.hasNear(entry.text, languageOf(entry))) return false;
    known.add(entry.text);
    return true;
  });
}

type Postings = Map<string, ReadText[]>;

/**
 * Two near-duplicates share all except a few stems of the one with fewer stems. So any of its stems, one more than
 * these few, suffice to find the other; the rarest lead to the fewest other texts.
 */
class TextIndex {
  /** By figures, then by stem: all stems of a text, and its rarest. */
  readonly #all = new Map<string, Postings>();
  readonly #rarest = new Map<string, Postings>();

  add(text: ReadText): void {
    const [all, rarest] = [groupOf(this.#all, text), groupOf(this.#rarest, text)];
    for (const stem of rarestOf(text, all)) post(rarest, stem, text);
    for (const stem of text.stems) post(all, stem, text);
  }

  hasNear(text: ReadText): boolean {
    const [all, rarest] = [groupOf(this.#all, text), groupOf(this.#rarest, text)];
    if (all.size === 0) return false;
    const isNear = (other: ReadText): boolean => areNear(other, text);
    const isLonger = ({ stems }: ReadText): boolean => stems.size >= text.stems.size;
    return (
      rarestOf(text, all).some((stem) => all.get(stem)?.some((other) => isLonger(other) && isNear(other))) ||
      [...text.stems].some((stem) => rarest.get(stem)?.some((other) => !isLonger(other) && isNear(other)))
    );
  }
}

function groupOf(groups: Map<string, Postings>, { figures }: ReadText): Postings {
  let group = groups.get(figures);
  if (group === undefined) groups.set(figures, (group = new Map()));
  return group;
}

function post(postings: Postings, stem: string, text: ReadText): void {
  const posted = postings.get(stem);
  if (posted === undefined) postings.set(stem, [text]);
  else posted.push(text);
}

/** Enough stems of a text that any near-duplicate with at least as many stems has one in common. */
function rarestOf({ stems }: ReadText, all: Postings): string[] {
  const leftOut = stems.size - Math.ceil(stems.size * SAME_WORDS_SHARE - 1e-9);
  return [...stems]
    .map((stem) => [all.get(stem)?.length ?? 0, stem] as const)
    .sort(([a], [b]) => a - b)
    .slice(0, leftOut + 1)
    .map(([, stem]) => stem);
}

function areNear(first: ReadText, second: ReadText): boolean {
  if (first.figures !== second.figures) return false;
  const [fewer, more] = first.stems.size < second.stems.size ? [first, second] : [second, first];
  let shared = 0;
  for (const stem of fewer.stems) if (more.stems.has(stem)) shared += 1;
  return fewer.stems.size > 0 && shared / fewer.stems.size >= SAME_WORDS_SHARE;
}

function readText(text: string, language: string): ReadText {
  const comparable = comparableText(text);
  const stems = new Set(contentTerms(comparable, language).map(({ stem }) => stem));
  return { stems, figures: (comparable.match(/\d+(?:[.,]\d+)*/g) ?? []).join(' ') };
}

/**
 * A text for comparison with another format of the same document: without escapes, entities, marks of code and
 * emphasis, and link targets, and with one spelling of powers.
 */
function comparableText(text: string): string {
  const words = decodeEntities(readableText(text.replaceAll(LINK_TARGET, '')));
  return plainPowers(words.replaceAll(/\\(?=[!-/:-@[-`{-~])|[`*]/g, ''));
}

/** The words of a text in order, in lower case, without marks and punctuation. */
export function comparableWords(text: string): string[] {
  return (
    comparableText(text)
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  );
}
