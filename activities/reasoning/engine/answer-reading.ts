import { jsonrepair } from 'jsonrepair';
import { z } from 'zod';
import type { ChatAnswer } from './chat-endpoint.ts';
import type { ReasoningStep } from './step.ts';

/** An answer checked against the step's schema. */
export type ReadAnswer<Output> = { readonly fits: true; readonly value: Output } | UnusableAnswer;

export interface UnusableAnswer {
  readonly fits: false;
  /** Continues "the answer …": `was cut off`. */
  readonly problem: string;
  /** The exact fault in one line, for the model and for the degradation. */
  readonly detail: string;
  /** An endpoint that enforces schemas would not produce such an answer. */
  readonly isUnenforced: boolean;
}

const MAX_DETAIL_LENGTH = 600;

/** In characters, over twice what any step needs; a runaway answer is neither repaired nor stored. */
const MAX_ANSWER_LENGTH = 100_000;

/** Faults of structure. Only zod checks lengths and patterns, so they prove nothing about the endpoint. */
const SHAPE_ISSUES: ReadonlySet<string> = new Set([
  'invalid_type',
  'unrecognized_keys',
  'invalid_union',
  'invalid_value',
  'invalid_key',
]);

/** Parses a model's answer and repairs damaged JSON. Never throws because of the answer. */
export function readAnswer<Output>(
  answer: ChatAnswer,
  { output, readText }: Pick<ReasoningStep<never, Output>, 'output' | 'readText'>,
): ReadAnswer<Output> {
  if (answer.ending === 'cut-off') return unusable('was cut off at the length limit of the endpoint');
  if (answer.ending === 'refused') return unusable('was refused');
  if (answer.text.length > MAX_ANSWER_LENGTH) return unusable(`was longer than ${MAX_ANSWER_LENGTH} characters`);

  const json = parseObject(answer.text) ?? readText?.(removeThoughts(answer.text.trim()));
  if (json === undefined) return { ...unusable('contained no JSON object'), isUnenforced: true };

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

/** The JSON object in a text that may also contain reasoning, a code fence and other prose. */
function parseObject(text: string): unknown {
  const spoken = removeThoughts(text.trim());
  const fenced = /```(?:json)?\s*(\{[\s\S]*?)```/i.exec(spoken)?.[1];
  const start = spoken.indexOf('{');
  if (start === -1) return undefined;

  const open = spoken.slice(start);
  const closed = open.slice(0, open.lastIndexOf('}') + 1);
  // Repair comes last and tries the unsliced end first: it closes a truncated object, and slicing would lose the tail.
  return (
    firstObject(JSON.parse, [spoken, fenced, closed]) ??
    firstObject((damaged) => JSON.parse(jsonrepair(damaged)), [fenced, open, closed])
  );
}

/** Reasoning models write their reasoning before the answer; chat templates may drop the opening tag. */
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
    // Not JSON: the caller tries the next candidate, and finally asks the model again.
    return undefined;
  }
}
