import { counted } from '../contracts/common/counted.ts';
import type { Ledger, LedgerEntry } from '../contracts/common/metering.ts';
import { codeSpan } from './markdown-text.ts';

/** The words for one entry, in one language. */
export interface SpendingWords {
  readonly kinds: Readonly<Record<LedgerEntry['kind'], string>>;
  readonly requests: (count: number) => string;
  readonly lost: string;
  readonly reused: string;
  readonly tokens: string;
  readonly reusedFrom: (answers: number | string, run: string) => string;
}

const ENGLISH: SpendingWords = {
  kinds: { model: 'Model', search: 'Search', page: 'Pages' },
  requests: (count) => counted(count, 'request'),
  lost: 'lost',
  reused: 'from the store',
  tokens: 'tokens',
  reusedFrom: (answers, run) => `Answers of the run ${run} that were used again: ${answers}.`,
};

const GERMAN: SpendingWords = {
  kinds: { model: 'Modell', search: 'Suche', page: 'Seiten' },
  requests: (count) => counted(count, 'Anfrage', 'Anfragen'),
  lost: 'verloren',
  reused: 'aus dem Speicher',
  tokens: 'Tokens',
  reusedFrom: (answers, run) => `Wiederverwendete Antworten des Laufs ${run}: ${answers}.`,
};

/** What a run spent, one line for each kind of call, and whose stored answers it used. */
export function describeSpending({ entries, reusedFrom }: Ledger, language: string): string[] {
  const words = spendingWordsIn(language);
  return [
    ...entries.map((entry) => describeEntry(entry, words)),
    ...reusedFrom.map(({ researchId, answers }) => words.reusedFrom(answers, codeSpan(researchId))),
  ];
}

/** The same on one line: the sum of each kind of call, and how many stored answers were used. */
export function summarizeSpending(
  { entries, reusedFrom }: Ledger,
  language: string,
  words = spendingWordsIn(language),
): string[] {
  const kinds = [...Map.groupBy(entries, ({ kind }) => kind)];
  const facts = [
    ...kinds.map(([kind, calls]) => `${words.kinds[kind]}: ${describeCalls(sumOf(calls), words)}.`),
    ...reusedFrom.map(({ researchId, answers }) => words.reusedFrom(answers, codeSpan(researchId))),
  ];
  return facts.length === 0 ? [] : [facts.join(' ')];
}

export function spendingWordsIn(language: string): SpendingWords {
  return language === 'de' ? GERMAN : ENGLISH;
}

type Calls = Omit<LedgerEntry, 'kind' | 'name' | 'model'>;

function sumOf(calls: readonly Calls[]): Calls {
  return calls.reduce((sum, call) => ({
    requests: sum.requests + call.requests,
    lost: sum.lost + call.lost,
    reused: sum.reused + call.reused,
    promptTokens: sum.promptTokens + call.promptTokens,
    completionTokens: sum.completionTokens + call.completionTokens,
    money: sum.money === null && call.money === null ? null : (sum.money ?? 0) + (call.money ?? 0),
  }));
}

function describeEntry(entry: LedgerEntry, words: SpendingWords): string {
  const { kind, name, model } = entry;
  const subject = model === '' ? codeSpan(name) : `${codeSpan(name)} (${codeSpan(model)})`;
  return `${words.kinds[kind]} ${subject}: ${describeCalls(entry, words)}.`;
}

function describeCalls(calls: Calls, words: SpendingWords): string {
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
