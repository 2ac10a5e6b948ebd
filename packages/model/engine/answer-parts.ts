import { z } from 'zod';

/** Of a statement, or of a part of it: `p4.2`. */
const ISSUED = /^\W*(p\d+(?:\.\d+)?)\W*$/;

const MAX_KEY_LENGTH = 48;
/** Behind it a sentence is over: a mark of its end, with what closes behind it. */
const SENTENCE_END = /(?:[.!?…]["'”“’»)\]]*(?=\s)|[。！？।؟۔])/gu;

/**
 * A text of an answer. The schema bounds it, because a small model does not find its end; from a model that writes more,
 * the beginning is taken.
 */
export function boundedText(maxLength: number, description: string): z.ZodType<string> {
  return z.preprocess(
    (value) => (value === null ? '' : typeof value === 'string' ? cut(value, maxLength) : value),
    z.string().max(maxLength).describe(description),
  );
}

/** A text of which only whole sentences are useful: cut at the bound, it ends with its last whole sentence. */
export function boundedSentences(maxLength: number, description: string): z.ZodType<string> {
  return z.preprocess(
    (value) =>
      typeof value === 'string' && value.trim().length >= maxLength ? wholeSentences(value, maxLength) : value,
    boundedText(maxLength, description),
  );
}

/** Whether a list may be empty: `asked` is demanded of the endpoint, and an empty list is read all the same. */
type Least = 'none' | 'asked' | 'required';

/**
 * A list of an answer, bounded in the same way. Entries that cannot be read are left out, unless none can.
 *
 * @param least other than `none`, a small model cannot get around writing something
 */
export function boundedList<Entry>(
  entry: z.ZodType<Entry>,
  maxItems: number,
  description: string,
  least: Least = 'none',
): z.ZodType<Entry[]> {
  const list = z
    .array(entry)
    .min(least === 'required' ? 1 : 0)
    .max(maxItems);
  return z.preprocess(
    (value) => {
      if (value === null) return [];
      if (!Array.isArray(value)) return value;
      const readable = value.filter((one) => entry.safeParse(one).success);
      return (readable.length > 0 ? readable : value).slice(0, maxItems);
    },
    list.meta({ description, ...(least !== 'none' && { minItems: 1 }) }),
  );
}

/** The keys of the quotes that carry a statement. One without them is read and judged. */
export function citedKeys(maxItems: number): z.ZodType<string[]> {
  const key = boundedText(MAX_KEY_LENGTH, 'a key, without brackets');
  return boundedList(key, maxItems, 'keys of the quotes that carry it', 'asked');
}

function cut(text: string, maxLength: number): string {
  return text.trim().slice(0, maxLength).toWellFormed();
}

function wholeSentences(text: string, maxLength: number): string {
  const bounded = cut(text, maxLength);
  if (/[.!?…。！？।؟۔]["'”“’»)\]]*$/u.test(bounded)) return bounded;
  const last = [...bounded.matchAll(SENTENCE_END)].at(-1);
  return last === undefined ? '' : bounded.slice(0, last.index + last[0].length);
}

/** What an answer says about one of the ids that it was asked about. */
type AnswerEntry = Readonly<Record<string, unknown>> & { readonly id: string };

/** Short ids, which models copy more reliably: `p1`, `p2`, … */
export function shortId(index: number): string {
  return `p${index + 1}`;
}

/** One required key for each id: a model that is held to the schema leaves none out and adds none. */
export function keyedById(ids: readonly string[], entry: z.ZodType): z.ZodType {
  return z.object(Object.fromEntries(ids.map((id) => [id, entry])));
}

/**
 * The entries of an answer, which models write in several forms: keyed by id, as a list of entries with ids, either of
 * them inside another key, or one entry alone.
 *
 * @param fields what an entry says at least one of; the first is what a bare value means: `"p1": 0.75`
 * @returns none where a list is empty, undefined for an answer of another shape
 */
export function readEntries(answer: unknown, fields: readonly [string, ...string[]]): AnswerEntry[] | undefined {
  const entries = entriesIn(answer, fields[0]).filter((entry) => fields.some((field) => field in entry));
  const isEmptyList =
    isObject(answer) && Object.values(answer).some((value) => Array.isArray(value) && value.length === 0);
  return entries.length > 0 || isEmptyList ? entries : undefined;
}

function entriesIn(answer: unknown, bare: string): AnswerEntry[] {
  if (!isObject(answer)) return [];
  const keyed = Object.entries(answer).flatMap(([key, value]): AnswerEntry[] => {
    const id = ISSUED.exec(key)?.[1];
    return id === undefined ? [] : [{ ...(isObject(value) ? value : { [bare]: value }), id }];
  });
  if (keyed.length > 0) return keyed;
  const inside = Object.values(answer).flatMap((value) =>
    Array.isArray(value) ? value.flatMap(toListed) : isObject(value) ? entriesIn(value, bare) : [],
  );
  return inside.length > 0 ? inside : [{ ...answer, id: shortId(0) }];
}

function toListed(entry: unknown): AnswerEntry[] {
  return isObject(entry) && typeof entry['id'] === 'string'
    ? [{ ...entry, id: ISSUED.exec(entry['id'])?.[1] ?? entry['id'] }]
    : [];
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
