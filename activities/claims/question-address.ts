import type { InformationNeed } from '../extractive/passages/passage-reading.ts';
import { formFit } from '../extractive/passages/stated-values.ts';
import type { AnswerForm } from '../extractive/question/answer-form.ts';
import { bestMatches, coverage, matchTerms } from '../extractive/question/term-coverage.ts';

/** Share of the weight of what is asked that a claim has to cover, with its headings, to address it. */
const COVERED = 0.4;
/** The asked-for form of answer needs fewer of the question's words: "24 days." */
const COVERED_IN_FORM = 0.25;
const HAS_FORM = 0.8;
const HEADING_SHARE = 0.8;
/** The headings alone cannot tell that a claim without any of the question's words is about it. */
const BY_HEADINGS_ALONE = 0.5;
/** What the form says without any of the question's words: a speed or an age tells more than a duration or a number. */
const FORM_ALONE = 0.7;
const TELLING_FORMS: ReadonlySet<AnswerForm> = new Set(['money', 'speed', 'sound', 'mass', 'length', 'age']);

/** A claim with the titles and headings above the passages that it cites. */
export interface PlacedText {
  readonly text: string;
  readonly headings: string;
  /** Whether it rests on a finding that serves the question. */
  readonly isRelevant: boolean;
}

/**
 * How far a claim addresses what is asked, 0..1: the weight of the asked-for words in it and (at 0.8) in the headings above
 * its passages, divided by 0.4, at most 1, and at most 0.5 when none of the words is its own. Where the question asks for a
 * form of answer (a duration, an amount, a permission) and the claim has it, divided by 0.25, and at least 0.7 (1 for the
 * rarer forms) when its finding is relevant: an answer may use other words than the question.
 */
export function addressedShare(
  { text, headings, isRelevant }: PlacedText,
  { terms, answerForm }: InformationNeed,
  language: string,
): number {
  const own = matchTerms(terms, text, language);
  const covered = coverage(terms, bestMatches(own, matchTerms(terms, headings, language), HEADING_SHARE));
  const most = coverage(terms, own) > 0 ? 1 : BY_HEADINGS_ALONE;
  if (answerForm === 'open' || formFit(answerForm, text) < HAS_FORM) return Math.min(most, covered / COVERED);
  const byForm = !isRelevant ? 0 : TELLING_FORMS.has(answerForm) ? 1 : FORM_ALONE;
  return Math.max(byForm, Math.min(most, covered / COVERED_IN_FORM));
}
