import { jsonrepair } from 'jsonrepair';
import { z } from 'zod';
import { type ChatAnswer, MAX_ANSWER_LENGTH } from './chat-completion.ts';
import type { ReasoningStep } from './reasoner.ts';

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
  { output, readText, writes }: Pick<ReasoningStep<never, Output>, 'output' | 'readText' | 'writes'>,
): ReadAnswer<Output> {
  if (answer.ending === 'refused') return unusable('was refused');
  if (answer.text.length > MAX_ANSWER_LENGTH) return unusable(`was longer than ${MAX_ANSWER_LENGTH} characters`);
  if (writes === 'markdown') return readMarkdown(answer, output);
  if (answer.ending !== 'complete') {
    // An object that is whole was not hit: the model was cut off in what it said behind it.
    const whole = output.safeParse(firstObject(JSON.parse, objectsIn(answer.text)));
    return whole.success ? { fits: true, value: whole.data } : unusable(PROBLEM_OF[answer.ending]);
  }

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

function readMarkdown<Output>({ text, ending }: ChatAnswer, output: z.ZodType<Output>): ReadAnswer<Output> {
  if (ending === 'cut-off' || ending === 'endless') return unusable(PROBLEM_OF[ending]);
  const written = withoutOuterFence(removeThoughts(text.trim()));
  const parsed = output.safeParse(written);
  if (written !== '' && parsed.success) return { fits: true, value: parsed.data };
  return { ...unusable(written === '' ? 'was empty' : 'could not be read'), detail: '' };
}

/** Some models enclose a whole text in a fence. */
export function withoutOuterFence(text: string): string {
  const opening = /^```(?:markdown|md)?[ \t]*\n/i.exec(text)?.[0];
  return opening !== undefined && text.endsWith('\n```') ? text.slice(opening.length, -3).trim() : text;
}

const PROBLEM_OF = {
  'cut-off': 'was cut off at the length limit of the endpoint',
  endless: 'had no end and was stopped',
} as const;

function unusable(problem: string): UnusableAnswer {
  return { fits: false, problem, detail: '', isUnenforced: false };
}

function describe(error: z.ZodError): string {
  const lines = error.issues.map(({ path, message }) => `${z.core.toDotPath(path) || 'the object'}: ${message}`);
  return lines.join('; ').slice(0, MAX_DETAIL_LENGTH);
}

/** The JSON object in a text that may also contain reasoning, a code fence and other prose. */
function parseObject(text: string): unknown {
  const [spoken, fenced, closed] = objectsIn(text);
  if (spoken === undefined) return undefined;
  const open = spoken.slice(spoken.indexOf('{'));
  // Repair comes last and tries the unsliced end first: it closes a truncated object, and slicing would lose the tail.
  return (
    firstObject(JSON.parse, [spoken, fenced, closed]) ??
    firstObject((damaged) => JSON.parse(jsonrepair(damaged)), [fenced, open, closed])
  );
}

/** The parts of a text that may be its JSON object: all of it, what is fenced, and from the first brace to the last. */
function objectsIn(text: string): readonly (string | undefined)[] {
  const spoken = removeThoughts(text.trim());
  const start = spoken.indexOf('{');
  if (start === -1) return [];
  const fenced = /```(?:json)?\s*(\{[\s\S]*?)```/i.exec(spoken)?.[1];
  return [spoken, fenced, spoken.slice(start, spoken.lastIndexOf('}') + 1)];
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

/** Reasoning models write their reasoning before the answer; chat templates may drop the opening tag. */
export function removeThoughts(text: string): string {
  if (text.startsWith('{')) return text;
  const closing = '</think>';
  const end = text.lastIndexOf(closing);
  return end === -1 ? text.replace(/<think>[\s\S]*/, '') : text.slice(end + closing.length).trimStart();
}
