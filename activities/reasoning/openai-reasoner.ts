import type { ReasoningCost } from '../../workflows/contracts/accounting.ts';
import { type ReadAnswer, readAnswer, type UnusableAnswer } from './answer-reading.ts';
import {
  type ChatAnswer,
  type ChatEndpoint,
  type ChatEndpointOptions,
  type ChatMessage,
  createChatEndpoint,
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
  readonly models: Readonly<Record<ReasoningStep<never, unknown>['role'], string>>;
}

/** Longest prompt that is sent, in characters; steps keep theirs well below. */
const MAX_PROMPT_LENGTH = 100_000;

/** So much of a former answer is shown to the model that has to mend it, in characters. */
const MAX_FORMER_ANSWER_LENGTH = 8_000;

/** So much of a fault is kept in a degradation, in characters. */
const MAX_CAUSE_DETAIL_LENGTH = 160;

/**
 * Runs steps on the chat completions of an OpenAI-compatible server.
 *
 * An answer that does not fit the step's schema is asked for once more, with the fault; after that, and for a prompt
 * that is too long to send, the step's offline rule answers and the degradation is recorded. What the endpoint
 * refuses or fails to do is thrown as ModelEndpointError: retries belong to Temporal.
 */
export function createOpenAIReasoner(options: OpenAIReasonerOptions): Reasoner {
  const endpoint = createChatEndpoint(options);
  const modes = createModeMemory();
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

      const question = { step, prompt, model: options.models[step.role], signal: call.signal };
      const { answer, usage } = await askTwice(endpoint, modes, question);
      if (!answer.fits) return fallBack(step, input, describeCause(answer), usage);
      return { value: answer.value, cost: { engine: 'model', ...usage, degradations: [] } };
    },
  };
}

function fallBack<Input, Output>(step: ReasoningStep<Input, Output>, input: Input, cause: string, usage: ModelUsage) {
  const degradations = [{ step: step.name, cause, count: 1 }];
  return { value: step.offline(input), cost: { engine: 'offline' as const, ...usage, degradations } };
}

interface Question<Output> {
  readonly step: Pick<ReasoningStep<never, Output>, 'name' | 'output' | 'readText'>;
  readonly prompt: Prompt;
  readonly model: string;
  readonly signal: AbortSignal;
}

type ModelUsage = Pick<ReasoningCost, 'modelCalls' | 'modelTokens'>;

async function askTwice<Output>(
  endpoint: ChatEndpoint,
  modes: ModeMemory,
  question: Question<Output>,
): Promise<{ readonly answer: ReadAnswer<Output>; readonly usage: ModelUsage }> {
  const first = await ask(endpoint, modes, question, []);
  const answer = readAnswer(first.answer, question.step);
  if (answer.fits) return { answer, usage: { modelCalls: first.requests, modelTokens: first.answer.tokens } };

  // An endpoint that takes a schema and ignores it leaves the model without one: from now on the prompt carries it.
  if (first.mode === 'json_schema' && answer.isUnenforced) modes.giveUpBefore(question.model, 'json_object');

  const second = await ask(endpoint, modes, question, renderCorrection(first.answer, answer));
  return {
    answer: readAnswer(second.answer, question.step),
    usage: {
      modelCalls: first.requests + second.requests,
      modelTokens: first.answer.tokens + second.answer.tokens,
    },
  };
}

/** Asks in the best mode the endpoint is known to take, and in the next one wherever it refuses. */
async function ask<Output>(
  endpoint: ChatEndpoint,
  modes: ModeMemory,
  { step, prompt, model, signal }: Question<Output>,
  correction: readonly ChatMessage[],
): Promise<{ readonly answer: ChatAnswer; readonly mode: OutputMode; readonly requests: number }> {
  let mode = modes.modeFor(model);
  for (let requests = 1; ; requests += 1) {
    const { messages, responseFormat } = renderRequest(step, prompt, mode);
    try {
      const answer = await endpoint.complete({ model, messages: [...messages, ...correction], responseFormat, signal });
      // Remembered only now: a request that every mode is refused for says nothing about modes.
      modes.giveUpBefore(model, mode);
      return { answer, mode, requests };
    } catch (error) {
      const next = isModeRefused(error) ? findNextMode(mode) : undefined;
      if (next === undefined) throw error;
      mode = next;
    }
  }
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
