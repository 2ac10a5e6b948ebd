import { z } from 'zod';

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

/**
 * A list of an answer, bounded in the same way. Entries that cannot be read are left out, unless none can.
 *
 * @param minItems where it is 1, a small model cannot get around writing something
 */
export function boundedList<Entry>(
  entry: z.ZodType<Entry>,
  maxItems: number,
  description: string,
  minItems: 0 | 1 = 0,
): z.ZodType<Entry[]> {
  return z.preprocess((value) => {
    if (value === null) return [];
    if (!Array.isArray(value)) return value;
    const readable = value.filter((one) => entry.safeParse(one).success);
    return (readable.length > 0 ? readable : value).slice(0, maxItems);
  }, z.array(entry).min(minItems).max(maxItems).describe(description));
}

function cut(text: string, maxLength: number): string {
  return text.trim().slice(0, maxLength).toWellFormed();
}
