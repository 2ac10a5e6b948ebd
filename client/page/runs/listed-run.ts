import { h, type JSX } from 'preact';
import type { ListedRun } from '../api/api-types.ts';
import { pathOfRun } from '../models/route.ts';
import { follow } from '../parts/router.ts';
import { useWords } from '../parts/words-context.ts';

/** A run of the list: what was asked, how far it is, what it has found and used. */
export function ListedRunRow({ run }: { readonly run: ListedRun }): JSX.Element {
  const { language, runs: words } = useWords();
  const { researchId, question, stage, awaitingInput, startedAt, usage, findings } = run;
  const facts = [
    new Date(startedAt).toLocaleString(language, { dateStyle: 'medium', timeStyle: 'short' }),
    ...(findings === null ? [] : [words.findings(findings)]),
    ...(usage === null || usage.modelCalls === 0 ? [] : [words.modelCalls(usage.modelCalls)]),
    ...(usage === null || usage.money === 0 ? [] : [words.money(usage.money)]),
  ];
  return h(
    'li',
    { class: awaitingInput ? 'awaiting' : '' },
    h('a', { href: pathOfRun(researchId), onClick: follow }, question === '' ? researchId : question),
    h(
      'p',
      { class: 'quiet' },
      awaitingInput ? h('strong', { class: 'awaits' }, words.awaitsYou) : null,
      h('span', { class: `stage stage-${stage ?? 'unknown'}` }, words.stages[stage ?? ''] ?? stage ?? ''),
      facts.map((fact) => h('span', { key: fact }, fact)),
    ),
  );
}
