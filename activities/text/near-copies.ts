import { comparableWords } from './comparable-words.ts';

/** A passage that may be a copy of another. */
export interface Copyable {
  readonly text: string;
  /** Of the section that it stands in; null where nothing is known of it. */
  readonly heading: string | null;
  /** Null: nothing but a few words of it is known. */
  readonly document: CopyableDocument | null;
}

export interface CopyableDocument {
  readonly locator: string;
  readonly mediaType: string;
  /** Of its stored text, in bytes. */
  readonly length: number;
}

/** Words of a shingle: enough that common phrases of a language rarely make one. */
const SHINGLE_WORDS = 4;
/** Resemblance of copies: one word in fourteen may differ. */
const COPY_RESEMBLANCE = 0.6;
/** The same share of differing words, where one text goes on beyond the other: r = c / (2 - c). */
const COPY_CONTAINMENT = 0.75;
/** What holds two documents or more is at least twice as long as the shorter of them. */
const COLLECTION_FACTOR = 2;
/** Formats closest to the original text come first. */
const FORMATS: readonly string[] = ['text/markdown', 'text/plain', 'text/html'];

interface Shingled<Entry> extends Copyable {
  readonly entry: Entry;
  readonly shingles: ReadonlySet<string>;
  readonly figures: string;
}

/**
 * Of all entries whose texts are nearly copies of each other, with the same figures, leaves one: at the place of the first,
 * the one that stands in a document of its own, and Markdown before HTML.
 *
 * Resemblance is that of Broder ("On the resemblance and containment of documents", 1997): the share of all runs of four
 * words of both texts that both have. Another format of a document may be cut at other places: there a text is a copy when
 * it is contained in one under the same heading of another document.
 *
 * @param mayReplace whether the first of two copies may give its place to the second
 */
export function withoutNearCopies<Entry>(
  entries: readonly Entry[],
  describe: (entry: Entry) => Copyable,
  mayReplace: (first: Entry, second: Entry) => boolean = () => true,
): Entry[] {
  const kept: Shingled<Entry>[] = [];
  for (const entry of entries) {
    const candidate = toShingled(entry, describe(entry));
    const equal = kept.findIndex((other) => resembles(candidate, other));
    const other = kept[equal];
    if (other !== undefined) {
      if (mayReplace(other.entry, entry) && standsBetter(candidate.document, other.document)) kept[equal] = candidate;
    } else if (!kept.some((longer) => isContained(candidate, longer))) kept.push(candidate);
  }
  return kept.map(({ entry }) => entry);
}

function toShingled<Entry>(entry: Entry, copyable: Copyable): Shingled<Entry> {
  const words = comparableWords(copyable.text);
  const figures = words.filter((word) => /\d/.test(word)).join(' ');
  return { ...copyable, entry, shingles: shinglesOf(words), figures };
}

/** Runs of four words; the whole text where it has fewer. */
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

/** Every figure must stand among the same words there: what differs in a figure says something else. */
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

/** Whether a document is the better place to cite from than another that holds the same. */
function standsBetter(document: CopyableDocument | null, other: CopyableDocument | null): boolean {
  if (document === null || other === null) return false;
  const [shorter, longer] = [document.length, other.length].sort((a, b) => a - b);
  if ((longer ?? 0) >= COLLECTION_FACTOR * (shorter ?? 0)) return document.length === shorter;
  return formatRank(document) < formatRank(other);
}

function formatRank({ mediaType }: CopyableDocument): number {
  const rank = FORMATS.indexOf(mediaType);
  return rank === -1 ? FORMATS.length : rank;
}
