import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LedgerEntry } from '@plumbline/contracts/common/metering';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { renderFigureTable } from '../../../bench/judged/figure-table.ts';
import { keepReport, readKeptReport } from '../../../bench/judged/kept-reports.ts';
import { measureReport, measureSecond } from '../../../bench/judged/measured-report.ts';
import { type JudgedQuestion, readJudgedQuestions } from '../../../bench/judged/questions.ts';
import { measureRecord, parseRecord } from '../../../bench/judged/record-figures.ts';
import { ANSWER, recordOf, ruleFinding } from '../bench/measured-report.ts';
import { FOREIGN_REPORT, OWN_REPORT } from './reports.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'judged-'));
});
afterEach(() => rm(folder, { recursive: true }));

const RUN = { researchId: 'lamp', hasEnded: true, failure: null, seconds: 12, chain: 7, kills: 1 };

const entryOf = (changes: Partial<LedgerEntry>): LedgerEntry => ({
  kind: 'model',
  name: 'synthesize-report',
  model: 'large',
  requests: 3,
  lost: 0,
  reused: 1,
  promptTokens: 900,
  completionTokens: 100,
  money: null,
  ...changes,
});

function runRecord() {
  const record = recordOf([ruleFinding('t1f1', ANSWER)]);
  const refused = [
    { text: 'One.', reason: 'no', outcome: 'mended' as const, replacement: 'Two.' },
    { text: 'Three.', reason: 'no', outcome: 'left-out' as const },
  ];
  return {
    ...record,
    ledger: { entries: [entryOf({}), entryOf({ kind: 'search', requests: 9 })], reusedFrom: [] },
    report: { ...record.report, quality: { ...record.report.quality, refused } },
  };
}

describe('figures of a record', () => {
  it('count calls and tokens of models only, and what became of refused statements', () => {
    const record = parseRecord(JSON.stringify(runRecord()));

    expect(record === null ? null : measureRecord(record)).toMatchObject({
      modelCalls: 4,
      promptTokens: 900,
      completionTokens: 100,
      refused: 2,
      mended: 1,
      leftOut: 1,
    });
  });

  it('need a record', () => {
    expect(parseRecord('{}')).toBeNull();
    expect(parseRecord('no JSON')).toBeNull();
  });
});

describe('kept reports', () => {
  const asked = { id: 'lamp', language: 'en', question: 'How long?', length: 'full' } as const;

  it('are kept with record and run, and read again', async () => {
    const [report, record] = [join(folder, 'r.md'), join(folder, 'r.json')];
    await writeFile(report, OWN_REPORT);
    await writeFile(record, JSON.stringify(runRecord()));
    await keepReport(join(folder, 'out'), 'lamp', { run: RUN, published: { report, record } });
    const kept = await readKeptReport(join(folder, 'out'), 'lamp');

    expect(kept).toMatchObject({ markdown: OWN_REPORT, run: RUN });
    const ours = kept === null ? null : await measureReport(kept, { ...asked, corpus: folder });
    expect(ours?.figures).toMatchObject({ run: { chain: 7 }, record: { modelCalls: 4 }, text: { sources: 1 } });
    const table = renderFigureTable([{ id: 'lamp', ours, second: null }]);
    expect(table).toMatch(/run ended +\| yes/u);
    expect(table).toMatch(/model calls +\| 4/u);
  });

  it('of a run without a report only say how it ended', async () => {
    const run = { ...RUN, hasEnded: false, failure: 'no model', chain: null };
    await keepReport(folder, 'lamp', { run, published: null });

    expect(await readKeptReport(folder, 'lamp')).toEqual({ markdown: '', record: null, run });
    expect(await readKeptReport(folder, 'wick')).toBeNull();
    await keepReport(folder, 'lamp', { run: { ...run, kills: 0 }, published: null });
    expect((await readKeptReport(folder, 'lamp'))?.run?.kills).toBe(1);
  });

  it('may be single files, and a second report is one', async () => {
    await writeFile(join(folder, 'lamp.md'), FOREIGN_REPORT);

    expect(await readKeptReport(folder, 'lamp')).toMatchObject({ markdown: FOREIGN_REPORT, record: null, run: null });
    const question: JudgedQuestion = { ...asked, corpus: folder };
    const second = await measureSecond({ ...question, second: join(folder, 'lamp.md') });
    expect(second?.figures).toMatchObject({ record: null, run: null, text: { sources: 4 } });
    expect(await measureSecond({ ...question, second: join(folder, 'missing.md') })).toBeNull();
    expect(await measureSecond(question)).toBeNull();
  });
});

describe('questions', () => {
  const line = (changes: object): string =>
    JSON.stringify({ id: 'lamp', corpus: 'docs', language: 'en', question: 'How long?', length: 'full', ...changes });
  const write = (...lines: readonly string[]) => writeFile(join(folder, 'questions.jsonl'), lines.join('\n'));
  beforeEach(() => mkdir(join(folder, 'docs')));

  it('have paths relative to their folder', async () => {
    await write(line({ second: 'second/lamp.md' }), line({ id: 'wick', corpus: folder }));

    expect(await readJudgedQuestions(folder, null)).toMatchObject([
      { corpus: join(folder, 'docs'), second: join(folder, 'second/lamp.md') },
      { corpus: folder },
    ]);
    expect(await readJudgedQuestions(folder, ['wick'])).toHaveLength(1);
  });

  it('are refused where an id is twice, unknown, or the documents are missing', async () => {
    await write(line({}), line({}));
    await expect(readJudgedQuestions(folder, null)).rejects.toThrow('"lamp" stands on an earlier line too');
    await write(line({ corpus: 'elsewhere' }));
    await expect(readJudgedQuestions(folder, null)).rejects.toThrow('there is no folder');
    await write(line({}));
    await expect(readJudgedQuestions(folder, ['oil'])).rejects.toThrow('there is no question oil');
  });
});
