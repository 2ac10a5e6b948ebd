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
