import { type QueryAnchor, questionLanguageOf } from '@plumbline/contracts/evidence/query-anchor';
import type { ApprovedTask, ResearchTask } from '@plumbline/contracts/evidence/research-plan';
import { answerFormOf, isAssertion, splitQuestion } from '@plumbline/language/questions';
import { type WeightedTerm, weighTerms, weighTermsEvenly, withBackground } from '@plumbline/language/term-matching';
import type { CorpusIndex } from '@plumbline/search/corpus-index';
import type { InformationNeed } from './passage-reading.ts';

/** Share at which words of the rest of the question count for one task. */
const BACKGROUND_SHARE = 0.1;
/** Share for the person's answers in a task that includes them: they decide which of several things is meant. */
const REFINEMENT_SHARE = 1;
/** Share for a task about something that another part of the question names. */
const DEPENDENT_SHARE = 0.7;

const NOTHING: InformationNeed = { terms: [], answerForm: 'open' };

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
  const [need = NOTHING] = await needsOf(corpus, corpusId, anchor, [taskText]);
  return need;
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
  const ownTexts = taskTexts.map((text) => withoutRefinements(text, refinements));
  const texts = [refinements.join('\n'), originalQuestion, ...ownTexts];
  const weighed: readonly WeightedTerm[][] =
    corpusId === null
      ? texts.map((text) => weighTermsEvenly(text, language))
      : await weighTerms(corpus, corpusId, texts, language);
  const [refined = [], background = [], ...own] = weighed;
  // People answer conversationally ("I want to …"): words that no document contains do not help the search.
  const known = refined.filter(({ isKnown }) => isKnown !== false).map((term) => ({ ...term, isRefinement: true }));
  const parts = splitQuestion(originalQuestion, language);
  const isAsserted = isAssertion(originalQuestion);
  return taskTexts.map((taskText, index) => {
    const ownText = ownTexts[index] ?? '';
    const isDependent = parts.some((part) => part.isDependent && taskText.startsWith(part.text));
    const refinementShare = ownText === taskText ? BACKGROUND_SHARE : REFINEMENT_SHARE;
    const asked = withBackground(own[index] ?? [], known, refinementShare);
    const terms = withBackground(asked, background, isDependent ? DEPENDENT_SHARE : BACKGROUND_SHARE);
    return { terms, answerForm: answerFormOf(ownText, language), isAssertion: isAsserted && isAssertion(ownText) };
  });
}

/** Removes the person's answers, which a plan may append to the question. */
function withoutRefinements(text: string, refinements: readonly string[]): string {
  return refinements.reduce((rest, refinement) => rest.replace(refinement, ' '), text);
}

/** What the anchor asks for: the question together with the person's answers, the question itself, and its parts. */
export async function needsOfAnchor(
  corpus: CorpusIndex,
  corpusId: string | null,
  anchor: QueryAnchor,
): Promise<readonly InformationNeed[]> {
  return needsOf(corpus, corpusId, anchor, textsOfAnchor(anchor));
}

/** What approved tasks ask for, each with its parts; in the given order. */
export async function needsOfApproved(
  corpus: CorpusIndex,
  corpusId: string | null,
  anchor: QueryAnchor,
  approvedTasks: readonly ApprovedTask[],
): Promise<readonly (readonly InformationNeed[])[]> {
  const texts = approvedTasks.map(({ text }) => withParts(text, anchor.language));
  const needs = await needsOf(corpus, corpusId, anchor, texts.flat());
  return texts.map((parts, index) => {
    const start = texts.slice(0, index).flat().length;
    return needs.slice(start, start + parts.length);
  });
}

/** What a task looks for, and what was asked: by the anchor, and by the task itself if a person approved it. */
export async function needsOfTaskAndAnchor(
  corpus: CorpusIndex,
  corpusId: string | null,
  anchor: QueryAnchor,
  task: Pick<ResearchTask, 'taskId' | 'text'>,
  approvedTasks: readonly ApprovedTask[],
): Promise<{ readonly need: InformationNeed; readonly anchorNeeds: readonly InformationNeed[] }> {
  const isApproved = approvedTasks.some(({ taskId }) => taskId === task.taskId);
  const [need = NOTHING, ...anchorNeeds] = await needsOf(corpus, corpusId, anchor, [
    task.text,
    ...textsOfAnchor(anchor),
    ...(isApproved ? withParts(task.text, questionLanguageOf(anchor)) : []),
  ]);
  return { need, anchorNeeds };
}

function textsOfAnchor(anchor: QueryAnchor): string[] {
  const { originalQuestion, refinements } = anchor;
  return [
    ...(refinements.length > 0 ? [[originalQuestion, ...refinements].join(' ')] : []),
    ...withParts(originalQuestion, questionLanguageOf(anchor)),
  ];
}

function withParts(question: string, language: string): string[] {
  const parts = splitQuestion(question, language).map(({ text }) => text);
  return [question, ...(parts.length > 1 ? parts : [])];
}
