import type { ReasoningCost } from '../../../workflows/contracts/accounting.ts';
import type { CallCost, PaidCalls } from '../../metering/paid-calls.ts';
import { createUnrecordedCalls } from '../../metering/unrecorded-calls.ts';
import { createAnswerHearing } from './answer-hearing.ts';
import type { UnusableAnswer } from './answer-reading.ts';
import { type ChatEndpointOptions, createChatEndpoint } from './chat-endpoint.ts';
import { NO_COST } from './cost.ts';
import { converse } from './model-conversation.ts';
import type { WayToModel } from './model-request.ts';
import { createModeMemory } from './output-mode.ts';
import type { Reasoner } from './reasoner.ts';
import { createFormMemory } from './request-form.ts';
import type { AnyReasoningStep, ReasoningStep } from './step.ts';

export interface OpenAIReasonerOptions extends ChatEndpointOptions {
  /** Model names by the role that a step asks for. */
  readonly models: Readonly<Record<Role, string>>;
  /** Longest answer; by the size of the prompt when it is left out. */
  readonly maxTokens?: number | undefined;
  /** That of the server when it is left out. */
  readonly temperature?: number | undefined;
  /** Without them, sends every request and records none. */
  readonly paidCalls?: PaidCalls;
}

type Role = ReasoningStep<never, unknown>['role'];

/** Longest prompt, in characters; steps stay well below. */
const MAX_PROMPT_LENGTH = 100_000;

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
  const memories = { modes: createModeMemory(), forms: createFormMemory(), thinkers: new Set<string>() };
  const way: WayToModel = { endpoint: createChatEndpoint(options), ...memories, paidCalls, maxTokens, temperature };
  return {
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

      const modelVariable =
        step.role === 'small' && models.small !== models.main ? 'PLUMBLINE_SMALL_MODEL' : 'PLUMBLINE_MODEL';
      const { signal, metering: terms } = call;
      const hearing = createAnswerHearing(call);
      const model = terms.model !== undefined && modelVariable === 'PLUMBLINE_MODEL' ? terms.model : models[step.role];
      const question = { step, prompt, model, modelVariable, signal, terms, hearing };
      const { answer, costs, lack } = await converse(way, question);
      if (!answer.fits) {
        hearing?.forget();
        return fallBack(step, input, describeCause(answer), sumOf(costs));
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
  const degradations = [{ step: step.name, cause, count: 1 }];
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

function describeCause({ problem, detail }: UnusableAnswer): string {
  const cause = `answer ${problem} after one re-ask`;
  return detail === '' ? cause : `${cause}: ${detail.slice(0, MAX_CAUSE_DETAIL_LENGTH)}`;
}
