import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Claim } from '@plumbline/contracts/evidence/claim';
import type { ExportFormat } from '@plumbline/contracts/report/export-format';
import { createGap } from '@plumbline/contracts/research/gap-phrases';
import { exportRecord } from '@plumbline/exports/report-export';
import { readReport } from '@plumbline/report/reading';
import { readReportFile } from '@plumbline/report/record-reading';
import { renderBehind, renderReport } from '@plumbline/report/rendering';
import { parseHTML } from 'linkedom';
import { describe, expect, it } from 'vitest';
import { publishReport } from '../../support/builders/published-report.ts';
import { reopenDocx, reopenPdf } from '../../support/builders/reopened-exports.ts';
import { anchorOf, draftOf, findingOf, qualityOf, reportContentOf } from '../../support/builders/research-fixtures.ts';

const NINE = 'The harbour lamp burns for nine hours on one filling.';
const WICK = 'A trimmed wick adds one hour to the burning time.';
const nine: Claim = { text: NINE, citations: ['t1f1q1'], placement: { form: 'paragraph', block: 0 } };
const code = (text: string): Claim => ({ text, citations: ['t1f2q1'], placement: { form: 'code', block: 1 } });

const draft = draftOf({
  title: 'Burning time of the harbour lamp',
  summary: [
    nine,
    { text: 'So it lasts a night.', citations: [], isInference: true, placement: { form: 'paragraph', block: 0 } },
  ],
  sections: [
    {
      heading: 'The setting',
      claims: [
        { text: WICK, citations: ['t1f2q1'], isUnverified: true, placement: { form: 'paragraph', block: 0 } },
        code('wick trim daily'),
        code('fill ```oil```'),
      ],
    },
    {
      heading: 'Wick',
      isSubsection: true,
      claims: [{ text: 'Trim it.', citations: ['t1f2q1'], placement: { form: 'list', block: 0 } }],
    },
    { heading: 'Care', claims: [{ text: WICK, citations: ['t1f2q1'], placement: { form: 'list', block: 0 } }] },
  ],
  limitations: [{ text: 'The documents do not say how long the lamp burns in storms.', citations: [] }],
  remainingGaps: ['Who pays for the oil?'],
});
const refused = [
  { text: 'It burns for ten hours.', reason: 'no source says ten', outcome: 'mended' as const, replacement: NINE },
  { text: 'It is the best lamp.', reason: 'no source says so', outcome: 'left-out' as const },
];
const quality = qualityOf({ quotesChecked: 2, refused, notes: ['t1: one hit only'] });

function contentOf(changes: Parameters<typeof reportContentOf>[0] = {}) {
  return reportContentOf({
    engine: 'model',
    findings: [findingOf('t1f1', NINE), findingOf('t1f2', WICK, { headingPath: ['Wick'] })],
    draft,
    quality,
    diagnostics: [{ code: 'QUALITY_LOW', queryAdherence: 40, citationSupport: 65 }],
    ...changes,
  });
}

describe('a report that a model wrote', () => {
  it('is title, answer, sections, limitations and sources, and nothing of how it came about', () => {
    expect(renderReport(contentOf()).markdown).toBe(`# Burning time of the harbour lamp

${NINE} [1] So it lasts a night.

## The setting

${WICK} [2]

\`\`\`\`
wick trim daily
fill \`\`\`oil\`\`\`
\`\`\`\`

### Wick

- Trim it. [2]

## Care

- ${WICK} [2]

## Limitations

- The documents do not say how long the lamp burns in storms.
- Who pays for the oil?

## Sources

*Harbour lamp*, \`lamp.md\`:

- [1] Oil: “${NINE}”
- [2] Wick: “${WICK}”
`);
  });

  it('names as limits what its author says and what failed, not what the author was shown', () => {
    const { markdown } = renderReport(
      contentOf({
        anchor: anchorOf({ assumptions: ['All lamps are meant.'] }),
        gaps: [
          createGap('nothing-found', { taskId: 't2', subject: 'the pier lamp' }),
          createGap('passage-unread', { taskId: 't1', subject: 'lamp.md', cause: 'no answer' }),
          createGap('finished-early'),
        ],
      }),
    );

    expect(markdown).toMatch(
      /## Limitations\n\n- The documents do not say .*\n- Who pays for the oil\?\n- [^\n]*early[^\n]*\n\n## Sources/u,
    );
  });

  it.each([
    ['a model wrote it', false],
    ['it shows places', true],
  ])('says that the search stood in where no model wrote: %s', (_, isPassage) => {
    const summary = draft.summary.map((claim) => ({ ...claim, ...(isPassage && { isPassage: true as const }) }));
    const { markdown } = renderReport(contentOf({ draft: { ...draft, summary } }));

    expect(markdown.includes('shown are the places that the search found')).toBe(isPassage);
  });

  it('names among its limits the patterns that chose the files, and no hidden files', () => {
    const leftOutFiles = [
      { reason: 'unmatched' as const, count: 1, names: ['drafts/'] },
      { reason: 'hidden' as const, count: 1, names: ['.env'] },
    ];
    const { markdown } = renderReport(contentOf({ leftOutFiles }));

    expect(markdown).toContain('- Only files that match `drafts/` were read.\n');
    expect(markdown).not.toContain('.env');
  });

  it('has its question as title where it has none of its own', () => {
    const { title: _, ...untitled } = draft;

    expect(renderReport(contentOf({ draft: untitled })).title).toBe('How long does the harbour lamp burn?');
  });
});

describe('what is behind a report', () => {
  it('holds what was refused, what is unsure, and the account', async () => {
    const home = await mkdtemp(join(tmpdir(), 'behind-'));
    const { record } = await publishReport(home, { engine: 'model', draft, quality });
    const behind = renderBehind(record);

    expect(behind).toContain(`## Statements that verification refused

- It burns for ten hours. — *no source says ten* — written anew: ${NINE}
- It is the best lamp. — *no source says so* — left out

## Statements that the cited words neither confirm nor deny

- ${WICK}

## About this report

- Engine: model.`);
    expect(readReport(record)).toMatchObject({
      title: 'Burning time of the harbour lamp',
      behind: { refused, doubted: [WICK] },
    });
    expect(readReport(record).behind.account.join('\n')).toContain('2 quotations compared');
  });

  it('is read without the backticks around code', async () => {
    const leftOutFiles = [{ reason: 'unmatched' as const, count: 2, names: ['*.md', 'a`b/'] }];
    const { record } = await publishReport(await mkdtemp(join(tmpdir(), 'behind-')));
    const reading = readReport({ ...record, leftOutFiles });

    expect(reading.behind.account).toContain('Only files that match *.md, a`b/ were read.');
  });
});

describe('the places of a search', () => {
  it('stand below the tasks that found them, where there are several', async () => {
    const home = await mkdtemp(join(tmpdir(), 'tasks-'));
    const place = { text: 'The harbour lamp burns.', citations: ['t1f1q1'], isPassage: true as const };
    const { record } = await publishReport(home, { draft: draftOf({ summary: [place] }) });
    const [first] = record.plan?.tasks ?? [];
    const other = { taskId: 't2', text: 'Who trims the wick?', rationale: '' };
    const headings = (tasks: readonly (typeof first)[]) =>
      readReport({ ...record, plan: { tasks: tasks.flatMap((task) => task ?? []) } })
        .sections.filter(({ name }) => name === 'passages')
        .flatMap(({ groups }) => groups.map(({ heading }) => heading));

    expect([headings([first]), headings([first, other])]).toEqual([[''], [first?.text]]);
  });
});

describe('a block of code', () => {
  it('keeps its lines in every format', async () => {
    const home = await mkdtemp(join(tmpdir(), 'code-'));
    const { recordPath, record } = await publishReport(home, { engine: 'model', draft });
    const exported = async (format: ExportFormat) =>
      (await exportRecord(await readReportFile(recordPath), format)).bytes;
    const { document } = parseHTML(new TextDecoder().decode(await exported('html')));

    expect(document.querySelector('pre.code')?.textContent).toBe('wick trim daily\nfill ```oil```');
    expect((await reopenPdf(await exported('pdf'))).text).toMatch(/wick trim daily\s+fill ```oil```/);
    expect((await reopenDocx(await exported('docx'))).text).toContain('fill ```oil```');
    const [, details] = readReport(record).sections;
    expect(details?.groups[0]?.blocks[1]).toMatchObject({ form: 'code', claims: [{ citations: [2] }, {}] });
  });
});
