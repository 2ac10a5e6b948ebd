import type { MeteringTerms } from '@plumbline/contracts/common/metering';
import { estimateTokens } from '@plumbline/contracts/common/token-estimate';
import type { CallCost, PaidCall, PaidCalls, TokenUsage } from '../metering/paid-calls.ts';
import type { AnswerHearing } from './answer-hearing.ts';
import { readAnswer } from './answer-reading.ts';
import { type ChatAnswer, type ChatMessage, promptTokensOf } from './chat-completion.ts';
import {
  type ChatEndpoint,
  findNextForm,
  findPlainestForm,
  type FormMemory,
  type RequestForm,
} from './chat-endpoint.ts';
import { ModelEndpointError, overRoom } from './failed-request.ts';
import { findNextMode, isModeRefused, type ModeMemory, type OutputMode, renderRequest } from './output-mode.ts';
import type { RoomMemory } from './prompt-room.ts';
import type { Prompt, ReasoningStep } from './reasoner.ts';

/** What a worker knows of its model endpoint, and its settings. */
export interface WayToModel {
  readonly endpoint: ChatEndpoint;
  readonly modes: ModeMemory;
  readonly forms: FormMemory;
  readonly rooms: RoomMemory;
  /** Models whose thoughts left no room for an answer. */
  readonly thinkers: Set<string>;
  readonly paidCalls: PaidCalls;
  /** Undefined: by the size of the prompt. */
  readonly maxTokens: number | undefined;
  readonly temperature: number | undefined;
}

export interface Question<Output> {
  readonly step: Pick<ReasoningStep<never, Output>, 'name' | 'version' | 'writes' | 'output' | 'asked' | 'readText'>;
  readonly prompt: Prompt;
  readonly model: string;
  readonly modelVariable: string;
  readonly signal: AbortSignal;
  readonly terms: MeteringTerms;
  /** Undefined: there is no listener. */
  readonly hearing: AnswerHearing | undefined;
}

/** An answer and its output mode. */
export interface GivenAnswer extends ChatAnswer {
  readonly mode: OutputMode;
}

export interface PaidAnswer {
  readonly answer: GivenAnswer;
  readonly cost: CallCost;
}

/** Tokens reserved for an answer before its length is known. */
const EXPECTED_ANSWER_TOKENS = 500;

/** Room for an answer beyond what it repeats from the prompt, in tokens. */
const OWN_WORDS_TOKENS = { json: 2_048, markdown: 6_144 } as const;

/** A model that thinks first needs several times the room of its answer. */
const ROOM_OF_THINKERS = 4;

/** One way to send a request. */
interface Attempt {
  readonly mode: OutputMode;
  readonly form: RequestForm;
  readonly patience: number;
}

/**
 * Asks in the best way that the endpoint is known to accept, and after a refusal in the next one. A request that gets
 * no answer in time is sent once more, with twice the time.
 *
 * @param conversation what follows the prompt
 * @param givenMode asks in this output mode and learns nothing about modes
 * @throws {ModelEndpointError} also where the prompt is longer than the model reads: its answer is not used then
 */
export async function ask<Output>(
  way: WayToModel,
  question: Question<Output>,
  conversation: readonly ChatMessage[],
  givenMode?: OutputMode,
): Promise<PaidAnswer> {
  const { rooms } = way;
  const { model, prompt } = question;
  const length = lengthOf(prompt, conversation);
  if (!rooms.hasRoomFor(model, length)) throw tooLong(way, question, 'has no room for a prompt of this length');
  try {
    const paid = await askInSomeWay(way, question, conversation, givenMode);
    const { promptCutTo } = paid.answer;
    if (promptCutTo !== undefined) throw tooLong(way, question, describeCut(promptCutTo), promptCutTo);
    if (paid.answer.text !== '') rooms.noteAnswered(model, length);
    return paid;
  } catch (error) {
    if (!(error instanceof ModelEndpointError)) throw error;
    if (error.isTooLong) rooms.noteRefused(model, length, error.facts.contextTokens);
    if (error.isTooLong || !isRefused(error) || !rooms.isLongest(model, length)) throw error;
    // Of a refusal without a word this is all that can be the matter; every form and mode was tried.
    if (error.facts.complaint === '') rooms.noteRefused(model, length, undefined);
    throw new ModelEndpointError({ ...error.facts, isOverRoom: true });
  }
}

/** Refused as it is: where shorter prompts are answered, for its length most likely. */
export function isRefused({ facts: { status } }: ModelEndpointError): boolean {
  return status === 400 || status === 422;
}

/** The prompt is longer than what the model reads, as this outcome says. */
export function tooLong(
  { endpoint: { host } }: WayToModel,
  { model, modelVariable }: Pick<Question<unknown>, 'model' | 'modelVariable'>,
  outcome: string,
  contextTokens?: number,
): ModelEndpointError {
  return overRoom({ host, model, modelVariable, contextTokens }, outcome);
}

function describeCut(tokens: number): string {
  return `read only ${tokens} tokens of a longer prompt, so that its answer is not used`;
}

/** In characters, as `RoomMemory` counts. */
export function lengthOf({ system, user }: Prompt, conversation: readonly ChatMessage[] = []): number {
  return conversation.reduce((sum, { content }) => sum + content.length, system.length + user.length);
}

async function askInSomeWay<Output>(
  way: WayToModel,
  question: Question<Output>,
  conversation: readonly ChatMessage[],
  givenMode: OutputMode | undefined,
): Promise<PaidAnswer> {
  const { modes, forms, paidCalls } = way;
  const { model, step } = question;
  const onlyMode = givenMode ?? (step.writes === 'markdown' ? 'text' : undefined);
  const call = toPaidCall(way, question, conversation);
  let attempt: Attempt = { mode: onlyMode ?? modes.modeFor(model), form: forms.formFor(model), patience: 1 };
  for (;;) {
    const { mode, form } = attempt;
    try {
      const made = await paidCalls.make(call, async (signal) => {
        const { answer, usage } = await send(way, { ...question, signal }, conversation, attempt);
        // Remembered only now: a request refused in every way says nothing about them.
        forms.remember(model, form);
        return { answer: { ...withCut(way, question, conversation, answer, usage), mode }, usage };
      });
      if (onlyMode === undefined) modes.giveUpBefore(model, made.answer.mode);
      return made;
    } catch (error) {
      const next = findNextAttempt(attempt, error, onlyMode ?? modes.modeFor(model));
      if (next === undefined) throw error;
      attempt = next;
    }
  }
}

/** Behind an answer servers may count only what they had not read before. */
function withCut<Output>(
  { rooms }: WayToModel,
  { model, prompt }: Question<Output>,
  conversation: readonly ChatMessage[],
  answer: ChatAnswer,
  usage: TokenUsage,
): ChatAnswer {
  const isCut = conversation.length === 0 && rooms.isCut(model, lengthOf(prompt), usage);
  return isCut ? { ...answer, promptCutTo: usage.promptTokens } : answer;
}

/** @param firstMode the best mode that the endpoint may accept */
function findNextAttempt(attempt: Attempt, error: unknown, firstMode: OutputMode): Attempt | undefined {
  const { mode, form, patience } = attempt;
  const isTooSlow = error instanceof ModelEndpointError && error.facts.silence === 'too-slow';
  if (isTooSlow) return patience === 1 ? { mode, form, patience: 2 } : undefined;
  const nextForm = findNextForm(form, error);
  if (nextForm !== undefined) return { mode, form: nextForm, patience };
  if (error instanceof ModelEndpointError && error.isTooLong) return undefined;
  const nextMode = isModeRefused(error) ? findNextMode(mode, error) : undefined;
  if (nextMode !== undefined) return { mode: nextMode, form, patience };
  const plainest = findPlainestForm(form, error);
  return plainest && { mode: firstMode, form: plainest, patience };
}

function send<Output>(
  way: WayToModel,
  { step, prompt, model, modelVariable, signal, hearing }: Question<Output>,
  conversation: readonly ChatMessage[],
  { mode, form, patience }: Attempt,
) {
  const { messages, responseFormat } = renderRequest(step, prompt, mode);
  hearing?.forget();
  return way.endpoint.complete({
    model,
    modelVariable,
    messages: [...messages, ...conversation],
    responseFormat,
    form,
    maxTokens: way.maxTokens ?? roomFor(prompt, step.writes ?? 'json', way.thinkers.has(model)),
    temperature: way.temperature,
    patience,
    signal,
    onText: hearing?.add,
  });
}

/**
 * The longest answer. Steps select from the prompt, or reword it: an answer longer than the prompt plus some words of
 * its own will never end.
 */
function roomFor({ system, user }: Prompt, form: keyof typeof OWN_WORDS_TOKENS, thinks: boolean): number {
  return (OWN_WORDS_TOKENS[form] + estimateTokens(system, user)) * (thinks ? ROOM_OF_THINKERS : 1);
}

/** One request of a conversation. How it is sent is not part of the cache key: an answer in any mode is as good. */
function toPaidCall<Output>(
  { temperature }: WayToModel,
  { step, prompt, model, signal, terms }: Question<Output>,
  correction: readonly ChatMessage[],
): PaidCall<GivenAnswer> {
  const { system, user: content, picture } = prompt;
  const asked = { content, ...(picture !== undefined && { picture }) };
  const promptTokens = promptTokensOf([{ content: system }, asked, ...correction]);
  return {
    kind: 'model',
    name: step.name,
    version: step.version,
    model,
    input: { ...prompt, correction, ...(temperature !== undefined && { temperature }) },
    expected: { promptTokens, completionTokens: EXPECTED_ANSWER_TOKENS },
    terms,
    signal,
    // A run reuses all of its own answers, but other runs do not get unusable ones. The context may be longer by now.
    isUsable: async (answer, isOwn) => answer.promptCutTo === undefined && (isOwn || readAnswer(answer, step).fits),
  };
}
