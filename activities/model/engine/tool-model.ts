import type OpenAI from 'openai';
import type { MeteringTerms } from '../../../workflows/contracts/common/metering.ts';
import { estimateTokens } from '../../../workflows/domain/token-estimate.ts';
import type { CallCost, PaidCalls } from '../metering/paid-calls.ts';
import type { ChatAnswer, ChatMessage } from './chat-completion.ts';
import { type ChatEndpointOptions, createChatEndpoint, findNextForm, type RequestForm } from './chat-endpoint.ts';
import { ModelEndpointError } from './failed-request.ts';

export interface ToolRequest {
  /** Kebab case, for the ledger. */
  readonly name: string;
  /** Of wording and tools: stored answers belong to it. */
  readonly version: number;
  readonly messages: readonly ChatMessage[];
  readonly tools: readonly OpenAI.ChatCompletionFunctionTool[];
  readonly terms: MeteringTerms;
  readonly signal: AbortSignal;
}

/** A model that may use tools. */
export interface ToolModel {
  /**
   * Asks once; the answer is stored like every paid one.
   *
   * @returns null where the server knows no tools
   * @throws {ModelEndpointError}
   */
  ask(request: ToolRequest): Promise<{ readonly answer: ChatAnswer; readonly cost: CallCost } | null>;
}

export interface ToolModelOptions extends ChatEndpointOptions {
  readonly model: string;
  readonly temperature?: number | undefined;
  readonly paidCalls: PaidCalls;
}

/** Longest answer, in tokens: a few calls. */
const MAX_TOKENS = 1_024;
const EXPECTED_TOKENS = 100;

/** Calls of tools come in one piece: servers differ in how they stream them. */
const WHOLE: RequestForm = { delivery: 'whole', lengthLimit: 'max_tokens', temperature: 'sent' };

/** Tools by the chat completions of an OpenAI-compatible server. */
export function createOpenAIToolModel(options: ToolModelOptions): ToolModel {
  const { model, temperature, paidCalls } = options;
  const endpoint = createChatEndpoint(options);
  let form = WHOLE;
  let isSupported = true;

  async function send({ messages, tools }: ToolRequest, signal: AbortSignal) {
    const request = { model, modelVariable: 'PLUMBLINE_SMALL_MODEL', messages, tools, responseFormat: undefined };
    for (;;) {
      try {
        return await endpoint.complete({ ...request, form, maxTokens: MAX_TOKENS, temperature, patience: 2, signal });
      } catch (error) {
        const next = isAboutTools(error) ? undefined : findNextForm(form, error);
        if (next === undefined) throw error;
        form = next;
      }
    }
  }

  return {
    async ask(request) {
      if (!isSupported) return null;
      const { name, version, messages, tools, terms, signal } = request;
      const promptTokens = estimateTokens(...messages.map(({ content }) => content), JSON.stringify(tools));
      const input = { messages, tools, ...(temperature !== undefined && { temperature }) };
      const expected = { promptTokens, completionTokens: EXPECTED_TOKENS };
      try {
        const call = { kind: 'model', name, version, model, input, expected, terms, signal } as const;
        return await paidCalls.make<ChatAnswer>(call, (sending) => send(request, sending));
      } catch (error) {
        if (!isAboutTools(error)) throw error;
        isSupported = false;
        return null;
      }
    },
  };
}

/** How servers refuse tools; llama.cpp does so with status 500. */
function isAboutTools(error: unknown): boolean {
  if (!(error instanceof ModelEndpointError)) return false;
  const { status, complaint, codes } = error.facts;
  const refuses = status !== undefined && [400, 404, 422, 500, 501].includes(status);
  return refuses && /\btools?\b|function.?call|jinja/i.test([complaint, ...codes].join(' '));
}
