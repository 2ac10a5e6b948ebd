import { jsonrepair } from 'jsonrepair';
import { z } from 'zod';
import { type ChatAnswer, MAX_ANSWER_LENGTH } from './chat-completion.ts';
import { removeThoughts } from './model-thoughts.ts';
import type { ReasoningStep } from './reasoner.ts';

/** An answer checked against the step's schema. */
export type ReadAnswer<Output> = { readonly fits: true; readonly value: Output } | UnusableAnswer;

export interface UnusableAnswer {
  readonly fits: false;
  /** Continues "the answer …": `was cut off`. */
  readonly problem: string;
  /** The exact fault in one line, for the model and for the degradation. */
  readonly detail: string;
  /** What a person can do about it, in one sentence. */
  readonly remedy: string;
  /** An endpoint that enforces schemas would not produce such an answer. */
  readonly isUnenforced: boolean;
}

const MAX_DETAIL_LENGTH = 600;

const EMPTY = 'it was empty';

/** Of what a model said instead of an answer, in characters. */
const MAX_QUOTED_LENGTH = 120;

/** How many braces that begin no object are tried. */
const MAX_BEGINNINGS = 64;

/** How an object begins that is JSON, or nearly so. */
const BEGINNING = /^\{\s*["'“}]/;

/** Where models put the values when they repeat the schema, or write a call of a tool. */
const ENVELOPES = ['properties', 'arguments', 'parameters'] as const;

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
  const { ending } = answer;
  if (ending === 'refused' || ending === 'filtered') {
    return { ...unended(ending), detail: ending === 'refused' ? quoted(answer.text) : '' };
  }
  if (answer.text.length > MAX_ANSWER_LENGTH) return unusable(`was longer than ${MAX_ANSWER_LENGTH} characters`);
  if (writes === 'markdown') return readMarkdown(answer, output);
  const fits = (value: unknown): boolean => output.safeParse(value).success;
  if (ending !== 'complete') {
    // An object that is whole was not hit: the model was cut off in what it said behind it.
    const whole = wholeObjects(spokenIn(answer)).find(fits);
    return whole === undefined ? unendedOf(answer, ending) : { fits: true, value: output.parse(whole) };
  }

  const json =
    findObject(spokenIn(answer), fits) ??
    findObject(answer.elsewhere?.text ?? '', fits) ??
    readText?.(spokenIn(answer));
  if (json === undefined)
    return { ...unusable('contained no JSON object'), detail: lackOf(answer), isUnenforced: true };

  const parsed = output.safeParse(json);
  if (parsed.success) return { fits: true, value: parsed.data };
  return {
    ...unusable('did not fit the schema'),
    detail: describe(parsed.error),
    isUnenforced: parsed.error.issues.some(({ code }) => SHAPE_ISSUES.has(code)),
  };
}

/** Why there is nothing to read; empty where there is. */
function lackOf({ text, elsewhere, hasChoices }: ChatAnswer): string {
  if (hasChoices === false) return 'the endpoint answered without choices';
  if (text.trim() !== '') return quoted(text);
  return elsewhere === undefined ? EMPTY : `the model put its answer into ${elsewhere.field}`;
}

function spokenIn({ text }: ChatAnswer): string {
  return removeThoughts(text.trim());
}

function readMarkdown<Output>(answer: ChatAnswer, output: z.ZodType<Output>): ReadAnswer<Output> {
  const { ending } = answer;
  if (ending === 'cut-off' || ending === 'endless') return unendedOf(answer, ending);
  const written = withoutOuterFence(spokenIn(answer));
  const parsed = output.safeParse(written);
  if (written !== '' && parsed.success) return { fits: true, value: parsed.data };
  const detail = lackOf(answer);
  return { ...unusable(written === '' ? 'was empty' : 'could not be read'), detail: detail === EMPTY ? '' : detail };
}

/** Some models enclose a whole text in a fence. */
export function withoutOuterFence(text: string): string {
  const opening = /^```(?:markdown|md)?[ \t]*\n/i.exec(text)?.[0];
  return opening !== undefined && text.endsWith('\n```') ? text.slice(opening.length, -3).trim() : text;
}

/** The beginning of what a model said instead. */
function quoted(text: string): string {
  return `it said ${JSON.stringify(text.trim().slice(0, MAX_QUOTED_LENGTH))}`;
}

const OTHER_MODEL = 'Choose another model (PLUMBLINE_MODEL).';
const OTHER_WORDS = 'Ask in other words, or choose another model (PLUMBLINE_MODEL).';

const UNENDED = {
  refused: ['was refused', OTHER_WORDS],
  filtered: ['was stopped by the content filter of the endpoint', OTHER_WORDS],
  'cut-off': [
    'was cut off at the length limit of the endpoint',
    'Raise model.max-tokens, or give the model a longer context.',
  ],
  endless: ['had no end and was stopped', OTHER_MODEL],
} as const;

function unended(ending: keyof typeof UNENDED): UnusableAnswer {
  const [problem, remedy] = UNENDED[ending];
  return { ...unusable(problem), remedy };
}

function unendedOf({ text, hasThought }: ChatAnswer, ending: 'cut-off' | 'endless'): UnusableAnswer {
  const detail = hasThought === true && text.trim() === '' ? 'its whole length went into reasoning' : '';
  return { ...unended(ending), detail };
}

function unusable(problem: string): UnusableAnswer {
  return { fits: false, problem, detail: '', remedy: OTHER_MODEL, isUnenforced: false };
}

function describe(error: z.ZodError): string {
  const lines = error.issues.map(({ path, message }) => `${z.core.toDotPath(path) || 'the object'}: ${message}`);
  return lines.join('; ').slice(0, MAX_DETAIL_LENGTH);
}

/**
 * The object that is the answer in a text with a code fence and other prose. Models write drafts before it, and some write
 * it twice, so the last whole object that fits counts; a damaged one is repaired where none does.
 */
function findObject(text: string, fits: (value: unknown) => boolean): unknown {
  const whole = wholeObjects(text);
  const found = whole.find(fits);
  if (found !== undefined) return found;
  const repaired = repairedObjects(text);
  return repaired.find(fits) ?? whole[0] ?? repaired[0];
}

/** Objects that are complete JSON, the last first. */
function wholeObjects(text: string): readonly object[] {
  const found: object[] = [];
  let start = text.indexOf('{');
  for (let failures = 0; start !== -1 && failures < MAX_BEGINNINGS;) {
    const end = endOfObject(text, start);
    // What is open to the end is an object that was cut off, with others in it, or a brace of the prose.
    if (end === undefined && BEGINNING.test(text.slice(start, start + 80))) break;
    const objects = toObjects(tryParse(JSON.parse, text.slice(start, end ?? start)));
    found.unshift(...objects);
    failures += objects.length === 0 ? 1 : 0;
    start = text.indexOf('{', end ?? start + 1);
  }
  return found;
}

/** The unsliced end comes before the sliced one: repair closes a truncated object, and slicing would lose the tail. */
function repairedObjects(text: string): readonly object[] {
  const start = text.indexOf('{');
  if (start === -1) return [];
  const fenced = /```(?:json)?\s*(\{[\s\S]*?)```/i.exec(text)?.[1];
  return [...(fenced === undefined ? [] : [fenced]), text.slice(start), text.slice(start, text.lastIndexOf('}') + 1)]
    .map((damaged) => tryParse((json) => JSON.parse(jsonrepair(json)), damaged))
    .flatMap(toObjects);
}

/** Index behind the brace that closes an object. */
function endOfObject(text: string, start: number): number | undefined {
  let depth = 0;
  let isString = false;
  for (let index = start; index < text.length; index += 1) {
    const character = text[index];
    if (character === '"') isString = !isString;
    else if (isString) index += character === '\\' ? 1 : 0;
    else if (character === '{') depth += 1;
    else if (character === '}') depth -= 1;
    if (depth === 0) return index + 1;
  }
  return undefined;
}

/** An object, and those in it that may be meant: the values in an echo of the schema, and what is enclosed alone. */
function toObjects(value: unknown): readonly object[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  const fields = Object.values(value);
  const inside = ENVELOPES.flatMap((name) => toObjects(Reflect.get(value, name)));
  const alone = fields.length === 1 ? toObjects(fields[0]) : [];
  const isSchema = Reflect.get(value, 'type') === 'object';
  return isSchema ? [...inside, value] : [value, ...inside, ...alone];
}

export function tryParse(parse: (text: string) => unknown, text: string): unknown {
  try {
    return parse(text);
  } catch {
    // Not JSON, which is an answer here: the caller tries the next candidate, and finally asks the model again.
    return undefined;
  }
}
