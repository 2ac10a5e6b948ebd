import { exportPartialReport } from '@plumbline/exports/report-export';
import type { CheckedPartialReport } from '@plumbline/report/partial-report';
import { describe, expect, it } from 'vitest';
import { reopenDocx, reopenHtml, reopenPdf, squeezed } from '../../../../test/support/builders/reopened-exports.ts';
import { findingOf } from '../../../../test/support/builders/research-fixtures.ts';

const NINE = 'The harbour lamp burns for nine hours on one filling.';

function partialOf(language: string | null): CheckedPartialReport {
  return {
    report: {
      researchId: 'research-lamp',
      question: 'How long does the lamp burn?',
      stage: 'researching',
      asOf: '2026-01-02T03:04:05.000Z',
      language,
      taskCoverage: 50,
      tasks: [{ taskId: 't1', text: 'Find the burning time', isDone: false }],
      findings: [findingOf('t1f1', NINE)],
      findingCount: 3,
      gaps: [],
    },
    quotesChecked: 2,
    quotesRejected: 1,
    markdown: '# How long does the lamp burn?',
  };
}

describe('the export of a run under way', () => {
  it.each([
    { format: 'html' as const, reopen: reopenHtml },
    { format: 'pdf' as const, reopen: reopenPdf },
    { format: 'docx' as const, reopen: reopenDocx },
  ])('says in $format that it is partial, and holds what is confirmed', async ({ format, reopen }) => {
    const { text, quotations } = await reopen((await exportPartialReport(partialOf('en'), format)).bytes);

    expect(squeezed(text)).toContain(
      squeezed('Partial report as of 2026-01-02T03:04:05.000Z: the run is researching.'),
    );
    expect(squeezed(text)).toContain(squeezed('findings: 1 / 3'));
    expect(squeezed(text)).toContain(squeezed('Find the burning time'));
    expect(squeezed(quotations.get(1) ?? '')).toContain(squeezed(NINE));
  });

  it('says so in the language of the report', async () => {
    const { text } = reopenHtml((await exportPartialReport(partialOf('de'), 'html')).bytes);

    expect(text).toContain('Zwischenbericht, Stand');
  });

  it.each([null, 'fr'])('says so in English where the language is %s', async (language) => {
    const { text } = reopenHtml((await exportPartialReport(partialOf(language), 'html')).bytes);

    expect(text).toContain('Partial report as of');
  });

  it('is marked for programs, too', async () => {
    const read = async (format: 'json' | 'bibtex' | 'csl-json'): Promise<string> =>
      new TextDecoder().decode((await exportPartialReport(partialOf('en'), format)).bytes);

    expect(JSON.parse(await read('json'))).toMatchObject({ partial: true, quotesRejected: 1 });
    expect(await read('bibtex')).toContain('Partial report');
    expect(await read('csl-json')).toContain('Partial report');
  });
});
