import type { ReasoningCost } from '../../../workflows/contracts/accounting.ts';
import type { MeteringTerms } from '../../../workflows/contracts/metering.ts';
import type { CallCost, PaidCall, PaidCalls } from '../../metering/paid-calls.ts';
import { createUnrecordedCalls } from '../../metering/unrecorded-calls.ts';
import { type ReadAnswer, readAnswer, type UnusableAnswer } from './answer-reading.ts';
import {
  type ChatAnswer,
  type ChatEndpoint,
  type ChatEndpointOptions,
  type ChatMessage,
  createChatEndpoint,
  estimateTokens,
} from './chat-endpoint.ts';
import { createOfflineReasoner } from './offline-reasoner.ts';
import {
  createModeMemory,
  findNextMode,
  isModeRefused,
  type ModeMemory,
  type OutputMode,
  renderRequest,
} from './output-mode.ts';
import type { Reasoner } from './reasoner.ts';
import type { Prompt, ReasoningStep } from './step.ts';

export interface OpenAIReasonerOptions extends ChatEndpointOptions {
  /** Model names by the role that a step asks for. */
  readonly models: Readonly<Record<Role, string>>;
  /** Without them, sends every request and records none. */
  readonly paidCalls?: PaidCalls;
}

type Role = ReasoningStep<never, unknown>['role'];

/** Longest prompt, in characters; steps stay well below. */
const MAX_PROMPT_LENGTH = 100_000;

/** How much of a faulty answer the model sees when it must correct it, in characters. */
const MAX_FORMER_ANSWER_LENGTH = 8_000;

/** How much of a fault a degradation keeps, in characters. */
const MAX_CAUSE_DETAIL_LENGTH = 160;

/** Tokens reserved for an answer before its length is known. */
const EXPECTED_ANSWER_TOKENS = 500;

/**
 * Runs steps on the chat completions of an OpenAI-compatible server.
 *
 * An answer that does not fit the step's schema is requested once more, with the fault; after that, and for a prompt
 * that is too long to send, the step's offline rule answers and the degradation is recorded. Refusals and failures of
 * the endpoint are thrown as ModelEndpointError: Temporal owns retries.
 */
export function createOpenAIReasoner(options: OpenAIReasonerOptions): Reasoner {
  const { models, paidCalls = createUnrecordedCalls() } = options;
  const way: WayToModel = { endpoint: createChatEndpoint(options), modes: createModeMemory(), paidCalls };
  const offline = createOfflineReasoner();
  return {
    async run(step, input, call) {
      if (call.engine === 'offline') return offline.run(step, input, call);

      const prompt = step.prompt(input);
      const length = prompt.system.length + prompt.user.length;
      if (length > MAX_PROMPT_LENGTH) {
        const cause = `prompt has ${length} characters, more than ${MAX_PROMPT_LENGTH} are not sent`;
        return fallBack(step, input, cause, { modelCalls: 0, modelTokens: 0 });
      }

      const modelVariable =
        step.role === 'small' && models.small !== models.main ? 'PLUMBLINE_SMALL_MODEL' : 'PLUMBLINE_MODEL';
      const { signal, metering: terms } = call;
      const { answer, costs } = await askTwice(way, {
        step,
        prompt,
        model: models[step.role],
        modelVariable,
        signal,
        terms,
      });
      if (!answer.fits) return fallBack(step, input, describeCause(answer), sumOf(costs));
      return { value: answer.value, cost: { engine: 'model', ...sumOf(costs), degradations: [] } };
    },
  };
}

type ModelUsage = Pick<ReasoningCost, 'modelCalls' | 'modelTokens' | 'money'>;

function fallBack<Input, Output>(step: ReasoningStep<Input, Output>, input: Input, cause: string, usage: ModelUsage) {
  const degradations = [{ step: step.name, cause, count: 1 }];
  return { value: step.offline(input), cost: { engine: 'offline' as const, ...usage, degradations } };
}

function sumOf(costs: readonly CallCost[]): ModelUsage {
  const priced = costs.flatMap(({ money }) => money ?? []);
  return {
    modelCalls: costs.reduce((sum, { requests }) => sum + requests, 0),
    modelTokens: costs.reduce((sum, { tokens }) => sum + tokens, 0),
    ...(priced.length > 0 && { money: priced.reduce((sum, money) => sum + money, 0) }),
  };
}

interface WayToModel {
  readonly endpoint: ChatEndpoint;
  readonly modes: ModeMemory;
  readonly paidCalls: PaidCalls;
}

interface Question<Output> {
  readonly step: Pick<ReasoningStep<never, Output>, 'name' | 'version' | 'output' | 'readText'>;
  readonly prompt: Prompt;
  readonly model: string;
  readonly modelVariable: string;
  readonly signal: AbortSignal;
  readonly terms: MeteringTerms;
}

/** An answer and its output mode. */
interface GivenAnswer extends ChatAnswer {
  readonly mode: OutputMode;
}

async function askTwice<Output>(
  way: WayToModel,
  question: Question<Output>,
): Promise<{ readonly answer: ReadAnswer<Output>; readonly costs: readonly CallCost[] }> {
  const first = await ask(way, question, []);
  const answer = readAnswer(first.answer, question.step);
  if (answer.fits) return { answer, costs: [first.cost] };

  // An endpoint that accepts a schema but ignores it leaves the model without one: from now on the prompt contains it.
  if (first.answer.mode === 'json_schema' && answer.isUnenforced) way.modes.giveUpBefore(question.model, 'json_object');

  const second = await ask(way, question, renderCorrection(first.answer, answer));
  return { answer: readAnswer(second.answer, question.step), costs: [first.cost, second.cost] };
}

/** Asks in the best mode that the endpoint is known to accept, and after a refusal in the next one. */
async function ask<Output>(
  { endpoint, modes, paidCalls }: WayToModel,
  question: Question<Output>,
  correction: readonly ChatMessage[],
): Promise<{ readonly answer: GivenAnswer; readonly cost: CallCost }> {
  const { step, prompt, model, modelVariable } = question;
  const call = toPaidCall(question, correction);
  for (let mode = modes.modeFor(model); ; ) {
    const { messages, responseFormat } = renderRequest(step, prompt, mode);
    try {
      const made = await paidCalls.make(call, async (signal) => {
        const request = { model, modelVariable, messages: [...messages, ...correction], responseFormat, signal };
        const { answer, usage } = await endpoint.complete(request);
        return { answer: { ...answer, mode }, usage };
      });
      // Remembered only now: a request refused in every mode says nothing about modes.
      modes.giveUpBefore(model, made.answer.mode);
      return made;
    } catch (error) {
      const next = isModeRefused(error) ? findNextMode(mode) : undefined;
      if (next === undefined) throw error;
      mode = next;
    }
  }
}

/** One request of a conversation. Its output mode is not part of the cache key: an answer in any mode is as good. */
function toPaidCall<Output>(
  { step, prompt, model, signal, terms }: Question<Output>,
  correction: readonly ChatMessage[],
): PaidCall<GivenAnswer> {
  const promptTokens = estimateTokens(prompt.system, prompt.user, ...correction.map(({ content }) => content));
  return {
    kind: 'model',
    name: step.name,
    version: step.version,
    model,
    input: { ...prompt, correction },
    expected: { promptTokens, completionTokens: EXPECTED_ANSWER_TOKENS },
    terms,
    signal,
    // A run reuses all of its own answers, but other runs do not get unusable ones.
    isUsable: async (answer, isOwn) => isOwn || readAnswer(answer, step).fits,
  };
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

function describeCause({ problem, detail }: UnusableAnswer): string {
  const cause = `answer ${problem} after one re-ask`;
  return detail === '' ? cause : `${cause}: ${detail.slice(0, MAX_CAUSE_DETAIL_LENGTH)}`;
}
