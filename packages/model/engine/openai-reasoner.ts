import type { ReasoningCost } from '@plumbline/contracts/research/accounting';
import { type CallCost, createUnrecordedCalls, NO_COST, type PaidCalls } from '../metering/paid-calls.ts';
import { createAnswerHearing } from './answer-hearing.ts';
import { type ReadAnswer, readAnswer, type UnusableAnswer } from './answer-reading.ts';
import { type ChatAnswer, type ChatMessage, isDenied } from './chat-completion.ts';
import { type ChatEndpointOptions, createChatEndpoint, createFormMemory } from './chat-endpoint.ts';
import { canGoOn, joinAnswers, readCompleteItems, readCompleteSentences, renderContinuation } from './cut-answer.ts';
import { ModelEndpointError } from './failed-request.ts';
import {
  ask,
  type GivenAnswer,
  isRefused,
  lengthOf,
  type Question,
  tooLong,
  type WayToModel,
} from './model-request.ts';
import { createModeMemory, isEnforced } from './output-mode.ts';
import { createRoomMemory } from './prompt-room.ts';
import type { AnyReasoningStep, Reasoner, ReasoningStep } from './reasoner.ts';

/** How often a model is asked to go on with an answer that was cut off. */
const MAX_CONTINUATIONS = 3;

/** How much of a faulty answer the model sees when it must correct it, in characters. */
const MAX_FORMER_ANSWER_LENGTH = 8_000;

export interface OpenAIReasonerOptions extends ChatEndpointOptions {
  /** Model names by the role that a step asks for. */
  readonly models: Readonly<Record<Role, string>>;
  /** Longest answer; by the size of the prompt when it is left out. */
  readonly maxTokens?: number | undefined;
  /** The server's default if left out. */
  readonly temperature?: number | undefined;
  /** Without them, sends every request and records none. */
  readonly paidCalls?: PaidCalls;
}

type Role = ReasoningStep<never, unknown>['role'];

/** Longest prompt, in characters; steps stay well below. */
const MAX_PROMPT_LENGTH = 200_000;

/** How much of a fault a degradation keeps, in characters. */
const MAX_CAUSE_DETAIL_LENGTH = 160;

/**
 * Runs steps on the chat completions of an OpenAI-compatible server.
 *
 * For an answer that does not fit the step's schema even after a re-ask, and for a prompt that is too long to send, the
 * step's offline rule answers and the degradation is recorded. Refusals and failures of the endpoint are thrown as
 * ModelEndpointError: Temporal owns retries.
 */
export function createOpenAIReasoner(options: OpenAIReasonerOptions): Reasoner {
  const { models, paidCalls = createUnrecordedCalls(), maxTokens, temperature } = options;
  const memories = {
    modes: createModeMemory(),
    forms: createFormMemory(),
    rooms: createRoomMemory(),
    thinkers: new Set<string>(),
  };
  const way: WayToModel = { endpoint: createChatEndpoint(options), ...memories, paidCalls, maxTokens, temperature };
  return {
    identity: [options.baseURL ?? '', models.main, models.small].join(' '),
    async run(step, input, call) {
      if (call.engine === 'offline') {
        call.signal.throwIfAborted();
        return { value: await step.offline(input), cost: NO_COST };
      }

      const prompt = step.prompt(input);
      const length = prompt.system.length + prompt.user.length;
      if (length > MAX_PROMPT_LENGTH) {
        const cause = `prompt has ${length} characters, more than ${MAX_PROMPT_LENGTH} are not sent`;
        return fallBack(step, input, cause, { modelCalls: 0, modelTokens: 0 });
      }

      const modelVariable = step.role === 'small' && models.small !== models.main ? 'model.small' : 'PLUMBLINE_MODEL';
      const { signal, metering: terms } = call;
      const hearing = createAnswerHearing(step, call);
      const model = terms.model !== undefined && modelVariable === 'PLUMBLINE_MODEL' ? terms.model : models[step.role];
      const question = { step, prompt, model, modelVariable, signal, terms, hearing };
      const { answer, costs, lack } = await converse(way, question);
      if (!answer.fits) {
        hearing?.forget();
        return fallBack(step, input, describeCause(answer, costs), sumOf(costs));
      }
      const degradations = lack === null ? [] : [{ step: step.name, cause: lack, count: 1 }];
      return { value: answer.value, cost: { engine: 'model', ...sumOf(costs), degradations } };
    },
  };
}

type ModelUsage = Pick<ReasoningCost, 'modelCalls' | 'modelTokens' | 'money'>;

async function fallBack<Input, Output>(
  step: AnyReasoningStep<Input, Output>,
  input: Input,
  cause: string,
  usage: ModelUsage,
) {
  const degradations = [{ step: step.name, cause, count: 1, isByRule: true as const }];
  return { value: await step.offline(input), cost: { engine: 'offline' as const, ...usage, degradations } };
}

function sumOf(costs: readonly CallCost[]): ModelUsage {
  const priced = costs.flatMap(({ money }) => money ?? []);
  return {
    modelCalls: costs.reduce((sum, { requests }) => sum + requests, 0),
    modelTokens: costs.reduce((sum, { tokens }) => sum + tokens, 0),
    ...(priced.length > 0 && { money: priced.reduce((sum, money) => sum + money, 0) }),
  };
}

function describeCause({ problem, detail, remedy }: UnusableAnswer, costs: readonly CallCost[]): string {
  const cause = `answer ${problem}${costs.length > 1 ? ' after one re-ask' : ''}`;
  return `${detail === '' ? cause : `${cause}: ${detail.slice(0, MAX_CAUSE_DETAIL_LENGTH)}`}. ${remedy}`;
}

interface Conversation<Output> {
  readonly answer: ReadAnswer<Output>;
  readonly costs: readonly CallCost[];
  /** What is missing from an answer that fits; null when it is complete. */
  readonly lack: string | null;
}

/**
 * Asks a model until its answer fits the step. A cut answer is continued; if it stays without an end, its complete
 * items are taken. Any other answer that does not fit is requested once more, with its fault, but for a refusal.
 */
async function converse<Output>(way: WayToModel, question: Question<Output>): Promise<Conversation<Output>> {
  const first = await askToTheEnd(way, question, []);
  const read = readWhatCame(first.answer, question);
  // Who refuses does so again.
  if (read.answer.fits || isDenied(first.answer)) return { ...read, costs: first.costs };

  const { thinkers, modes } = way;
  // An endpoint that accepts a schema but ignores it leaves the model without one: from now on the prompt contains it.
  const isUnenforced = isEnforced(first.answer.mode) && read.answer.isUnenforced;
  if (isUnenforced) modes.giveUpBefore(question.model, 'json_object');
  // The whole length went into thoughts.
  if (first.answer.ending === 'cut-off' && !canGoOn(first.answer)) thinkers.add(question.model);

  const second = await askToTheEnd(way, question, renderCorrection(first.answer, read.answer, question.step));
  if (isLostForLength(way, question, [first.answer, second.answer])) {
    way.rooms.noteRefused(question.model, lengthOf(question.prompt), undefined);
    throw tooLong(way, question, 'answered nothing, though it answers shorter prompts');
  }
  return { ...readWhatCame(second.answer, question), costs: [...first.costs, ...second.costs] };
}

/** Some servers end a prompt that does not fit without a word. */
function isLostForLength<Output>(
  { rooms }: WayToModel,
  { model, prompt }: Question<Output>,
  answers: readonly GivenAnswer[],
): boolean {
  const areEmpty = answers.every(({ text, elsewhere, ending }) => text === '' && !elsewhere && ending === 'complete');
  return areEmpty && rooms.isLongest(model, lengthOf(prompt));
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
    const conversation = [...correction, ...renderContinuation(answer, question.step)];
    // Only the joined answer tells what is new: models repeat some of what they had written.
    const { answer: added, cost } = await ask(way, { ...question, hearing: undefined }, conversation, 'text');
    const longer = added.text === '' ? answer : { ...joinAnswers(answer, added, question.step), mode: answer.mode };
    return { answer: longer, costs: [...costs, cost] };
  } catch (error) {
    // For example because the context is full: what has come is still worth something.
    if (!(error instanceof ModelEndpointError && (error.isTooLong || isRefused(error)))) throw error;
    return { answer, costs };
  }
}

function readWhatCame<Output>(
  answer: GivenAnswer,
  { step }: Question<Output>,
): Pick<Conversation<Output>, 'answer' | 'lack'> {
  const read = readAnswer(answer, step);
  if (read.fits || answer.ending === 'complete' || isDenied(answer)) return { answer: read, lack: null };
  const value =
    step.writes === 'markdown' ? readCompleteSentences(answer, step.output) : readCompleteItems(answer, step.output);
  if (value === undefined) return { answer: read, lack: null };
  return { answer: { fits: true, value }, lack: `answer ${read.problem}; what was complete of it was used` };
}

function renderCorrection(
  { text }: ChatAnswer,
  { problem, detail }: UnusableAnswer,
  { writes }: Pick<ReasoningStep<never, unknown>, 'writes'>,
): ChatMessage[] {
  const wanted = writes === 'markdown' ? 'with the text only' : 'with the corrected JSON object only';
  const request = [`Your answer ${problem}. Answer again, ${wanted}.`];
  if (detail !== '') request.push(`<faults>${detail}</faults>`);
  return [
    // Some servers refuse messages without content.
    { role: 'assistant', content: text.slice(0, MAX_FORMER_ANSWER_LENGTH) || '(no answer)' },
    { role: 'user', content: request.join('\n') },
  ];
}
