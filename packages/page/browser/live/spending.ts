import type { LedgerEntry } from '@plumbline/contracts/common/metering';
import type { PublicProgress } from '@plumbline/contracts/report/run-view';
import type { ResearchLimits } from '@plumbline/contracts/research/research-request';
import { type JSX, type TargetedEvent, h } from 'preact';
import { useState } from 'preact/hooks';
import {
  changedLimits,
  LIMIT_NAMES,
  shownLimit,
  type Spending,
  spendingsOf,
  type TypedLimits,
} from '../models/run-changes.ts';
import { useApi } from '../parts/api-context.ts';
import { list } from '../parts/lists.ts';
import { Folded } from '../parts/menu.ts';
import { useWords } from '../parts/words-context.ts';
import { Confirmed } from './confirmed.ts';

/** What a run has used of its limits. */
export function RunSpending({ progress }: { readonly progress: PublicProgress }): JSX.Element {
  const { live } = useWords();
  const entries = progress.ledger?.entries ?? [];
  return h(
    'section',
    { 'aria-labelledby': 'live-spending' },
    h('h2', { id: 'live-spending' }, live.spending),
    list(
      spendingsOf(progress).filter(({ used, limit }) => used > 0 || limit !== null),
      (spending) => h(SpendingBar, { spending }),
      { class: 'spendings' },
    ),
    h(Folded, { summary: live.ledger, entries: entries.map(textOf) }),
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

/** Raises limits of a run. */
export function ExtendRun({
  researchId,
  limits,
  isPrimary = false,
}: {
  readonly researchId: string;
  readonly limits: ResearchLimits;
  readonly isPrimary?: boolean;
}): JSX.Element {
  const { live, language } = useWords();
  const api = useApi();
  const [typed, setTyped] = useState<TypedLimits>({});
  const format = new Intl.NumberFormat(language, { maximumFractionDigits: 4 });
  // Without a limit there is nothing to raise.
  const names = LIMIT_NAMES.filter((name) => limits[name] !== null);
  const act = async () => {
    const changed = changedLimits(typed, limits);
    if (Object.keys(changed).length === 0) throw new Error(live.extend.nothing);
    const taken = await api.extendRun(researchId, changed);
    setTyped({});
    return taken;
  };
  return h(
    Confirmed,
    { words: live.extend, act, isPrimary },
    h(
      'div',
      { class: 'fields' },
      names.map((name) =>
        h(LimitField, {
          key: name,
          label: live.limits[name],
          present: live.extend.present(format.format(shownLimit(name, limits[name] ?? 0))),
          text: typed[name] ?? '',
          setText: (text) => setTyped({ ...typed, [name]: text }),
        }),
      ),
    ),
  );
}

interface LimitFieldProps {
  readonly label: string;
  readonly present: string;
  readonly text: string;
  readonly setText: (text: string) => void;
}

function LimitField({ label, present, text, setText }: LimitFieldProps): JSX.Element {
  return h(
    'label',
    {},
    label,
    h('input', {
      type: 'number',
      min: 0,
      step: 'any',
      value: text,
      placeholder: present,
      onInput: ({ currentTarget }: TargetedEvent<HTMLInputElement>) => setText(currentTarget.value),
    }),
  );
}
