import { counted } from './counted.ts';
import { codeSpan } from './markdown-text.ts';
import type { Ledger, LedgerEntry } from './metering.ts';

export const SPENDING_WORDS = {
  kinds: { model: 'Model', search: 'Search', page: 'Pages' },
  requests: (count: number) => counted(count, 'request'),
  lost: 'lost',
  reused: 'from the store',
  tokens: 'tokens',
  reusedFrom: (answers: number, run: string) => `Answers of the run ${run} that were used again: ${answers}.`,
};

/** The words for one entry, in one language. */
export type SpendingWords = typeof SPENDING_WORDS;

/** What a run spent, one line for each kind of call, and whose stored answers it used. */
export function describeSpending({ entries, reusedFrom }: Ledger): string[] {
  return [
    ...entries.map(describeEntry),
    ...reusedFrom.map(({ researchId, answers }) => SPENDING_WORDS.reusedFrom(answers, codeSpan(researchId))),
  ];
}

export type Calls = Omit<LedgerEntry, 'kind' | 'name' | 'model'>;

function describeEntry(entry: LedgerEntry): string {
  const { kind, name, model } = entry;
  const subject = model === '' ? codeSpan(name) : `${codeSpan(name)} (${codeSpan(model)})`;
  return `${SPENDING_WORDS.kinds[kind]} ${subject}: ${describeCalls(entry, SPENDING_WORDS)}.`;
}

/** Figures and their words, in one line. */
export function describeCalls(calls: Calls, words: SpendingWords): string {
  const { requests, lost, reused, promptTokens, completionTokens, money } = calls;
  const facts = [
    words.requests(requests),
    ...(lost > 0 ? [`${lost} ${words.lost}`] : []),
    ...(reused > 0 ? [`${reused} ${words.reused}`] : []),
    ...(promptTokens + completionTokens > 0 ? [`${promptTokens} + ${completionTokens} ${words.tokens}`] : []),
    ...(money === null || money === 0 ? [] : [`$${money.toFixed(4)}`]),
  ];
  return facts.join(', ');
}
