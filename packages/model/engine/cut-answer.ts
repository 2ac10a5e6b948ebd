import type { z } from 'zod';
import { tryParse } from './answer-reading.ts';
import type { ChatAnswer, ChatMessage } from './chat-completion.ts';
import { removeThoughts } from './model-thoughts.ts';
import type { ReasoningStep } from './reasoner.ts';

/** Whether a model can go on with an answer: it was cut off after it had begun. */
export function canGoOn({ text, ending }: ChatAnswer): boolean {
  return ending === 'cut-off' && removeThoughts(text.trim()) !== '';
}

type Written = Pick<ReasoningStep<never, unknown>, 'writes'>;

/** Asks a model to go on with an answer that was cut off. */
export function renderContinuation({ text }: ChatAnswer, { writes }: Written): ChatMessage[] {
  const end = writes === 'markdown' ? 'end the text' : 'end the JSON object';
  return [
    { role: 'assistant', content: text },
    {
      role: 'user',
      content: `Your answer was cut off. Go on exactly behind its last character: repeat nothing, explain nothing, and ${end}.`,
    },
  ];
}

/** A shorter repetition may be chance. */
const MIN_OVERLAP = 12;
const MAX_OVERLAP = 2_000;

/**
 * An answer and what the model added to it. Models may repeat the end of what they had written, the item in which it
 * was cut off, or the whole answer; the first way to join the two that gives correct JSON is taken.
 */
export function joinAnswers(begun: ChatAnswer, added: ChatAnswer, { writes }: Written): ChatAnswer {
  // The space between two words may end the first part or begin the second.
  const start = removeThoughts(begun.text.trimStart());
  const spaced = removeThoughts(added.text.trimEnd());
  const rest = removeFence(spaced.trimStart());
  const goneOn = /\s$/.test(start) ? rest : spaced;
  if (writes === 'markdown') return { text: start + goneOn.slice(overlapOf(start, goneOn)), ending: added.ending };
  const itemAgain = closeBehindItems(start).map(({ kept }) => `${start.slice(0, kept)},${rest.replace(/^[\s,]+/, '')}`);
  const again = start + rest.slice(overlapOf(start, rest));
  const joined = [start + goneOn, start + rest, again, rest, ...itemAgain];
  const text = joined.find((each) => isObject(tryParse(JSON.parse, removeFence(each)))) ?? again;
  return { text, ending: added.ending };
}

/** Length of the end of one text with which the other begins. */
function overlapOf(start: string, rest: string): number {
  for (let length = Math.min(MAX_OVERLAP, start.length, rest.length); length >= MIN_OVERLAP; length -= 1) {
    if (start.endsWith(rest.slice(0, length))) return length;
  }
  return 0;
}

function removeFence(text: string): string {
  return text
    .replace(/^```(?:json)?\s*/i, '')
    .replace(/```$/, '')
    .trimEnd();
}

/**
 * What is complete in an answer that was cut off: whole items of its lists, with the fields that no longer came empty.
 *
 * @returns undefined when no item is complete, or they do not fit the schema
 */
export function readCompleteItems<Output>({ text, ending }: ChatAnswer, output: z.ZodType<Output>): Output | undefined {
  const spoken = removeThoughts(text.trim());
  const start = spoken.indexOf('{');
  if (start === -1) return undefined;
  for (const { json } of closeBehindItems(spoken.slice(start))) {
    const value = tryParse(JSON.parse, json);
    if (!isObject(value)) continue;
    const filled = fillIn(value, output);
    const read = output.safeParse(ending === 'endless' ? withoutCopies(filled) : filled);
    if (read.success) return read.data;
  }
  return undefined;
}

/** Fields that are missing because the answer ended before them: an empty list, or null where the schema allows it. */
function fillIn(value: object, output: z.ZodType): object {
  const filled = structuredClone(value);
  for (const issue of output.safeParse(value).error?.issues ?? []) {
    const parent = at(filled, issue.path.slice(0, -1));
    const name = issue.path.at(-1);
    if (!isObject(parent) || typeof name !== 'string' || name in parent) continue;
    const isList = issue.code === 'invalid_type' && issue.expected === 'array';
    Object.assign(parent, { [name]: isList ? [] : null });
  }
  return filled;
}

function at(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (parent, name) => (typeof parent === 'object' && parent !== null ? Reflect.get(parent, name) : undefined),
    value,
  );
}

/** A model that does not find its end repeats items. */
function withoutCopies(value: unknown): unknown {
  if (Array.isArray(value)) {
    const unique = new Map(value.map((item: unknown) => [JSON.stringify(item), withoutCopies(item)]));
    return [...unique.values()];
  }
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, withoutCopies(field)]));
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The beginning of a JSON text, closed behind an item of a list. */
interface ClosedText {
  readonly json: string;
  /** Length of the beginning that is kept. */
  readonly kept: number;
}

/**
 * The texts that remain when a JSON text that was cut off is closed behind a complete item of a list: behind the last
 * one of the innermost list first, which keeps most, then of the lists around it.
 */
function closeBehindItems(text: string): readonly ClosedText[] {
  const open: string[] = [];
  /** By depth of the list, because an item of an inner list may be part of an incomplete item. */
  const closed = new Map<number, ClosedText>();
  const keep = (end: number): void => {
    if (open.at(-1) === ']')
      closed.set(open.length, { json: text.slice(0, end) + open.toReversed().join(''), kept: end });
  };
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (character === '"') {
      const end = endOfString(text, index);
      if (end === undefined) break;
      index = end;
      keep(index + 1);
    } else if (character === '{') open.push('}');
    else if (character === '[') open.push(']');
    else if (character === ',') keep(index);
    else if (character === '}' || character === ']') {
      if (character === ']' && !isEmptyList(text, index)) keep(index);
      open.pop();
      keep(index + 1);
    }
  }
  return [...closed.values()].sort((a, b) => b.kept - a.kept);
}

function isEmptyList(text: string, end: number): boolean {
  return text.slice(0, end).trimEnd().endsWith('[');
}

/** Index of the closing quotation mark. */
function endOfString(text: string, start: number): number | undefined {
  for (let index = start + 1; index < text.length; index += 1) {
    if (text[index] === '\\') index += 1;
    else if (text[index] === '"') return index;
  }
  return undefined;
}

/** A text that was cut off, up to its last whole sentence; undefined without one. */
export function readCompleteSentences<Output>({ text }: ChatAnswer, output: z.ZodType<Output>): Output | undefined {
  const whole = /^[\s\S]*[.!?\]|](?=\s|$)/.exec(removeThoughts(text.trim()))?.[0];
  return whole === undefined ? undefined : output.safeParse(whole).data;
}
