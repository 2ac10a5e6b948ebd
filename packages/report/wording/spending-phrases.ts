import { counted } from '@plumbline/contracts/common/counted';
import { codeSpan } from '@plumbline/contracts/common/markdown-text';
import type { Ledger } from '@plumbline/contracts/common/metering';
import {
  type Calls,
  describeCalls,
  SPENDING_WORDS,
  type SpendingWords,
} from '@plumbline/contracts/common/metering-phrases';

const GERMAN: SpendingWords = {
  kinds: { model: 'Modell', search: 'Suche', page: 'Seiten' },
  requests: (count) => counted(count, 'Anfrage', 'Anfragen'),
  lost: 'verloren',
  reused: 'aus dem Speicher',
  tokens: 'Tokens',
  reusedFrom: (answers, run) => `Wiederverwendete Antworten des Laufs ${run}: ${answers}.`,
};

/** What a run spent, on one line: the sum of each kind of call, and how many stored answers were used. */
export function summarizeSpending({ entries, reusedFrom }: Ledger, language: string): string[] {
  const words = language === 'de' ? GERMAN : SPENDING_WORDS;
  const kinds = [...Map.groupBy(entries, ({ kind }) => kind)];
  const facts = [
    ...kinds.map(([kind, calls]) => `${words.kinds[kind]}: ${describeCalls(sumOf(calls), words)}.`),
    ...reusedFrom.map(({ researchId, answers }) => words.reusedFrom(answers, codeSpan(researchId))),
  ];
  return facts.length === 0 ? [] : [facts.join(' ')];
}

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
