import { analyzeTerms } from '../../text/terms.ts';
import { bestMatches, coverage, matchedWords, matchTerms, type TermMatches } from '../question/term-coverage.ts';
import type { WeightedTerm } from '../question/weighted-terms.ts';
import type { InformationNeed } from './passage-reading.ts';

/** What is known of a referred passage before it is read. */
export interface ReferencePreview {
  /** The sentence that refers. */
  readonly sentence: string;
  /** ISO 639-1 code of the document that refers, or `und`. */
  readonly sentenceLanguage: string;
  readonly title: string;
  readonly headingPath: readonly string[];
  /** The first two sentences. */
  readonly opening: string;
  /** ISO 639-1 code of the passage, or `und`. */
  readonly language: string;
}

/** How much a preview promises for a need. */
export interface PreviewScore {
  /** 0..1, on the scale of statements. */
  readonly score: number;
  readonly matchedWords: readonly string[];
}

/** The title stands over the whole document; the sentence only says what is looked for at the target. */
const TITLE_SHARE = 0.5;
const SENTENCE_SHARE = 0.8;
/** Share of what is asked from which a text is about it: a word that tells something. */
const ABOUT = 0.1;
/** That a sentence about the question leads to a place about it says more than the shared words alone. */
const BOTH_ABOUT_BONUS = 0.17;
/** What is left of the promise where only one of the two is. */
const ONE_SIDED = 0.8;
/** Letters of a compound that asked words must explain for it to stand for them. */
const EXPLAINED = 0.85;

/**
 * Scores a reference by what of the question its target's headings and first sentences cover, and the sentence that refers:
 * that sentence counts only where it is about the question itself, and so is the place it leads to.
 */
export function scorePreview({ terms }: InformationNeed, preview: ReferencePreview): PreviewScore {
  const { sentence, sentenceLanguage, title, headingPath, opening, language } = preview;
  const place = bestMatches(
    matchesOf(terms, [...headingPath, opening].join('\n'), language),
    matchesOf(terms, title, language),
    TITLE_SHARE,
  );
  const referring = matchesOf(terms, sentence, sentenceLanguage);
  const areBothAbout = [place, referring].every((matches) => coverage(terms, matches) >= ABOUT);
  const matches = areBothAbout ? bestMatches(place, referring, SENTENCE_SHARE) : place;
  const covered = coverage(terms, matches);
  const score = areBothAbout ? Math.min(1, covered + BOTH_ABOUT_BONUS) : covered * ONE_SIDED;
  return { score, matchedWords: matchedWords(terms, matches) };
}

/**
 * As for statements, and a compound that is made of asked words stands for each of them ("Lampenölpreis" for "Preis des
 * Lampenöls").
 */
function matchesOf(terms: readonly WeightedTerm[], text: string, language: string): TermMatches {
  const explained = new Set<string>();
  for (const { stem } of analyzeTerms(text, language)) {
    const parts = terms.filter((term) => term.stem.length >= 4 && term.stem !== stem && stem.includes(term.stem));
    const letters = parts.reduce((sum, part) => sum + part.stem.length, 0);
    if (parts.length > 1 && letters >= stem.length * EXPLAINED) for (const part of parts) explained.add(part.stem);
  }
  const matches = matchTerms(terms, text, language);
  return matches.map((match, index) => (explained.has(terms[index]?.stem ?? '') ? 1 : match));
}
