import { h, type JSX } from 'preact';
import type { Finding } from '../../../workflows/contracts/evidence/evidence.ts';
import type { PartialReport } from '../../../workflows/contracts/report/partial-report.ts';
import { type FoundForTask, foundByTask } from '../models/found-findings.ts';
import { useWords } from '../parts/words-context.ts';

/** Findings of a task that are shown at once. */
const SHOWN = 3;

/** What a run has found so far; it grows in front of the reader. */
export function FoundSoFar({ found }: { readonly found: PartialReport | null }): JSX.Element {
  const { live } = useWords();
  const count = found?.findingCount ?? 0;
  return h(
    'section',
    { 'aria-labelledby': 'live-found' },
    h(
      'h2',
      { id: 'live-found' },
      live.found,
      h('span', { class: 'quiet', role: 'status' }, count === 0 ? '' : ` ${live.foundCount(count)}`),
    ),
    found === null || count === 0
      ? h('p', { class: 'quiet' }, live.nothingFound)
      : [
          h('p', { key: 'about', class: 'quiet' }, live.notWritten),
          foundByTask(found).map((task) => h(FoundTask, { key: task.taskId, task })),
        ],
  );
}

function FoundTask({ task }: { readonly task: FoundForTask }): JSX.Element {
  const { live } = useWords();
  const { text, findings } = task;
  const rest = findings.slice(SHOWN);
  return h(
    'div',
    {},
    h('h3', {}, text === '' ? live.otherFindings : text),
    h('ul', { class: 'found' }, findings.slice(0, SHOWN).map(toEntry)),
    rest.length === 0
      ? null
      : h('details', {}, h('summary', {}, live.moreFound(rest.length)), h('ul', { class: 'found' }, rest.map(toEntry))),
  );
}

function toEntry(finding: Finding): JSX.Element {
  return h('li', { key: finding.findingId }, h(FoundFinding, { finding }));
}

function FoundFinding({ finding }: { readonly finding: Finding }): JSX.Element {
  const words = useWords();
  const { title, locator, page, headingPath, quotes, untrusted } = finding;
  const place = [
    title,
    locator === title ? '' : locator,
    page === null ? (headingPath.at(-1) ?? '') : words.page(page, null, quotes[0]?.recognised),
  ];
  return h(
    'div',
    {},
    quotes.map(({ key, text }) => h('blockquote', { key }, text)),
    h(
      'p',
      { class: 'quiet' },
      untrusted.length > 0 ? h('span', { class: 'warning' }, `⚠ ${words.untrusted} `) : null,
      [...new Set(place)].filter((part) => part !== '').join(' · '),
    ),
  );
}
