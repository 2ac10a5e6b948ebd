import { h, type JSX } from 'preact';
import type { LedgerEntry } from '../../../workflows/contracts/metering.ts';
import type { RunProgress } from '../api/run-types.ts';
import { type Spending, spendingsOf } from '../models/run-limits.ts';
import { useWords } from '../parts/words-context.ts';

/** What a run has used of its limits. */
export function RunSpending({ progress }: { readonly progress: RunProgress }): JSX.Element {
  const { live } = useWords();
  const entries = progress.ledger?.entries ?? [];
  return h(
    'section',
    { 'aria-labelledby': 'live-spending' },
    h('h2', { id: 'live-spending' }, live.spending),
    h(
      'ul',
      { class: 'spendings' },
      spendingsOf(progress)
        .filter(({ used, limit }) => used > 0 || limit !== null)
        .map((spending) => h('li', { key: spending.name }, h(SpendingBar, { spending }))),
    ),
    entries.length === 0
      ? null
      : h(
          'details',
          {},
          h('summary', {}, live.ledger),
          h(
            'ul',
            {},
            entries.map((entry) => h('li', { key: `${entry.kind} ${entry.name} ${entry.model}` }, textOf(entry))),
          ),
        ),
  );
}

function SpendingBar({ spending }: { readonly spending: Spending }): JSX.Element {
  const { language, live } = useWords();
  const { name, used, limit } = spending;
  const format = new Intl.NumberFormat(language, { maximumFractionDigits: 4 });
  const label = `live-used-${name}`;
  return h(
    'div',
    {},
    h(
      'p',
      { id: label },
      live.limits[name],
      h('span', { class: 'quiet' }, live.used(format.format(used), limit === null ? null : format.format(limit))),
    ),
    limit === null
      ? null
      : h('progress', {
          'aria-labelledby': label,
          value: Math.min(used, limit),
          max: limit,
          class: used >= limit ? 'full' : '',
        }),
  );
}

function textOf({ kind, name, model, requests, reused, promptTokens, completionTokens, money }: LedgerEntry): string {
  const tokens = promptTokens + completionTokens;
  return [
    [kind, name, model].filter(Boolean).join(' '),
    `${requests} + ${reused}`,
    tokens === 0 ? '' : `${tokens} tokens`,
    money === null || money === 0 ? '' : `$${money.toFixed(4)}`,
  ]
    .filter(Boolean)
    .join(' · ');
}
