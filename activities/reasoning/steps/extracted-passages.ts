import { z } from 'zod';
import { keyedById, readEntries } from '../engine/answer-entries.ts';
import { boundedList, boundedText } from '../engine/answer-parts.ts';
import { readScores } from '../engine/score-reading.ts';

export const MAX_QUOTES = 3;
const MAX_INFORMATION_LENGTH = 400;
const MAX_QUOTE_LENGTH = 500;
const MAX_REASON_LENGTH = 120;

const information = boundedText(
  MAX_INFORMATION_LENGTH,
  'what it says about the task, in its own language; empty when nothing',
);
const quotation = boundedText(MAX_QUOTE_LENGTH, 'words of the passage, character by character, at least 20 characters');
const relevanceReason = boundedText(MAX_REASON_LENGTH, 'at most twelve words');

/** What extraction asks for: a key for each passage. */
export function askedPassages(ids: readonly string[]): z.ZodType {
  const quotes = boundedList(quotation, MAX_QUOTES, 'at most three');
  const relevance = z.number().min(0).max(1).describe('relevance on the rubric');
  return keyedById(ids, z.object({ information, quotes, relevance, relevanceReason }));
}

const extractedPassageSchema = z.object({
  id: z.string(),
  information,
  quotes: z.array(z.object({ text: z.string(), reason: z.string() })),
  /** Null: unknown. */
  relevance: z.number().min(0).max(1).nullable(),
  relevanceReason: z.string(),
});
/** The contribution of one passage. */
export type ExtractedPassage = z.infer<typeof extractedPassageSchema>;

/** What extraction reads: the entries of at least one passage, whichever form the answer has. */
export const extractedFindingsSchema = z.preprocess(
  toPassages,
  z.object({ passages: z.array(extractedPassageSchema).min(1) }),
);
export type ExtractedFindings = z.infer<typeof extractedFindingsSchema>;

function toPassages(answer: unknown): unknown {
  const entries = readEntries(answer, ['information', 'quotes']);
  const relevances = readScores(entries?.map((entry) => entry['relevance']) ?? []);
  return {
    passages: entries?.map((entry, index) => ({
      id: entry.id,
      information: entry['information'] ?? '',
      quotes: quotesIn(entry['quotes']),
      relevance: relevances[index] ?? null,
      relevanceReason: relevanceReason.safeParse(entry['relevanceReason']).data ?? '',
    })),
  };
}

/** Quotations alone, or with the reason that some models add. */
function quotesIn(quotes: unknown): { readonly text: string; readonly reason: string }[] {
  const given: readonly unknown[] = Array.isArray(quotes) ? quotes : [quotes];
  return given.flatMap((quote) => {
    if (typeof quote === 'string') return [{ text: quote, reason: '' }];
    const parsed = z.object({ text: z.string(), reason: z.string().catch('') }).safeParse(quote);
    return parsed.success ? [parsed.data] : [];
  });
}
