import { h, type JSX } from 'preact';
import type { Finding } from '../../../workflows/contracts/evidence/evidence.ts';
import type { PartialReport } from '../../../workflows/contracts/report/partial-report.ts';
import { evidenceOfFinding } from '../models/evidence.ts';
import { evidenceFound, type FoundForTask, foundByTask } from '../models/found-findings.ts';
import { SourceWords } from '../parts/prose.ts';
import { useWords } from '../parts/words-context.ts';
import { SourceButton } from '../read/evidence.ts';

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
          foundByTask(found).map((task) => h(FoundTask, { key: task.taskId, task, found })),
        ],
  );
}

interface FoundProps {
  readonly task: FoundForTask;
  readonly found: PartialReport;
}

function FoundTask({ task, found }: FoundProps): JSX.Element {
  const { live } = useWords();
  const { text, findings } = task;
  const toEntry = (finding: Finding) => h('li', { key: finding.findingId }, h(FoundFinding, { finding, found }));
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

/** Its quotations, each with the way to its source. */
function FoundFinding({ finding, found }: { readonly finding: Finding } & Pick<FoundProps, 'found'>): JSX.Element {
  const words = useWords();
  const { title, locator, page, headingPath, untrusted } = finding;
  return h(
    'div',
    {},
    untrusted.length > 0 ? h('p', { class: 'warning quiet' }, `⚠ ${words.untrusted} `) : null,
    evidenceOfFinding(found.researchId, finding).map((evidence) => {
      const { key, text, recognised } = evidence.citation.quote;
      const place = page === null ? (headingPath.at(-1) ?? '') : words.page(page, null, recognised);
      const parts = [title, locator === title ? '' : locator, place].filter((part) => part !== '');
      return h(
        'div',
        { key },
        h('blockquote', {}, h(SourceWords, { text })),
        h(SourceButton, { evidence, all: () => evidenceFound(found) }, [...new Set(parts)].join(' · ')),
      );
    }),
  );
}
