import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ExportFormat } from '@plumbline/contracts/report/export-format';
import { exportRecord } from '@plumbline/exports/report-export';
import { readReport } from '@plumbline/report/reading';
import { readReportFile } from '@plumbline/report/record-reading';
import { parseHTML } from 'linkedom';
import { beforeAll, describe, expect, it } from 'vitest';
import { readWrittenReport } from '../../../activities/report/writing/written-report.ts';
import { type PublishedReport, publishReport } from '../../support/builders/published-report.ts';
import { reopenDocx, reopenPdf, squeezed } from '../../support/builders/reopened-exports.ts';
import { draftOf } from '../../support/builders/research-fixtures.ts';

const WRITTEN = `Nine hours [p1.1], and with a trimmed wick more [p2.1]. That is ten [p1.1] [calc: 9 + 1 = 10 hours]. So ten it is [p1.1] [calc: 9 + 1 = 10 hours].

## Care

| Lamp | Hours | Wick |
| --- | --- | --- |
| Harbour | – | trimmed [p2.1] |
| Pier | nine [p1.1]; the same | no |

The keeper works in this order:

2. **Wick.** The keeper trims it. [p2.1] It burns longer. [p2.1]
   - every **day** [p2.1]
   - at night [p1.1]
3. The keeper fills it: [p1.1]
   \`\`\`sh
   fill oil
   \`\`\`
4. The keeper lights it. [p1.1]

## LIMITS

- Storms are not covered. The lamp may go out.
`;
const KEYS: Readonly<Record<string, string>> = { 'p1.1': 't1f1q1', 'p2.1': 't1f2q1' };

let published: PublishedReport;
beforeAll(async () => {
  const resolve = (mark: string) => ({
    keys: (mark.match(/p\d\.\d/gu) ?? []).flatMap((address) => KEYS[address] ?? []),
    unknown: [],
  });
  const { answer, sections, limitations } = readWrittenReport(WRITTEN, 'en', resolve);
  const draft = draftOf({
    summary: [...answer],
    sections: [...sections],
    limitations: [...limitations],
    remainingGaps: [],
  });
  published = await publishReport(await mkdtemp(join(tmpdir(), 'written-')), { engine: 'model', draft });
});

async function exported(format: ExportFormat): Promise<Uint8Array> {
  return (await exportRecord(await readReportFile(published.recordPath), format)).bytes;
}

describe('a report in the form in which a model wrote it', () => {
  it('is Markdown with its heads, numbers, nesting, bold words and places of citations', () => {
    const { markdown } = published.record.report;

    expect(markdown).toContain(
      'Nine hours [1], and with a trimmed wick more. [2] That is ten. [1] [a] So ten it is. [1] [a]',
    );
    expect(markdown).toContain(`## Care

| Lamp | Hours | Wick |
| --- | --- | --- |
| Harbour | – | trimmed [2] |
| Pier | nine [1]; the same | no [1] |

The keeper works in this order:

2. **Wick.** The keeper trims it. [2] It burns longer. [2]
   - every **day** [2]
   - at night [1]
3. The keeper fills it: [1]

\`\`\`sh
fill oil
\`\`\`

4. The keeper lights it. [1]

## Limitations

- Storms are not covered. The lamp may go out.
`);
    expect(markdown).toContain('## Sources\n\n[a] computed: 9 + 1 = 10 hours [1]\n');
  });

  it('is HTML with the same lists and heads', async () => {
    const { document } = parseHTML(new TextDecoder().decode(await exported('html')));
    const texts = (selector: string) => [...document.querySelectorAll(selector)].map((node) => node.textContent);

    expect(texts('table thead th')).toEqual(['Lamp', 'Hours', 'Wick']);
    expect([...document.querySelectorAll('section ol > li')].map((node) => node.getAttribute('value'))).toEqual([
      '2',
      '3',
      '4',
    ]);
    expect(texts('section ol > li ul > li')).toEqual(['every day [2]', 'at night [1]']);
    expect(texts('section strong')).toEqual(['Wick.', 'day']);
    expect(document.body.textContent).toContain('[a] computed: 9 + 1 = 10 hours');
  });

  it('is PDF and DOCX with its numbers and words in their order', async () => {
    for (const { text } of [await reopenPdf(await exported('pdf')), await reopenDocx(await exported('docx'))]) {
      for (const words of ['LampHoursWick', '2.', 'Wick.Thekeepertrimsit.', 'everyday', '3.', 'filloil', '4.']) {
        expect(squeezed(text)).toContain(squeezed(words));
      }
    }
  });

  it('is blocks for readers', () => {
    const [answer, care] = readReport(published.record).sections;
    const [table, , list, code, rest] = care?.groups[0]?.blocks ?? [];

    expect(answer?.groups[0]?.blocks[0]).toMatchObject({
      form: 'paragraph',
      claims: [
        {
          citations: [1, 2],
          pieces: [
            { text: 'Nine hours', citations: [1] },
            { text: ', and with a trimmed wick more.', citations: [2] },
          ],
        },
        { computation: { mark: 'a', words: 'computed: 9 + 1 = 10 hours' } },
        { computation: { mark: 'a' } },
      ],
    });
    expect(table).toMatchObject({ form: 'table', head: ['Lamp', 'Hours', 'Wick'] });
    expect(list).toMatchObject({
      form: 'list',
      items: [
        {
          number: 2,
          claims: [{ pieces: [{ text: 'Wick.', isBold: true }, {}] }, {}],
          below: [{ number: null }, { number: null }],
        },
        { number: 3, below: [] },
      ],
    });
    expect(code).toMatchObject({ form: 'code' });
    expect(rest).toMatchObject({ form: 'list', items: [{ number: 4 }] });
  });
});

describe('a passage of a report', () => {
  it('has the words bold that were searched for, and is cited at its end', async () => {
    const text = 'The lamp stands on the pier. The harbour lamp burns for nine hours on one filling. It is green.';
    const draft = draftOf({ summary: [{ text, citations: ['t1f1q1'], isPassage: true }], sections: [] });
    const { record } = await publishReport(await mkdtemp(join(tmpdir(), 'passage-')), { engine: 'offline', draft });

    const claims = readReport(record).sections.flatMap(({ groups }) =>
      groups.flatMap(({ blocks }) =>
        blocks.flatMap((block) => (block.form === 'list' ? block.items.flatMap((item) => item.claims) : [])),
      ),
    );

    const pieces = claims[0]?.pieces ?? [];
    expect(pieces.map((piece) => (piece.isBold ? `<${piece.text}>` : piece.text)).join('')).toBe(
      'The <lamp> stands on the pier. The harbour <lamp> <burns> for nine hours on one filling. It is green.',
    );
    expect(pieces.map(({ citations }) => citations.length)).toEqual([...pieces.slice(1).map(() => 0), 1]);
  });
});
