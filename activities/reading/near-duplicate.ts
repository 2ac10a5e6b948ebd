import { contentTerms } from '../text/terms.ts';

const SAME_WORDS_SHARE = 0.85;

/** Whether two texts say the same in nearly the same words: one's content words are nearly all in the other. */
export function isNearDuplicate(first: string, second: string, language: string): boolean {
  const a = new Set(contentTerms(first, language).map(({ stem }) => stem));
  const b = new Set(contentTerms(second, language).map(({ stem }) => stem));
  const shared = [...a].filter((stem) => b.has(stem)).length;
  const smaller = Math.min(a.size, b.size);
  return smaller > 0 && shared / smaller >= SAME_WORDS_SHARE && figuresOf(first) === figuresOf(second);
}

/** Sentences that differ in a figure say different things. */
function figuresOf(text: string): string {
  return (text.match(/\d+(?:[.,]\d+)*/g) ?? []).join(' ');
}

/** Words of a shingle: enough that common phrases of a language rarely make one. */
const SHINGLE_WORDS = 4;
/** Resemblance of copies: one word in fourteen may differ. */
const COPY_RESEMBLANCE = 0.6;

/**
 * Leaves out every entry whose text is nearly a copy of an earlier one's, with the same figures.
 *
 * Resemblance is that of Broder ("On the resemblance and containment of documents", 1997): the share of all runs of four
 * words of both texts that both have. Words are compared without case and punctuation.
 */
export function withoutNearCopies<Entry>(entries: readonly Entry[], textOf: (entry: Entry) => string): Entry[] {
  const kept: { readonly entry: Entry; readonly shingles: ReadonlySet<string>; readonly figures: string }[] = [];
  for (const entry of entries) {
    const text = textOf(entry);
    const candidate = { entry, shingles: shinglesOf(text), figures: figuresOf(text) };
    const isCopy = kept.some(
      ({ shingles, figures }) =>
        figures === candidate.figures && resemblance(shingles, candidate.shingles) >= COPY_RESEMBLANCE,
    );
    if (!isCopy) kept.push(candidate);
  }
  return kept.map(({ entry }) => entry);
}

/** Runs of four words; the whole text where it has fewer. */
function shinglesOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const runs = Math.max(1, words.length - SHINGLE_WORDS + 1);
  return new Set(Array.from({ length: runs }, (_, at) => words.slice(at, at + SHINGLE_WORDS).join(' ')));
}

/** 0..1; texts without words resemble nothing. */
function resemblance(first: ReadonlySet<string>, second: ReadonlySet<string>): number {
  if (first.has('') || second.has('')) return 0;
  const shared = [...first].filter((shingle) => second.has(shingle)).length;
  return shared / (first.size + second.size - shared);
}
