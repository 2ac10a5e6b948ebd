import type { RelevanceScore } from '@plumbline/contracts/evidence/search-hit';
import {
  bestMatches,
  coverage,
  matchedWords,
  matchTerms,
  type TermMatches,
  type WeightedTerm,
} from '@plumbline/language/term-matching';
import { analyzeTerms } from '@plumbline/language/terms';
import type { InformationNeed } from '@plumbline/offline/statements';
import { gradeOf, ruledScore } from './relevance-scores.ts';

/** Shares for the title, which covers the whole document, and for the sentence, which only announces the target. */
const TITLE_SHARE = 0.5;
const SENTENCE_SHARE = 0.8;
/** A text that covers this share of the question is about it: one meaningful word. */
const ABOUT = 0.1;
/** Bonus if both the sentence and its target are about the question, which says more than the shared words. */
const BOTH_ABOUT_BONUS = 0.17;
/** Factor if only one of the two is about the question. */
const ONE_SIDED = 0.8;
/** Share of a compound's letters that words of the question must cover for the compound to represent them. */
const EXPLAINED = 0.85;

interface ReferencesToScore {
  /** One need for each part of the anchor's question, and one for the whole. */
  readonly needs: readonly InformationNeed[];
  readonly references: readonly (ReferencePreview & { readonly id: string })[];
}

/** Scores the targets of references by a short preview, before they are read: a reference may serve only one part of the question. */
export function scoreReferences({ needs, references }: ReferencesToScore): RelevanceScore[] {
  return references.map((reference) => {
    const [best] = needs.map((need) => scorePreview(need, reference)).sort((a, b) => b.score - a.score);
    return ruledScore(reference.id, gradeOf(best?.score ?? 0), best?.matchedWords ?? []);
  });
}

/** What is known of the target of a reference before it is read. */
interface ReferencePreview {
  /** The referring sentence. */
  readonly sentence: string;
  /** ISO 639-1 code of the referring document, or `und`. */
  readonly sentenceLanguage: string;
  readonly title: string;
  readonly headingPath: readonly string[];
  /** The first two sentences. */
  readonly opening: string;
  /** ISO 639-1 code of the passage, or `und`. */
  readonly language: string;
}

/** How much a preview promises for a need. */
interface PreviewScore {
  /** 0..1, on the scale of statements. */
  readonly score: number;
  readonly matchedWords: readonly string[];
}

/**
 * Scores a reference by how much of the question its target's headings and first sentences cover, together with the
 * referring sentence. That sentence counts only if both it and the target are about the question.
 */
function scorePreview({ terms }: InformationNeed, preview: ReferencePreview): PreviewScore {
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
 * Matches terms as for statements; a compound made of words of the question also matches each word ("Lampenölpreis" for
 * "Preis des Lampenöls").
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
