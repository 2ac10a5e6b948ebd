import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Quote } from '@plumbline/contracts/evidence/finding';
import type { ResearchRecord } from '@plumbline/contracts/report/report';
import { createFileBlobStore } from '@plumbline/storage/blobs';
import { S3Error } from '@plumbline/storage/s3';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { verifyRecord, withFiles } from '../../../../test/support/builders/stored-records.ts';
import {
  createTestActivities,
  research,
  type TestActivities,
} from '../../../../test/support/builders/test-activities.ts';

type Editable<Value> = Value extends object ? { -readonly [Key in keyof Value]: Editable<Value[Key]> } : Value;

let world: TestActivities;
let recordPath: string;
let markdownPath: string;
let untouched: { readonly record: string; readonly markdown: string };

beforeAll(async () => {
  world = await createTestActivities();
  const input = await research(world, 'How long does the harbour lamp burn, and where are wicks stored?');
  ({ recordPath, reportPath: markdownPath } = await withFiles(
    world.corpus.home,
    world.activities.publishReport(input),
  ));
  untouched = { record: await readFile(recordPath, 'utf8'), markdown: await readFile(markdownPath, 'utf8') };
});

beforeEach(async () => {
  await writeFile(recordPath, untouched.record);
  await writeFile(markdownPath, untouched.markdown);
});

afterAll(async () => {
  await world.dispose();
});

const verify = (path = recordPath) => verifyRecord({ path, blobs: createFileBlobStore(world.corpus.home) });

async function problemsAfter(change: (record: Editable<ResearchRecord>) => void): Promise<readonly string[]> {
  const record = JSON.parse(untouched.record) as Editable<ResearchRecord>;
  change(record);
  await writeFile(recordPath, JSON.stringify(record));
  return (await verify()).problems;
}

function first<Value>(values: readonly Value[]): Value {
  const [value] = values;
  if (value === undefined) throw new Error('the report under test has one');
  return value;
}

function otherLetter(text: string, index = 5): string {
  return `${text.slice(0, index)}${text[index] === 'x' ? 'y' : 'x'}${text.slice(index + 1)}`;
}

const citedQuote = (record: Editable<ResearchRecord>): Editable<Quote> => {
  const { key } = first(record.report.citations).quote;
  return first(record.findings.flatMap(({ quotes }) => quotes).filter((quote) => quote.key === key));
};

function moveToOtherText(record: Editable<ResearchRecord>): void {
  const quote = citedQuote(record);
  quote.textHash = first(record.sources.filter(({ sourceId }) => sourceId !== quote.sourceId)).text.sha256;
}

describe('verifyRecord', () => {
  it('checks what does not depend on rules where older ones wrote the report', async () => {
    const older = { ...(JSON.parse(untouched.record) as ResearchRecord), rulesVersion: 1 };
    const markdown = older.report.markdown.replace('- Engine:', '- The engine:');
    const written = { ...older, report: { ...older.report, markdown } };
    await writeFile(recordPath, JSON.stringify(written));
    await writeFile(markdownPath, markdown);

    const { problems, unchecked } = await verify();

    expect(problems).toEqual([]);
    expect(unchecked[0]).toContain('other rules wrote the report');
  });

  it('finds nothing wrong with a published report, and counts what it checked', async () => {
    const { problems, quotes, citations, claims } = await verify();

    expect(problems).toEqual([]);
    expect(citations).toBeGreaterThanOrEqual(2);
    expect(claims).toBeGreaterThanOrEqual(2);
    expect(quotes).toBeGreaterThan(citations);
  });

  it.each<[string, (record: Editable<ResearchRecord>) => void]>([
    ['a letter of a quote', (record) => void (citedQuote(record).text = otherLetter(citedQuote(record).text))],
    ['a letter of a citation', ({ report }) => void (first(report.citations).quote.text += '.')],
    [
      'a letter of an answer',
      ({ report }) => void (first(report.summary).text = otherLetter(first(report.summary).text)),
    ],
    ['the offset of a quote', (record) => void (citedQuote(record).start += 1)],
    ['an offset beyond the text', (record) => void (citedQuote(record).end += 1_000_000)],
    ['the text of a quote to one that is missing', (record) => void (citedQuote(record).textHash = 'f'.repeat(64))],
    ['the text of a quote to one of another document', moveToOtherText],
    [
      'the source of a quote in a summary',
      ({ taskSummaries }) => void (first(first(taskSummaries).quotes).sourceId = 'x'),
    ],
    ['the source of a quote', (record) => void (citedQuote(record).sourceId = 'nowhere')],
    ['the page of a quote', (record) => void (citedQuote(record).page = 3)],
    ['the file of a finding', ({ findings }) => void (first(findings).locator = 'other.md')],
    ['a citation key', ({ report }) => void (first(report.summary).citations = ['t9f9q9'])],
    ['a claim without a citation', ({ report }) => void (first(report.summary).citations = [])],
    ['a citation number', ({ report }) => void (first(report.citations).number = 7)],
    ['the title of a citation', ({ report }) => void (first(report.citations).title += '!')],
    ['a letter of the Markdown', ({ report }) => void (report.markdown = otherLetter(report.markdown, 40))],
    ['a quote in a task summary', ({ taskSummaries }) => void (first(first(taskSummaries).quotes).start += 2)],
    ['the question', ({ anchor }) => void (anchor.originalQuestion += ' And why?')],
    ['the hash of a stored text', ({ sources }) => void (first(sources).text.sha256 = 'f'.repeat(64))],
  ])('reports a change of %s', async (_, change) => {
    expect(await problemsAfter(change)).not.toEqual([]);
  });

  it('does not blame the report when a bucket is away', async () => {
    const away = new S3Error('s3://texts cannot be reached', { status: 503, isTransient: true });
    const blobs = { getText: () => Promise.reject(away) };

    await expect(verifyRecord({ path: recordPath, blobs })).rejects.toBe(away);
  });

  it('reports a changed and a missing report.md', async () => {
    await writeFile(markdownPath, otherLetter(untouched.markdown, untouched.markdown.length - 10));
    expect((await verify()).problems.join()).toContain('differs from the Markdown in the record');

    await rm(markdownPath);
    expect((await verify()).problems.join()).toContain('cannot be read');
  });

  it('rejects a record with a missing part, and names the part', async () => {
    const { skippedFiles, ...rest } = JSON.parse(untouched.record);
    expect(skippedFiles).toBeDefined();
    await writeFile(recordPath, JSON.stringify({ ...rest, plan: 7 }));

    const [problem, ...others] = (await verify()).problems;

    expect(problem).toContain('the record is damaged at plan, skippedFiles');
    expect(others).toEqual([]);
  });

  it.each([
    ['is no JSON', 'not json', /it is not JSON/],
    ['is empty', '', /it is not JSON/],
    ['is something else', '{"a": 1}', /it is not a report record$/],
    ['holds nothing', '{}', /it is not a report record$/],
    ['is a list', '[]', /it is not a report record$/],
    ['is of another version', '{"schemaVersion": 99, "researchId": "r"}', /it has schema version 99/],
  ])('says clearly that a file %s', async (_, content, message) => {
    await writeFile(recordPath, content);

    await expect(verify()).rejects.toThrow(message);
  });
});

describe('verifyRecord of a missing file', () => {
  it('says clearly that it cannot be read', async () => {
    await expect(verify(join(world.corpus.folder, 'report.json'))).rejects.toThrow(/the file cannot be read/);
  });
});

describe('publishReport', () => {
  it('writes the same files when it is tried again', async () => {
    const input = await research(world, 'How long does the harbour lamp burn, and where are wicks stored?');
    await world.activities.publishReport(input);

    expect(await readFile(recordPath, 'utf8')).toBe(untouched.record);
    expect(await readFile(markdownPath, 'utf8')).toBe(untouched.markdown);
  });
});
