import { h, type JSX } from 'preact';
import type { RunWait } from '../../../workflows/contracts/report/progress.ts';
import type { ShownRun } from '../api/api-types.ts';
import { LIMIT_NAMES, shownLimit } from '../models/run-limits.ts';
import { timeIn } from '../models/times.ts';
import { useApi } from '../parts/api-context.ts';
import { useWords } from '../parts/words-context.ts';
import { Confirmed } from './confirmed.ts';
import { ExtendRun } from './spending.ts';

/** What a run waits for, and what to do about it. */
export function RunWaits({ run }: { readonly run: ShownRun }): JSX.Element | null {
  const { live } = useWords();
  const waits = run.progress?.waits ?? [];
  if (waits.length === 0 && run.retries.length === 0) return null;
  return h(
    'section',
    { class: waits.length === 0 ? 'waits' : 'need waits', 'aria-labelledby': 'live-waits' },
    h('h2', { id: 'live-waits' }, waits.length === 0 ? live.waits : live.decides),
    h(
      'ul',
      {},
      waits.map((wait) => h('li', { key: `${wait.kind} ${wait.subject}` }, h(Wait, { wait }))),
      run.retries.map(({ activity, attempt, cause }, index) =>
        h('li', { key: index }, live.retrying(activity, attempt, cause)),
      ),
    ),
    h(WaitActions, { run, waits }),
  );
}

function Wait({ wait }: { readonly wait: RunWait }): JSX.Element {
  const { live, language } = useWords();
  const { kind, subject, reason, until, limit: reached } = wait;
  const limit = LIMIT_NAMES.find((name) => name === subject);
  return h(
    'div',
    {},
    h(
      'p',
      {},
      limit === undefined || reached === null
        ? `${subject}: ${reason}`
        : `${live.limits[limit]}: ${live.reached(shownLimit(limit, reached).toLocaleString(language))}`,
    ),
    h('p', { class: 'quiet' }, live.actsAt[kind](timeIn(language, until))),
  );
}

function WaitActions({ run, waits }: { readonly run: ShownRun; readonly waits: readonly RunWait[] }): JSX.Element {
  const { live } = useWords();
  const api = useApi();
  const { researchId, progress } = run;
  const isAtLimit = waits.some(({ kind }) => kind === 'budget');
  const isAtServer = waits.some(({ kind }) => kind !== 'budget');
  return h(
    'div',
    { class: 'buttons' },
    isAtServer ? h(Confirmed, { words: live.retry, isPrimary: !isAtLimit, act: () => api.retryRun(researchId) }) : null,
    isAtLimit && progress !== null ? h(ExtendRun, { researchId, limits: progress.limits, isPrimary: true }) : null,
    isAtLimit ? h(Confirmed, { words: live.finish, act: () => api.finishRun(researchId) }) : null,
  );
}
