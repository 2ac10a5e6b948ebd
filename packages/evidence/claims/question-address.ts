import type { AnswerForm } from '@plumbline/language/questions';
import { bestMatches, coverage, matchTerms } from '@plumbline/language/term-matching';
import { formFit, type InformationNeed } from '@plumbline/offline/statements';

/** Share of the question's weight that a claim must cover, with its headings, to address it. */
const COVERED = 0.4;
/** An answer in the expected form needs fewer of the question's words: "24 days." */
const COVERED_IN_FORM = 0.25;
const HAS_FORM = 0.8;
const HEADING_SHARE = 0.8;
/** Most for a claim without any of the question's words: headings alone do not show that it is about the question. */
const BY_HEADINGS_ALONE = 0.5;
/** Value of the form without any of the question's words; the telling forms below count more. */
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
 * How far a claim addresses the question, 0..1: the weight of the question's words in it and (at 0.8) in the headings
 * above its passages, divided by 0.4, at most 1, and at most 0.5 if the claim itself has none of the words. If the
 * question asks for a form of answer (a duration, an amount, a permission) and the claim has it, the weight is divided
 * by 0.25, and the result is at least 0.7 (1 for the rarer forms) if its finding is relevant: an answer may use other
 * words than the question.
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
