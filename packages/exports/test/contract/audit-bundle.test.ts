import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ResearchRecord } from '@plumbline/contracts/report/report';
import { verifyBundle } from '@plumbline/exports/bundles';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BundleWorld, createBundleWorld } from '../../../../test/support/builders/bundle-world.ts';
import { bundleOf, filesIn } from '../../../../test/support/builders/bundles.ts';
import { withFiles } from '../../../../test/support/builders/stored-records.ts';
import { createTestActivities, research } from '../../../../test/support/builders/test-activities.ts';
import { quotationsSchema } from '../../bundles/bundle-format.ts';

let bundles: BundleWorld;

beforeAll(async () => {
  bundles = await createBundleWorld();
});

afterAll(() => bundles.dispose());

describe('an audit bundle', () => {
  it('has no problems, and says what it holds', async () => {
    const { problems, manifest, files, ...counts } = await verifyBundle(bundles.path);

    expect(problems).toEqual([]);
    expect(manifest).toMatchObject({ createdAt: '2026-01-03T00:00:00.000Z', originalsMissing: [] });
    expect(files).toBe((await filesIn(bundles.path)).size);
    expect(counts.claims).toBeGreaterThanOrEqual(2);
    expect(counts.quotes).toBeGreaterThan(counts.citations);
  });

  it('is the same, byte for byte, when it is written again', async () => {
    await bundleOf(bundles.stored, bundles.inFolder('again.zip'));

    expect((await readFile(bundles.inFolder('again.zip'))).equals(await readFile(bundles.path))).toBe(true);
  });

  it('still verifies when store and folder have gone', async () => {
    const other = await createTestActivities();
    const { recordPath, reportPath } = await withFiles(
      other.corpus.home,
      other.activities.publishReport(await research(other, 'When is the wick trimmed?')),
    );
    await bundleOf({ home: other.corpus.home, recordPath, reportPath }, bundles.inFolder('orphan.zip'));
    await other.dispose();

    expect((await verifyBundle(bundles.inFolder('orphan.zip'))).problems).toEqual([]);
  });

  it('has the words of each quotation at its bytes, as standard tools read them', async () => {
    const files = await filesIn(bundles.path);
    const { quotations } = quotationsSchema.parse(JSON.parse(String(files.get('quotations.json'))));
    const apart = quotations.filter(({ bytes, utf16 }) => bytes.offset !== utf16.start);

    for (const { file, bytes, text } of quotations) {
      expect(
        files
          .get(file)
          ?.subarray(bytes.offset, bytes.offset + bytes.length)
          .toString(),
      ).toBe(text);
    }
    expect(apart.length).toBeGreaterThan(0);
  });

  it('passes `sha256sum --check` of its own list', async () => {
    const unpacked = await mkdtemp(bundles.inFolder('unpacked-'));
    for (const [path, bytes] of await filesIn(bundles.path)) {
      await promisify(execFile)('mkdir', ['-p', join(unpacked, path, '..')]);
      await writeFile(join(unpacked, path), bytes);
    }

    const { stdout } = await promisify(execFile)('sha256sum', ['--check', 'SHA256SUMS'], { cwd: unpacked });

    expect(
      stdout
        .trimEnd()
        .split('\n')
        .every((line) => line.endsWith(': OK')),
    ).toBe(true);
  });

  it('has each document as its own bytes, and of a PDF also the text layer', async () => {
    const names = [...(await filesIn(bundles.path)).keys()];
    const record = JSON.parse(await readFile(bundles.stored.recordPath, 'utf8')) as ResearchRecord;
    const pdf = record.sources.find(({ locator }) => locator === 'keeper.pdf');

    for (const { contentHash } of record.sources)
      expect(names.filter((name) => name.startsWith(`sources/originals/${contentHash}`))).toHaveLength(1);
    expect(names).toContain(`sources/originals/${pdf?.contentHash}.pdf`);
    expect(names).toContain(`sources/layers/${pdf?.textLayer?.sha256}.json`);
  });

  it('takes no document from outside the folders of the run', async () => {
    const secret = Buffer.from('a secret that stands beside the folder');
    await writeFile(join(bundles.world.corpus.folder, '..', 'secret.md'), secret);
    const record = JSON.parse(await readFile(bundles.stored.recordPath, 'utf8')) as ResearchRecord;
    const contentHash = createHash('sha256').update(secret).digest('hex');
    const sources = record.sources.map((source) => ({ ...source, locator: '../secret.md', contentHash }));
    await bundleOf(bundles.stored, bundles.inFolder('outside.zip'), { record: JSON.stringify({ ...record, sources }) });
    await rm(join(bundles.world.corpus.folder, '..', 'secret.md'));

    expect([...(await filesIn(bundles.inFolder('outside.zip'))).keys()].join()).not.toContain(contentHash);
  });

  it('says of a document that has changed that only its text is there', async () => {
    const changed = await createTestActivities();
    const published = await withFiles(
      changed.corpus.home,
      changed.activities.publishReport(await research(changed, 'How long does the harbour lamp burn?')),
    );
    const recorded = JSON.parse(await readFile(published.recordPath, 'utf8')) as { sources: { contentHash: string }[] };
    for (const source of recorded.sources) source.contentHash = 'e'.repeat(64);
    await bundleOf({ home: changed.corpus.home, ...published }, bundles.inFolder('other.zip'), {
      record: JSON.stringify(recorded),
    });
    const { manifest } = await verifyBundle(bundles.inFolder('other.zip'));
    await changed.dispose();

    expect(manifest?.originalsMissing[0]?.reason).toBe('its file has changed since it was read');
    expect([...(await filesIn(bundles.inFolder('other.zip'))).keys()].join()).not.toContain('originals/');
  });

  it('leaves the documents out where that is wanted, and says so', async () => {
    await bundleOf(bundles.stored, bundles.inFolder('texts.zip'), { withOriginals: false });
    const { problems, manifest } = await verifyBundle(bundles.inFolder('texts.zip'));

    expect(problems).toEqual([]);
    expect(manifest?.originalsMissing.length).toBeGreaterThan(0);
  });

  it('cannot be made when a text that the report cites is gone', async () => {
    const blobs = {
      getBytes: () => Promise.reject(new Error('gone')),
      getText: () => Promise.reject(new Error('gone')),
    };

    await expect(bundleOf(bundles.stored, bundles.inFolder('none.zip'), { blobs })).rejects.toThrow('gone');
  });

  it('without a history has the reason for it', async () => {
    await bundleOf(bundles.stored, bundles.inFolder('short.zip'), {
      history: { reason: 'no Temporal server was running' },
    });

    expect((await verifyBundle(bundles.inFolder('short.zip'))).manifest?.history).toEqual({
      included: false,
      reason: 'no Temporal server was running',
    });
  });
});
