import type { CallCost } from '../../metering/paid-calls.ts';
import { ModelEndpointError } from '../../model-endpoint/model-endpoint-error.ts';
import { type ReadAnswer, readAnswer, type UnusableAnswer } from './answer-reading.ts';
import type { ChatAnswer, ChatMessage } from './chat-completion.ts';
import { canGoOn, joinAnswers, readCompleteItems, renderContinuation } from './cut-answer.ts';
import { ask, type GivenAnswer, type Question, type WayToModel } from './model-request.ts';
import { isEnforced } from './output-mode.ts';

/** How often a model is asked to go on with an answer that was cut off. */
const MAX_CONTINUATIONS = 3;

/** How much of a faulty answer the model sees when it must correct it, in characters. */
const MAX_FORMER_ANSWER_LENGTH = 8_000;

export interface Conversation<Output> {
  readonly answer: ReadAnswer<Output>;
  readonly costs: readonly CallCost[];
  /** What is missing from an answer that fits; null when it is complete. */
  readonly lack: string | null;
}

/**
 * Asks a model until its answer fits the step. An answer that was cut off is continued; of one that stays without an
 * end, the complete items are taken. Any other that does not fit is asked for once more, with its fault.
 */
export async function converse<Output>(way: WayToModel, question: Question<Output>): Promise<Conversation<Output>> {
  const first = await askToTheEnd(way, question, []);
  const read = readWhatCame(first.answer, question);
  if (read.answer.fits) return { ...read, costs: first.costs };

  const { thinkers, modes } = way;
  // An endpoint that accepts a schema but ignores it leaves the model without one: from now on the prompt contains it.
  const isUnenforced = isEnforced(first.answer.mode) && read.answer.isUnenforced;
  if (isUnenforced) modes.giveUpBefore(question.model, 'json_object');
  // The whole length went into thoughts.
  if (first.answer.ending === 'cut-off' && !canGoOn(first.answer)) thinkers.add(question.model);

  const second = await askToTheEnd(way, question, renderCorrection(first.answer, read.answer));
  return { ...readWhatCame(second.answer, question), costs: [...first.costs, ...second.costs] };
}

interface WholeAnswer {
  readonly answer: GivenAnswer;
  readonly costs: readonly CallCost[];
}

async function askToTheEnd<Output>(
  way: WayToModel,
  question: Question<Output>,
  correction: readonly ChatMessage[],
): Promise<WholeAnswer> {
  const { answer, cost } = await ask(way, question, correction);
  let whole: WholeAnswer = { answer, costs: [cost] };
  for (let times = 0; times < MAX_CONTINUATIONS && isCut(whole.answer, question); times += 1) {
    const { answer: before } = whole;
    whole = await goOn(way, question, correction, whole);
    if (whole.answer === before) break;
  }
  question.hearing?.settle(whole.answer.text);
  return whole;
}

function isCut<Output>(answer: GivenAnswer, { step }: Question<Output>): boolean {
  return canGoOn(answer) && !readAnswer(answer, step).fits;
}

/** @returns the same answer when the endpoint refuses to go on, or nothing more came */
async function goOn<Output>(
  way: WayToModel,
  question: Question<Output>,
  correction: readonly ChatMessage[],
  { answer, costs }: WholeAnswer,
): Promise<WholeAnswer> {
  try {
    // A schema would make the model begin a new object.
    const conversation = [...correction, ...renderContinuation(answer)];
    // Only the joined answer tells what is new: models repeat some of what they had written.
    const { answer: added, cost } = await ask(way, { ...question, hearing: undefined }, conversation, 'text');
    const longer = added.text === '' ? answer : { ...joinAnswers(answer, added), mode: answer.mode };
    return { answer: longer, costs: [...costs, cost] };
  } catch (error) {
    // For example because the context is full: what has come is still worth something.
    const { status } = error instanceof ModelEndpointError ? error.facts : {};
    if (status !== 400 && status !== 422) throw error;
    return { answer, costs };
  }
}

function readWhatCame<Output>(
  answer: GivenAnswer,
  { step }: Question<Output>,
): Pick<Conversation<Output>, 'answer' | 'lack'> {
  const read = readAnswer(answer, step);
  if (read.fits || answer.ending === 'complete' || answer.ending === 'refused') return { answer: read, lack: null };
  const value = readCompleteItems(answer, step.output);
  if (value === undefined) return { answer: read, lack: null };
  return { answer: { fits: true, value }, lack: `answer ${read.problem}; its complete items were used` };
}

function renderCorrection({ text }: ChatAnswer, { problem, detail }: UnusableAnswer): ChatMessage[] {
  const request = [`Your answer ${problem}. Answer again, with the corrected JSON object only.`];
  if (detail !== '') request.push(`<faults>${detail}</faults>`);
  return [
    // Some servers refuse messages without content.
    { role: 'assistant', content: text.slice(0, MAX_FORMER_ANSWER_LENGTH) || '(no answer)' },
    { role: 'user', content: request.join('\n') },
  ];
}
