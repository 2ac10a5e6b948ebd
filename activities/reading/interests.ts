import type { QueryAnchor } from '../../workflows/contracts/query-anchor.ts';
import type { CorpusIndex } from '../corpus/corpus-index.ts';
import { answerFormOf } from './answer-form.ts';
import type { Interest } from './passage-reading.ts';
import { splitQuestion } from './question-parts.ts';
import { weighTerms, withBackground } from './weighted-terms.ts';

/** Share at which words of the whole question count for one task. */
const BACKGROUND_SHARE = 0.1;
/** For the person's answers in a task that carries them: they decide which of several things is meant. */
const REFINEMENT_SHARE = 1;
/** For a task that speaks of something which another part of the question names. */
const DEPENDENT_SHARE = 0.7;

/** What a task looks for: its own words, and those of the whole question behind them. */
export async function interestOfTask(
  corpus: CorpusIndex,
  corpusId: string,
  anchor: QueryAnchor,
  taskText: string,
): Promise<Interest> {
  const { language, originalQuestion, refinements } = anchor;
  const own = withoutRefinements(taskText, refinements);
  const isDependent = splitQuestion(originalQuestion, language).some(
    (part) => part.isDependent && taskText.startsWith(part.text),
  );
  // People answer in conversation ("I want to …"): words that no document holds say nothing about where to look.
  const refined = await weighTerms(corpus, corpusId, refinements.join('\n'), language);
  const asked = withBackground(
    await weighTerms(corpus, corpusId, own, language),
    refined.filter(({ isKnown }) => isKnown),
    own === taskText ? BACKGROUND_SHARE : REFINEMENT_SHARE,
  );
  const background = await weighTerms(corpus, corpusId, originalQuestion, language);
  const terms = withBackground(asked, background, isDependent ? DEPENDENT_SHARE : BACKGROUND_SHARE);
  return { terms, answerForm: answerFormOf(own) };
}

/** The text without the person's answers, where a plan put them beside the question. */
function withoutRefinements(text: string, refinements: readonly string[]): string {
  return refinements.reduce((rest, refinement) => rest.replace(refinement, ' '), text);
}

/** What the anchor asks for: the question together with the person's answers, the question itself, and its parts. */
export async function interestsOfAnchor(
  corpus: CorpusIndex,
  corpusId: string,
  anchor: QueryAnchor,
): Promise<readonly Interest[]> {
  const { originalQuestion, refinements, language } = anchor;
  const parts = splitQuestion(originalQuestion, language).map(({ text }) => text);
  const texts = [
    ...(refinements.length > 0 ? [[originalQuestion, ...refinements].join(' ')] : []),
    originalQuestion,
    ...(parts.length > 1 ? parts : []),
  ];
  return Promise.all(texts.map((text) => interestOfTask(corpus, corpusId, anchor, text)));
}
