import { z } from 'zod';

/** What an answer says about one of the ids that it was asked about. */
export type AnswerEntry = Readonly<Record<string, unknown>> & { readonly id: string };

const ISSUED = /^\W*(p\d+)\W*$/;

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
  const isEmptyList = isObject(answer) && Object.values(answer).some(Array.isArray);
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
