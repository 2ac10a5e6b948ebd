import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { verifyRecord } from '../../activities/records/record-verification.ts';
import { renderRecord } from '../../activities/records/report-record.ts';
import { createFileBlobStore } from '../../activities/stores/file-blob-store.ts';
import { publishReport } from '../support/published-report.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'earlier-'));
});
afterEach(() => rmSync(home, { recursive: true }));

describe('a report of a version that did not account for its retrieval', () => {
  it('verifies as it was rendered then, but not with a word changed', async () => {
    const { record, recordPath } = await publishReport(home);
    const problemsOf = async (markdown: string) => {
      writeFileSync(recordPath, JSON.stringify({ ...record, report: { ...record.report, markdown } }));
      writeFileSync(join(dirname(recordPath), 'report.md'), markdown);
      return (await verifyRecord({ path: recordPath, blobs: createFileBlobStore(home) })).problems;
    };
    const { markdown } = renderRecord(record, 'earlier');

    expect(record.report.markdown).toContain('- Retrieval: ');
    expect(markdown).not.toContain('Retrieval: ');
    expect(await problemsOf(markdown)).toEqual([]);
    expect(await problemsOf(markdown.replace('nine', 'ten'))).toEqual([
      'the Markdown in the record is not what its content renders to',
    ]);
  });
});

describe('a report of a version that did not tell of a model that was of no use', () => {
  it('verifies as it was rendered then, and as it is rendered now', async () => {
    const usage = { searches: 1, pages: 3, modelCalls: 28, modelTokens: 900, money: 0 };
    const { record, recordPath } = await publishReport(home, { usage });
    const { markdown } = renderRecord(record, 'recent');
    const verify = () => verifyRecord({ path: recordPath, blobs: createFileBlobStore(home) });
    const now = await verify();
    writeFileSync(recordPath, JSON.stringify({ ...record, report: { ...record.report, markdown } }));
    writeFileSync(join(dirname(recordPath), 'report.md'), markdown);

    expect(record.report.markdown).toContain('a model was asked 28 times and gave nothing usable.');
    expect(markdown).toContain('no model was used.');
    expect(now.problems).toEqual([]);
    expect((await verify()).problems).toEqual([]);
  });

  it('counts requests that brought no answer at all, which only the ledger knows', async () => {
    const { record } = await publishReport(home);
    const lost = { kind: 'model' as const, name: 'plan-research', model: 'm1', requests: 3, lost: 3, reused: 0 };
    const entries = [{ ...lost, promptTokens: 9, completionTokens: 0, money: null }];
    const ledger = { entries, reusedFrom: [] };

    expect(renderRecord({ ...record, ledger }).markdown).toContain(
      'a model was asked 3 times and gave nothing usable.',
    );
    const stats = { ...record.report.stats, engine: 'model' as const };
    const written = renderRecord({ ...record, ledger, report: { ...record.report, stats } }).markdown;
    expect(written).not.toContain('nothing usable');
  });
});
