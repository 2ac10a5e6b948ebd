import { type QueryAnchor, questionLanguageOf } from '@plumbline/contracts/evidence/query-anchor';
import { splitQuestion } from '@plumbline/language/questions';
import { type WeightedTerm, weighTerms, weighTermsEvenly, withBackground } from '@plumbline/language/term-matching';
import type { CorpusIndex } from '@plumbline/search/corpus-index';
import type { InformationNeed } from './passages/passage-reading.ts';

/** Share at which words of the rest of the question count for one task. */
const BACKGROUND_SHARE = 0.1;
/** Share for the person's answers in a task that includes them: they decide which of several things is meant. */
const REFINEMENT_SHARE = 1;
/** Share for a task about something that another part of the question names. */
const DEPENDENT_SHARE = 0.7;

/**
 * What a task looks for: its own words, followed by the words of the whole question.
 *
 * @param corpusId indexes that tell rare words from common ones; null: all words weigh the same
 */
export async function needOfTask(
  corpus: CorpusIndex,
  corpusId: string | null,
  anchor: QueryAnchor,
  taskText: string,
): Promise<InformationNeed> {
  return (await needsOf(corpus, corpusId, anchor, [taskText]))[0] ?? { terms: [] };
}

/** What each of several texts looks for, as tasks of the anchor; in the given order. */
export async function needsOf(
  corpus: CorpusIndex,
  corpusId: string | null,
  anchor: QueryAnchor,
  taskTexts: readonly string[],
): Promise<InformationNeed[]> {
  const { originalQuestion, refinements } = anchor;
  const language = questionLanguageOf(anchor);
  // A plan may append the person's answers to the question.
  const ownTexts = taskTexts.map((text) =>
    refinements.reduce((rest, refinement) => rest.replace(refinement, ' '), text),
  );
  const texts = [refinements.join('\n'), originalQuestion, ...ownTexts];
  const weighed: readonly WeightedTerm[][] =
    corpusId === null
      ? texts.map((text) => weighTermsEvenly(text, language))
      : await weighTerms(corpus, corpusId, texts, language);
  const [refined = [], background = [], ...own] = weighed;
  // People answer conversationally ("I want to …"): words that no document contains do not help the search.
  const known = refined.filter(({ isKnown }) => isKnown !== false);
  const parts = splitQuestion(originalQuestion, language);
  return taskTexts.map((taskText, index) => {
    const isDependent = parts.some((part) => part.isDependent && taskText.startsWith(part.text));
    const refinementShare = ownTexts[index] === taskText ? BACKGROUND_SHARE : REFINEMENT_SHARE;
    const asked = withBackground(own[index] ?? [], known, refinementShare);
    return { terms: withBackground(asked, background, isDependent ? DEPENDENT_SHARE : BACKGROUND_SHARE) };
  });
}
