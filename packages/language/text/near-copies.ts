import { decodeEntities } from '@plumbline/text/html-entities';
import { plainPowers } from '@plumbline/text/powers';
import { readableText } from '@plumbline/text/readable-text';
import { memoised } from '@plumbline/text/text-memo';
import { contentTerms } from './terms.ts';

/** A passage that may be a copy of another. */
export interface Copyable {
  readonly text: string;
  /** Heading of its section; null if unknown. */
  readonly heading: string | null;
  /** Null if only a few words of it are known. */
  readonly document: CopyableDocument | null;
}

export interface CopyableDocument {
  readonly locator: string;
  readonly mediaType: string;
  /** Length of its stored text, in bytes. */
  readonly length: number;
}

/** Words of a shingle: more than most common phrases have. */
const SHINGLE_WORDS = 4;
/** Least resemblance of copies: about one word in fourteen may differ. */
const COPY_RESEMBLANCE = 0.6;
/**
 * Least containment, for the same share of differing words when one text continues beyond the other: r = c / (2 - c).
 */
const COPY_CONTAINMENT = 0.75;
/** A collection of two or more documents is at least twice as long as the shortest. */
const COLLECTION_FACTOR = 2;
/** Preferred formats first: those closest to the original text. */
const FORMATS: readonly string[] = ['text/markdown', 'text/plain', 'text/html'];

interface Shingled<Entry> extends Copyable {
  readonly entry: Entry;
  readonly shingles: ReadonlySet<string>;
  readonly figures: string;
}

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

/**
 * Keeps one entry of each group whose texts are near copies with the same figures. It takes the position of the first,
 * and prefers a document of its own to a collection, and Markdown to HTML.
 *
 * Resemblance as in Broder ("On the resemblance and containment of documents", 1997): the share of all runs of four
 * words in either text that both texts contain. Another format of a document may be split elsewhere, so a text also
 * counts as a copy if one under the same heading of another document contains it.
 *
 * @param mayReplace whether the second of two copies may replace the first
 */
export function withoutNearCopies<Entry>(
  entries: readonly Entry[],
  describe: (entry: Entry) => Copyable,
  mayReplace: (first: Entry, second: Entry) => boolean = () => true,
): Entry[] {
  const kept: Shingled<Entry>[] = [];
  const places = new ShinglePlaces();
  const keep = (candidate: Shingled<Entry>, place: number): void => {
    kept[place] = candidate;
    places.add(candidate.shingles, place);
  };
  for (const entry of entries) {
    const candidate = toShingled(entry, describe(entry));
    const near = places.near(candidate.shingles).flatMap((place) => {
      const other = kept[place];
      return other === undefined ? [] : [{ place, other }];
    });
    const equal = near.find(({ other }) => resembles(candidate, other));
    if (equal !== undefined) {
      const { place, other } = equal;
      if (mayReplace(other.entry, entry) && isBetterToCite(candidate.document, other.document)) keep(candidate, place);
    } else if (!near.some(({ other }) => isContained(candidate, other))) keep(candidate, kept.length);
  }
  return kept.map(({ entry }) => entry);
}

/** Places of shingles. A text with 60 % of another's has one of its rarest two fifths, so only those are looked up. */
class ShinglePlaces {
  readonly #places = new Map<string, number[]>();

  add(shingles: ReadonlySet<string>, place: number): void {
    for (const shingle of shingles) {
      const places = this.#places.get(shingle);
      if (places === undefined) this.#places.set(shingle, [place]);
      else places.push(place);
    }
  }

  /** Places, in ascending order, of all that resemble the text or contain it; a place may have been replaced since. */
  near(shingles: ReadonlySet<string>): number[] {
    const leftOut = shingles.size - Math.ceil(shingles.size * COPY_RESEMBLANCE - 1e-9);
    const places = [...shingles].map((shingle) => this.#places.get(shingle) ?? []).sort((a, b) => a.length - b.length);
    return [...new Set(places.slice(0, leftOut + 1).flat())].sort((a, b) => a - b);
  }
}

function toShingled<Entry>(entry: Entry, copyable: Copyable): Shingled<Entry> {
  const words = comparableWords(copyable.text);
  const figures = words.filter((word) => /\d/.test(word)).join(' ');
  return { ...copyable, entry, shingles: shinglesOf(words), figures };
}

/** Runs of four words; the whole text if it is shorter. */
function shinglesOf(words: readonly string[]): Set<string> {
  const runs = Math.max(1, words.length - SHINGLE_WORDS + 1);
  return new Set(Array.from({ length: runs }, (_, at) => words.slice(at, at + SHINGLE_WORDS).join(' ')));
}

/** Texts without words resemble nothing. */
function resembles<Entry>(first: Shingled<Entry>, second: Shingled<Entry>): boolean {
  if (first.shingles.has('') || first.figures !== second.figures) return false;
  const shared = sharedWith(first, second);
  return shared / (first.shingles.size + second.shingles.size - shared) >= COPY_RESEMBLANCE;
}

/** Whether one text contains the other, with every figure among the same words: another figure is another statement. */
function isContained<Entry>(part: Shingled<Entry>, whole: Shingled<Entry>): boolean {
  if (part.shingles.has('') || !areFormatsOfOne(part, whole)) return false;
  const withFigures = [...part.shingles].filter((shingle) => /\d/.test(shingle));
  if (!withFigures.every((shingle) => whole.shingles.has(shingle))) return false;
  return sharedWith(part, whole) / part.shingles.size >= COPY_CONTAINMENT;
}

function areFormatsOfOne(first: Copyable, second: Copyable): boolean {
  if (first.document === null || second.document === null || first.heading === null || second.heading === null)
    return false;
  const isElsewhere = first.document.locator !== second.document.locator;
  return isElsewhere && comparableWords(first.heading).join(' ') === comparableWords(second.heading).join(' ');
}

function sharedWith<Entry>(first: Shingled<Entry>, second: Shingled<Entry>): number {
  return [...first.shingles].filter((shingle) => second.shingles.has(shingle)).length;
}

/** Whether a document is better to cite than another with the same content. */
function isBetterToCite(document: CopyableDocument | null, other: CopyableDocument | null): boolean {
  if (document === null || other === null) return false;
  const [shorter, longer] = [document.length, other.length].sort((a, b) => a - b);
  if ((longer ?? 0) >= COLLECTION_FACTOR * (shorter ?? 0)) return document.length === shorter;
  return formatRank(document) < formatRank(other);
}

function formatRank({ mediaType }: CopyableDocument): number {
  const rank = FORMATS.indexOf(mediaType);
  return rank === -1 ? FORMATS.length : rank;
}

/** Whether one text contains nearly all content words of the other, and both have the same figures. */
export function isNearDuplicate(first: string, second: string, language: string): boolean {
  return areNear(read(first, language), read(second, language));
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
