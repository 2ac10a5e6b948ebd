import type { Catalogues, OpenedCatalogues } from '@plumbline/catalogue/catalogues';
import { typedFilters, usableFilters } from '@plumbline/catalogue/filters';
import type { AnswerPlan, GroundingDecision, Interpretation } from '@plumbline/contracts/answers/answer';
import type { AnswerActivities, UnderstandMessageInput } from '@plumbline/contracts/answers/answer-activities';
import type { Degradation } from '@plumbline/contracts/research/accounting';
import { keyEntitiesIn } from '@plumbline/language/questions';
import { analyzeTerms } from '@plumbline/language/terms';
import { withDegradation } from '@plumbline/model/calls';
import { namedReferencesIn } from '@plumbline/quotes/references';
import { PageUnavailableError } from '@plumbline/web/page-refusal';
import search from 'approx-string-match';
import { planByRule, type PlanSubject, usablePlan } from '../../conversations/answer-tools.ts';
import { languageOfMessage } from '../../conversations/interpret-message.ts';
import { asksForFacts, isCourtesy } from '../../conversations/message-form.ts';
import { withoutLinksIn } from '../../conversations/proposed-follow-ups.ts';
import { repeatsQuestion } from '../../steps/assess-clarity.ts';
import {
  groundingByRule,
  understandMessageStep,
  type UnderstandMessageStepInput,
  type UnderstoodMessage,
} from '../../steps/understand-message.ts';
import type { ActivityDependencies } from '../dependencies.ts';

const STEP = understandMessageStep.name;

/** Letters of a word for each that may be wrong, so that a corrected typing error still counts as the same word. */
const LETTERS_PER_SLIP = 3;

const UNRELATED = 'the rewritten message had no word of the message or the conversation; the offline rule read it';
const ASKED_BEFORE = 'the model would ask back once more; it answers from what was said';

/** A wrong `none` would leave an answer without sources; a wrong `full` only takes longer. */
const UNDECIDED: GroundingDecision = {
  grounding: 'full',
  reason: 'the model gave no usable decision, so everything is searched',
};
const NEEDS_SOURCES = 'the model would answer from memory, but a question about facts needs sources';

/**
 * Reads a message and plans its answer. What a model says of it is checked by code, part by part: a part that cannot be
 * used is the rule's. Language, names and the values of filters are read by code in any case.
 */
export function createUnderstandMessage({
  reasoner,
  catalogues,
}: Pick<ActivityDependencies, 'reasoner'> & { readonly catalogues: Catalogues }) {
  return async (
    input: UnderstandMessageInput,
    signal: AbortSignal,
  ): ReturnType<AnswerActivities['understandMessage']> => {
    const { message, history, context, today, engine, metering, sources, hasMemory, languages } = input;
    const opened = await openOrNote(catalogues, sources.catalogues, signal);
    const language = languageOfMessage(message, history, context.thread, languages);
    const stepInput = { today, message, language, history, context, sources, hasMemory, tables: opened.tables };
    const { value: said, cost } = await reasoner.run(understandMessageStep, stepInput, { engine, metering, signal });
    // The engine that falls back to the rule says so; the rule on its own degrades nothing.
    const by = cost.engine === 'model' ? 'model' : cost.degradations.length > 0 ? 'fallback' : 'rule';
    const value = by === 'model' ? withoutLinksIn(said, everythingSaid(input)) : said;
    const { plan, causes } = planOf(value, input, stepInput, by);
    const degradations = [...opened.notes, ...causes].map((cause) =>
      typeof cause === 'string' ? { step: STEP, cause, count: 1 } : cause,
    );
    return { value: plan, cost: degradations.reduce(withDegradation, cost) };
  };
}

type Causes = (string | Degradation)[];

function planOf(
  said: UnderstoodMessage,
  { variant }: UnderstandMessageInput,
  input: UnderstandMessageStepInput,
  by: 'model' | 'fallback' | 'rule',
): { readonly plan: AnswerPlan; readonly causes: Causes } {
  const { message, language, sources, tables, today, context } = input;
  const causes: Causes = [];
  const isOfModel = by === 'model';
  const read = variant === 'none' ? asItStands(message) : isOfModel ? usableReading(said, input, causes) : said;
  const interpretation = withNames(read, language);
  const text = interpretation.rewrittenPrompt;

  const reading = { today, text, language, tables, lastVertical: context.lastVertical };
  const { kept, faults } = isOfModel ? usableFilters(said, reading) : { kept: said, faults: [] };
  const typed = typedFilters(kept, reading, context.filters);
  causes.push(...faults, ...typed.faults);

  const subject = { prompt: text, language, filters: typed.extraction, sources };
  const planned = isOfModel
    ? usablePlan(said.searches, subject, STEP)
    : { steps: planByRule(subject), degradations: [] };
  const decision = by === 'fallback' ? UNDECIDED : isOfModel ? usableGrounding(said, subject) : said;
  if (decision.grounding === 'full') causes.push(...planned.degradations);
  const { grounding, reason } = decision;
  const plan = {
    interpretation,
    filters: typed.extraction,
    decision: { grounding, reason, ...(grounding === 'none' && isCourtesy(message) && { isCourtesy: true as const }) },
    steps: planned.steps,
    memory: input.hasMemory ? said.memory : [],
  };
  return { plan, causes };
}

function usableGrounding(
  { grounding, reason }: UnderstoodMessage,
  { prompt, language, filters, sources }: PlanSubject,
): GroundingDecision {
  const ruled = groundingByRule(prompt, language, sources);
  // "Hotels in Boston" is no question, and is about what only a catalogue can say.
  const isOfFacts =
    ruled.grounding === 'hybrid' || asksForFacts(prompt, language) || Object.keys(filters.extracted).length > 0;
  const isFloor = grounding === 'none' && ruled.grounding !== 'none' && isOfFacts;
  return isFloor ? { grounding: ruled.grounding, reason: NEEDS_SOURCES } : { grounding, reason };
}

type Reading = Pick<
  UnderstoodMessage,
  'rewrittenPrompt' | 'confidence' | 'alternatives' | 'conflicts' | 'needsClarification'
>;

function asItStands(message: string): Reading {
  return { rewrittenPrompt: message, confidence: 1, alternatives: [], conflicts: [], needsClarification: false };
}

/** Code reads language and names, no matter who rewrote the message. */
function withNames(read: Reading, language: string): Interpretation {
  const { rewrittenPrompt, confidence, alternatives, conflicts, needsClarification } = read;
  return {
    rewrittenPrompt,
    confidence,
    alternatives,
    conflicts,
    needsClarification,
    language,
    keyEntities: [...keyEntitiesIn(rewrittenPrompt, language)],
    namedReferences: [...namedReferencesIn(rewrittenPrompt)],
  };
}

/** What a model made of the message; small models also copy what they were told, or write of something else. */
function usableReading(said: UnderstoodMessage, input: UnderstandMessageStepInput, causes: Causes): Reading {
  const { message, context, language } = input;
  if (!takesUp(said.rewrittenPrompt, everythingSaid(input), language)) {
    causes.push(UNRELATED);
    return understandMessageStep.offline(input);
  }
  const rewrittenPrompt = said.rewrittenPrompt.trim();
  const asked = distinct(said.conflicts);
  const conflicts = asked.filter((text) => /[?？؟]/u.test(text) && !repeatsQuestion(text, message, language));
  const dropped = asked.filter((text) => !conflicts.includes(text));
  if (said.needsClarification) causes.push(...dropped.map((text) => `not asked back: ${text}`));
  const wasAsked = (context.thread.at(-1)?.clarificationQuestions.length ?? 0) > 0;
  const wantsToAsk = said.needsClarification && conflicts.length > 0;
  if (wantsToAsk && wasAsked) causes.push(ASKED_BEFORE);
  return {
    rewrittenPrompt,
    confidence: said.confidence,
    alternatives: distinct(said.alternatives).filter((text) => text !== rewrittenPrompt),
    conflicts: wasAsked ? [] : conflicts,
    needsClarification: wantsToAsk && !wasAsked,
  };
}

function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts.map((text) => text.trim()))].filter((text) => text !== '');
}

/** The message, and everything said or remembered before. */
function everythingSaid({
  message,
  history,
  context,
}: Pick<UnderstandMessageInput, 'message' | 'history' | 'context'>) {
  const turns = context.thread.flatMap((turn) => [turn.message, turn.rewrittenPrompt, turn.summary]);
  return [message, ...history.map(({ text }) => text), ...turns, ...(context.memory ?? [])].join('\n');
}

/** Whether a text has a telling word of another text, typing errors aside; a text without telling words has none to lack. */
function takesUp(text: string, known: string, language: string): boolean {
  const wanted = telling(text, language);
  const there = telling(known, language);
  if (there.length === 0) return text.trim() !== '';
  return wanted.some((word) => there.some((other) => isNear(word, other)));
}

function telling(text: string, language: string): string[] {
  return [...new Set(analyzeTerms(text, language).flatMap(({ stem, isStopWord }) => (isStopWord ? [] : stem)))];
}

function isNear(word: string, other: string): boolean {
  if (word === other) return true;
  const slips = Math.floor(Math.min(word.length, other.length) / LETTERS_PER_SLIP);
  return Math.abs(word.length - other.length) <= slips && slips > 0 && search(other, word, slips).length > 0;
}

/** Rows that were skipped are noted where they are searched; here only what keeps a whole catalogue out. */
async function openOrNote(
  catalogues: Catalogues,
  names: readonly string[],
  signal: AbortSignal,
): Promise<Pick<OpenedCatalogues, 'tables'> & { readonly notes: readonly string[] }> {
  if (names.length === 0) return { tables: [], notes: [] };
  try {
    return { ...(await catalogues.open(names, signal)), notes: [] };
  } catch (error) {
    if (!(error instanceof PageUnavailableError)) throw error;
    return { tables: [], notes: [`no catalogue could be read: ${error.message}`] };
  }
}
