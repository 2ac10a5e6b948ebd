import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Claim } from '@plumbline/contracts/evidence/claim';
import type { ExportFormat } from '@plumbline/contracts/report/export-format';
import { exportRecord } from '@plumbline/exports/report-export';
import { createCitedClaims, createSourceRegistry } from '@plumbline/report/document';
import { readReport } from '@plumbline/report/reading';
import { readReportFile } from '@plumbline/report/record-reading';
import { phrasesFor } from '@plumbline/report/wording';
import { parseHTML } from 'linkedom';
import { beforeAll, describe, expect, it } from 'vitest';
import { type PublishedReport, publishReport } from '../../../../test/support/builders/published-report.ts';
import { reopenDocx, reopenPdf, squeezed } from '../../../../test/support/builders/reopened-exports.ts';
import { draftOf } from '../../../../test/support/builders/research-fixtures.ts';
import { sectionBlocks } from '../../document/answer-part.ts';

const NINE = 't1f1q1';
const WICK = 't1f2q1';
const cell = (row: string, column: string, text: string, key = NINE): Claim => ({
  text,
  citations: [key],
  placement: { form: 'table', block: 1, row, column },
});

const CLAIMS: readonly Claim[] = [
  { text: 'The lamp burns long.', citations: [NINE], placement: { form: 'paragraph', block: 0 } },
  {
    text: 'With a trimmed wick it burns for ten hours.',
    citations: [NINE, WICK],
    placement: { form: 'paragraph', block: 0 },
    derivation: { expression: '9 + 1', result: '10 hours' },
  },
  cell('Harbour|lamp', 'Hours', 'nine'),
  cell('Harbour|lamp', 'Care', 'a trimmed wick|daily', WICK),
  cell('Pier lamp', 'Hours', 'seven'),
  {
    text: 'A keeper need not get up at night.',
    citations: [NINE],
    placement: { form: 'list', block: 2 },
    isInference: true,
  },
];

let published: PublishedReport;
beforeAll(async () => {
  const home = await mkdtemp(join(tmpdir(), 'forms-'));
  const summary = [{ text: 'Nine hours.', citations: [NINE] }];
  published = await publishReport(home, {
    draft: draftOf({ summary, sections: [{ heading: 'Burning', claims: [...CLAIMS] }] }),
  });
});

async function exported(format: ExportFormat): Promise<Uint8Array> {
  return (await exportRecord(await readReportFile(published.recordPath), format)).bytes;
}

describe('the forms of a section', () => {
  it('are paragraphs, tables and lists in Markdown, every cell with its citation', () => {
    expect(published.record.report.markdown).toContain(
      [
        '## Burning',
        '',
        'The lamp burns long. [1] With a trimmed wick it burns for ten hours. [1][2] [a]',
        '',
        String.raw`|  | Hours | Care |`,
        '| --- | --- | --- |',
        String.raw`| Harbour\|lamp | nine [1] | a trimmed wick\|daily [2] |`,
        '| Pier lamp | seven [1] | – |',
        '',
        '- A keeper need not get up at night. [1] (inference)',
      ].join('\n'),
    );
  });

  it('are a table with heads in HTML', async () => {
    const { document } = parseHTML(new TextDecoder().decode(await exported('html')));
    const texts = (selector: string) => [...document.querySelectorAll(selector)].map((node) => node.textContent);

    expect(texts('table th[scope=col]')).toEqual(['Hours', 'Care']);
    expect(texts('table th[scope=row]')).toEqual(['Harbour|lamp', 'Pier lamp']);
    expect(texts('table tbody td')).toEqual(['nine [1]', 'a trimmed wick|daily [2]', 'seven [1]', '–']);
  });

  it('are in PDF and DOCX with all their words', async () => {
    for (const { text } of [await reopenPdf(await exported('pdf')), await reopenDocx(await exported('docx'))]) {
      for (const words of ['Harbour|lamp', 'a trimmed wick|daily', '9 + 1 = 10 hours', '(inference)']) {
        expect(squeezed(text)).toContain(squeezed(words));
      }
    }
  });

  it('are blocks for readers', () => {
    const details = readReport(published.record).sections.find(({ name }) => name === 'details');

    expect(details?.groups[0]?.blocks).toMatchObject([
      {
        form: 'paragraph',
        claims: [{ computation: null }, { computation: { mark: 'a', words: 'computed: 9 + 1 = 10 hours' } }],
      },
      {
        form: 'table',
        head: ['', 'Hours', 'Care'],
        rows: [
          { heading: 'Harbour|lamp', cells: [{ text: 'nine', citations: [1] }, { citations: [2] }] },
          { heading: 'Pier lamp', cells: [{ text: 'seven' }, null] },
        ],
      },
      { form: 'list', items: [{ number: null, claims: [{ kind: 'inference' }], below: [] }] },
    ]);
  });

  it('are a list for claims of reports from before, and for what has lost its table', () => {
    const lost: Claim = { text: 'It burns.', citations: [NINE], placement: { form: 'list', block: 1 } };

    const { read } = createCitedClaims(
      { findings: [], sources: [], phrases: phrasesFor('en') },
      createSourceRegistry([], new Map(), []),
    );
    const unplaced = ['a', 'b'].map((text) => ({ text, citations: [] }));

    expect(sectionBlocks(unplaced, read)).toMatchObject([
      { kind: 'list', items: [{ inlines: [{}] }, { inlines: [{}] }] },
    ]);
    expect(sectionBlocks([cell('Lamp', 'Hours', 'nine'), lost], read).map(({ kind }) => kind)).toEqual([
      'table',
      'list',
    ]);
  });
});
