import { jsonrepair } from 'jsonrepair';
import { z } from 'zod';
import type { ChatAnswer } from './chat-endpoint.ts';
import type { ReasoningStep } from './step.ts';

/** An answer measured against the step's schema. */
export type ReadAnswer<Output> = { readonly fits: true; readonly value: Output } | UnusableAnswer;

export interface UnusableAnswer {
  readonly fits: false;
  /** Goes on from "the answer …": `was cut off`. */
  readonly problem: string;
  /** What exactly is wrong, one line; for the model and for the degradation. */
  readonly detail: string;
  /** No endpoint that enforces schemas lets such an answer through. */
  readonly isUnenforced: boolean;
}

const MAX_DETAIL_LENGTH = 600;

/** In characters. No step asks for half as much; an answer that goes on and on must neither be repaired nor stored. */
const MAX_ANSWER_LENGTH = 100_000;

/** Faults of shape; lengths, patterns and the like are checked by zod only and prove nothing about the endpoint. */
const SHAPE_ISSUES: ReadonlySet<string> = new Set([
  'invalid_type',
  'unrecognized_keys',
  'invalid_union',
  'invalid_value',
  'invalid_key',
]);

/** Reads what a model wrote, repairing JSON that is merely damaged. Never throws because of the answer. */
export function readAnswer<Output>(
  answer: ChatAnswer,
  { output, readText }: Pick<ReasoningStep<never, Output>, 'output' | 'readText'>,
): ReadAnswer<Output> {
  if (answer.ending === 'cut-off') return unusable('was cut off at the length limit of the endpoint');
  if (answer.ending === 'refused') return unusable('was refused');
  if (answer.text.length > MAX_ANSWER_LENGTH) return unusable(`was longer than ${MAX_ANSWER_LENGTH} characters`);

  const json = parseObject(answer.text) ?? readText?.(removeThoughts(answer.text.trim()));
  if (json === undefined) return { ...unusable('held no JSON object'), isUnenforced: true };

  const parsed = output.safeParse(json);
  if (parsed.success) return { fits: true, value: parsed.data };
  return {
    ...unusable('did not fit the schema'),
    detail: describe(parsed.error),
    isUnenforced: parsed.error.issues.some(({ code }) => SHAPE_ISSUES.has(code)),
  };
}

function unusable(problem: string): UnusableAnswer {
  return { fits: false, problem, detail: '', isUnenforced: false };
}

function describe(error: z.ZodError): string {
  const lines = error.issues.map(({ path, message }) => `${z.core.toDotPath(path) || 'the object'}: ${message}`);
  return lines.join('; ').slice(0, MAX_DETAIL_LENGTH);
}

/** The JSON object in a text that may also hold thoughts, a code fence and small talk. */
function parseObject(text: string): unknown {
  const spoken = removeThoughts(text.trim());
  const fenced = /```(?:json)?\s*(\{[\s\S]*?)```/i.exec(spoken)?.[1];
  const start = spoken.indexOf('{');
  if (start === -1) return undefined;

  const open = spoken.slice(start);
  const closed = open.slice(0, open.lastIndexOf('}') + 1);
  // Repair comes last and sees the open end first: it closes what a cut left open, and a slice would lose the tail.
  return (
    firstObject(JSON.parse, [spoken, fenced, closed]) ??
    firstObject((damaged) => JSON.parse(jsonrepair(damaged)), [fenced, open, closed])
  );
}

/** Reasoning models write their thoughts before the answer; chat templates may swallow the opening tag. */
function removeThoughts(text: string): string {
  if (text.startsWith('{')) return text;
  const closing = '</think>';
  const end = text.lastIndexOf(closing);
  return end === -1 ? text.replace(/<think>[\s\S]*/, '') : text.slice(end + closing.length).trim();
}

function firstObject(parse: (text: string) => unknown, candidates: readonly (string | undefined)[]): unknown {
  return candidates
    .filter((candidate) => candidate !== undefined)
    .map((candidate) => tryParse(parse, candidate))
    .find((value) => typeof value === 'object' && value !== null && !Array.isArray(value));
}

function tryParse(parse: (text: string) => unknown, text: string): unknown {
  try {
    return parse(text);
  } catch {
    // Not JSON: the caller tries the next reading, and the model is asked again when there is none.
    return undefined;
  }
}
