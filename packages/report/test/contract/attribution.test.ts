import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ResearchRecord } from '@plumbline/contracts/report/report';
import { traceClaims } from '@plumbline/quotes/attribution';
import { createStoredTexts } from '@plumbline/quotes/stored-quotes';
import { parseRecord, readReportFile } from '@plumbline/report/record-reading';
import { createFileBlobStore } from '@plumbline/storage/blobs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../test/support/builders/corpus-fixtures.ts';
import { type PublishedReport, publishReport } from '../../../../test/support/builders/published-report.ts';
import { verifyRecord } from '../../../../test/support/builders/stored-records.ts';

type Editable<Value> = Value extends object ? { -readonly [Key in keyof Value]: Editable<Value[Key]> } : Value;
type Edit = (record: Editable<ResearchRecord>) => void;

let home: Awaited<ReturnType<typeof temporaryFolder>>;
let published: PublishedReport;

beforeEach(async () => {
  home = await temporaryFolder();
  published = await publishReport(home.path);
});

afterEach(() => home.dispose());

const trace = (record: ResearchRecord = published.record) =>
  traceClaims(record, createStoredTexts(createFileBlobStore(home.path)));

const verify = () => verifyRecord({ path: published.recordPath, blobs: createFileBlobStore(home.path) });

function edited(edit: Edit): ResearchRecord {
  const copy = structuredClone(published.record) as Editable<ResearchRecord>;
  edit(copy);
  return copy;
}

function first<Value>(values: readonly Value[]): Value {
  const [value] = values;
  if (value === undefined) throw new Error('the report under test has one');
  return value;
}

describe('traceClaims', () => {
  it('walks from a claim over finding, task, passage and source to the stored words', async () => {
    const claim = first(await trace());

    expect(claim).toMatchObject({ number: 1, part: 'answer', isTraceable: true });
    const { textHash } = published;
    expect(first(claim.attributions)).toMatchObject({
      key: 't1f1q1',
      number: 1,
      finding: { contextTier: 1, weight: 1, depth: 0, origin: 'search', passageSpan: { textHash } },
      taskText: 'How long does the harbour lamp burn?',
      source: { locator: 'lamp.md', contentHash: 'c'.repeat(64) },
      stored: { isFound: true, isEqual: true, words: 'The harbour lamp burns for nine hours on one filling.' },
      fault: null,
    });
  });

  it('numbers the claims in the order of the report, and accepts a limitation without a citation', async () => {
    expect((await trace()).map(({ number, part, isTraceable }) => [number, part, isTraceable])).toEqual([
      [1, 'answer', true],
      [2, 'key finding', true],
      [3, 'limitation', true],
    ]);
  });

  it.each<[string, Edit, RegExp]>([
    [
      'an unknown key',
      ({ report }) => void (first(report.summary).citations = ['t9f9q9']),
      /unknown citation key t9f9q9/,
    ],
    ['an unknown task', ({ findings }) => void (first(findings).taskId = 't9'), /unknown task t9/],
    ['an unknown source', ({ findings }) => void (first(findings).sourceId = 's9'), /unknown source s9/],
    ['another passage', ({ findings }) => void (first(findings).passageSpan.start += 1), /not from the passage/],
    ['other words', ({ findings }) => void (first(first(findings).quotes).text += ' Ever.'), /reads differently/],
    [
      'no stored text',
      ({ findings }) => void (first(first(findings).quotes).textHash = 'f'.repeat(64)),
      /passage|missing/,
    ],
  ])('stops at %s', async (_, edit, fault) => {
    const claim = first(await trace(edited(edit)));

    expect(claim.isTraceable).toBe(false);
    expect(first(claim.attributions).fault).toMatch(fault);
  });

  it('has nothing to trace for a claim without a citation', async () => {
    const claim = first(await trace(edited(({ report }) => void (first(report.summary).citations = []))));

    expect(claim).toMatchObject({ isTraceable: false, attributions: [] });
  });

  it('follows a finding of the clarification, which belongs to no task', async () => {
    const record = edited(({ findings }) => {
      first(findings).taskId = 'clarification';
      first(findings).origin = 'clarification';
    });

    expect(first(await trace(record))).toMatchObject({ isTraceable: true, attributions: [{ taskText: null }] });
  });

  it('says that the stored text is missing', async () => {
    const { textHash } = published;
    await rm(join(home.path, 'blobs', textHash.slice(0, 2), textHash));
    const { attributions, isTraceable } = first(await trace());

    expect(isTraceable).toBe(false);
    expect(first(attributions)).toMatchObject({
      stored: { isFound: false, words: null },
      fault: expect.stringContaining('missing'),
    });
  });
});

describe('verifyRecord of a graded report', () => {
  it('finds nothing wrong with a limitation that has no citation', async () => {
    expect(await verify()).toMatchObject({ problems: [], claims: 3, citations: 2 });
  });

  it.each<[string, Edit]>([
    ['a key finding without a citation', ({ report }) => void (first(report.keyFindings).citations = [])],
    ['an overview that is no quote', ({ report }) => void report.overview.push({ text: 'So.', citations: ['t1f1q1'] })],
    ['a conflict without citations', ({ report }) => void report.conflicts.push([{ text: 'No.', citations: [] }])],
    ['an unknown key of a limitation', ({ report }) => void (first(report.limitations).citations = ['t9f9q9'])],
    ['a quote outside its passage', ({ findings }) => void (first(findings).passageSpan.end -= 1)],
    ['a passage beyond its text', ({ findings }) => void (first(findings).passageSpan.end = 1_000_000)],
  ])('reports %s', async (_, edit) => {
    await writeFile(published.recordPath, JSON.stringify(edited(edit)));

    expect((await verify()).problems).not.toEqual([]);
  });
});

describe('readRecord', () => {
  it('says that it cannot check the record of another version', async () => {
    const record: object = JSON.parse(await readFile(published.recordPath, 'utf8'));
    await writeFile(published.recordPath, JSON.stringify({ ...record, schemaVersion: 99 }));

    await expect(readReportFile(published.recordPath).then(parseRecord)).rejects.toThrow(
      /it has schema version 99, .* checks version 1 only/,
    );
  });
});
