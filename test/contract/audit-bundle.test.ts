import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { quotationsSchema } from '../../activities/bundles/bundle-format.ts';
import { verifyBundle } from '../../activities/bundles/bundle-verification.ts';
import type { ResearchRecord } from '../../workflows/contracts/report.ts';
import { bundleOf, filesIn, rehash, type StoredReport, writeArchive } from '../support/builders/bundles.ts';
import { pdfWithPages } from '../support/builders/corpus-fixtures.ts';
import {
  createTestActivities,
  HARBOUR_FILES,
  research,
  type TestActivities,
} from '../support/builders/test-activities.ts';

let world: TestActivities;
let folder: string;
let stored: StoredReport;
let bundle: string;

beforeAll(async () => {
  world = await createTestActivities(undefined, {
    ...HARBOUR_FILES,
    'keeper.pdf': pdfWithPages(['The keeper of the harbour lamp earns forty thalers in each year of service.']),
  });
  folder = await mkdtemp(join(tmpdir(), 'audit-bundle-'));
  const question =
    'How long does the harbour lamp burn, what does the keeper of the harbour lamp earn, and was zahlt, wer die Laterne brennen lässt?';
  const published = await world.activities.publishReport(await research(world, question));
  stored = { home: world.corpus.home, ...published };
  bundle = join(folder, 'bundle.zip');
  await bundleOf(stored, bundle);
});

afterAll(async () => {
  await world.dispose();
  await rm(folder, { recursive: true });
});

const inFolder = (name: string) => join(folder, name);

/** Problems of the bundle after a change of its files. */
async function problemsAfter(
  change: (files: Map<string, Buffer>) => void,
  name = 'changed.zip',
): Promise<readonly string[]> {
  const files = await filesIn(bundle);
  change(files);
  await writeArchive(files, inFolder(name));
  return (await verifyBundle(inFolder(name))).problems;
}

function edit(files: Map<string, Buffer>, path: string, change: (text: string) => string): void {
  const text = String(files.get(path));
  expect(change(text)).not.toBe(text);
  files.set(path, Buffer.from(change(text)));
}

describe('an audit bundle', () => {
  it('has no problems, and says what it holds', async () => {
    const { problems, manifest, files, ...counts } = await verifyBundle(bundle);

    expect(problems).toEqual([]);
    expect(manifest).toMatchObject({ createdAt: '2026-01-03T00:00:00.000Z', originalsMissing: [] });
    expect(files).toBe((await filesIn(bundle)).size);
    expect(counts.claims).toBeGreaterThanOrEqual(2);
    expect(counts.quotes).toBeGreaterThan(counts.citations);
  });

  it('is the same, byte for byte, when it is written again', async () => {
    await bundleOf(stored, inFolder('again.zip'));

    expect((await readFile(inFolder('again.zip'))).equals(await readFile(bundle))).toBe(true);
  });

  it('still verifies when store and folder have gone', async () => {
    const other = await createTestActivities();
    const { recordPath, reportPath } = await other.activities.publishReport(
      await research(other, 'When is the wick trimmed?'),
    );
    await bundleOf({ home: other.corpus.home, recordPath, reportPath }, inFolder('orphan.zip'));
    await other.dispose();

    expect((await verifyBundle(inFolder('orphan.zip'))).problems).toEqual([]);
  });

  it('has the words of each quotation at its bytes, as standard tools read them', async () => {
    const files = await filesIn(bundle);
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
    const unpacked = await mkdtemp(inFolder('unpacked-'));
    for (const [path, bytes] of await filesIn(bundle)) {
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
    const names = [...(await filesIn(bundle)).keys()];
    const record = JSON.parse(await readFile(stored.recordPath, 'utf8')) as ResearchRecord;
    const pdf = record.sources.find(({ locator }) => locator === 'keeper.pdf');

    for (const { contentHash } of record.sources)
      expect(names.filter((name) => name.startsWith(`sources/originals/${contentHash}`))).toHaveLength(1);
    expect(names).toContain(`sources/originals/${pdf?.contentHash}.pdf`);
    expect(names).toContain(`sources/layers/${pdf?.textLayer?.sha256}.json`);
  });

  it('takes no document from outside the folders of the run', async () => {
    const secret = Buffer.from('a secret that stands beside the folder');
    await writeFile(join(world.corpus.folder, '..', 'secret.md'), secret);
    const record = JSON.parse(await readFile(stored.recordPath, 'utf8')) as ResearchRecord;
    const contentHash = createHash('sha256').update(secret).digest('hex');
    const sources = record.sources.map((source) => ({ ...source, locator: '../secret.md', contentHash }));
    await bundleOf(stored, inFolder('outside.zip'), { record: JSON.stringify({ ...record, sources }) });
    await rm(join(world.corpus.folder, '..', 'secret.md'));

    expect([...(await filesIn(inFolder('outside.zip'))).keys()].join()).not.toContain(contentHash);
  });

  it('says of a document that has changed that only its text is there', async () => {
    const changed = await createTestActivities();
    const published = await changed.activities.publishReport(
      await research(changed, 'How long does the harbour lamp burn?'),
    );
    const recorded = JSON.parse(await readFile(published.recordPath, 'utf8')) as { sources: { contentHash: string }[] };
    for (const source of recorded.sources) source.contentHash = 'e'.repeat(64);
    await bundleOf({ home: changed.corpus.home, ...published }, inFolder('other.zip'), {
      record: JSON.stringify(recorded),
    });
    const { manifest } = await verifyBundle(inFolder('other.zip'));
    await changed.dispose();

    expect(manifest?.originalsMissing[0]?.reason).toBe('its file has changed since it was read');
    expect([...(await filesIn(inFolder('other.zip'))).keys()].join()).not.toContain('originals/');
  });

  it('leaves the documents out where that is wanted, and says so', async () => {
    await bundleOf(stored, inFolder('texts.zip'), { withOriginals: false });
    const { problems, manifest } = await verifyBundle(inFolder('texts.zip'));

    expect(problems).toEqual([]);
    expect(manifest?.originalsMissing.length).toBeGreaterThan(0);
  });

  it('cannot be made when a text that the report rests on is gone', async () => {
    const blobs = {
      getBytes: () => Promise.reject(new Error('gone')),
      getText: () => Promise.reject(new Error('gone')),
    };

    await expect(bundleOf(stored, inFolder('none.zip'), { blobs })).rejects.toThrow();
  });

  it('without a history has the reason for it', async () => {
    await bundleOf(stored, inFolder('short.zip'), { history: { reason: 'no Temporal server was running' } });

    expect((await verifyBundle(inFolder('short.zip'))).manifest?.history).toEqual({
      included: false,
      reason: 'no Temporal server was running',
    });
  });
});

describe('a changed audit bundle', () => {
  it('is found by one byte in any of its files, and the file is named', async () => {
    const paths = [...(await filesIn(bundle)).keys()];
    expect(paths.length).toBeGreaterThan(10);
    for (const path of paths) {
      for (const place of [0, 0.5, 1]) {
        const problems = await problemsAfter((files) => {
          const bytes = Buffer.from(files.get(path) ?? '');
          const at = Math.round((bytes.length - 1) * place);
          bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
          files.set(path, bytes);
        });
        expect(problems.join(), `${path} at ${place}`).toContain(path);
      }
    }
  });

  it('is found by one byte anywhere in the archive', async () => {
    const bytes = await readFile(bundle);
    const path = inFolder('flipped.zip');
    const unseen: number[] = [];
    // Each 97th byte, and all of the directory's last part.
    const places = Array.from({ length: bytes.length }, (_, at) => at).filter(
      (at) => at % 97 === 0 || at > bytes.length - 200,
    );
    for (const at of places) {
      const flipped = Buffer.from(bytes);
      flipped.writeUInt8(flipped.readUInt8(at) ^ 4, at);
      await writeFile(path, flipped);
      if ((await verifyBundle(path)).problems.length === 0) unseen.push(at);
    }

    expect(unseen).toEqual([]);
  });

  it('is found when bytes were put before, after or between its files', async () => {
    const bytes = await readFile(bundle);
    for (const forged of [Buffer.concat([Buffer.from('#!'), bytes]), Buffer.concat([bytes, Buffer.from('more')])]) {
      await writeFile(inFolder('longer.zip'), forged);
      expect((await verifyBundle(inFolder('longer.zip'))).problems).not.toEqual([]);
    }
  });

  it.each(['report.md', 'quotations.json', 'history.json'])('is found when %s is missing', async (path) => {
    expect(await problemsAfter((files) => files.delete(path))).toContain(`${path} is missing`);
  });

  it('is found when a file was added, also one of an allowed name', async () => {
    const path = `sources/texts/${'a'.repeat(64)}.txt`;

    expect(await problemsAfter((files) => files.set(path, Buffer.from('x')))).toContain(
      `${path} is in the archive, but not in MANIFEST.json`,
    );
  });

  it('is found when a text was changed with all its hashes, because its name is a hash, too', async () => {
    const problems = await problemsAfter((files) => {
      const [path = ''] = [...files.keys()].filter((name) => name.startsWith('sources/texts/'));
      edit(files, path, (text) => text.replace('e', 'a'));
      rehash(files);
    });

    expect(problems.join()).toContain('is not what its name says');
  });

  it.each<[string, string, (text: string) => string]>([
    ['the words of a quotation', 'quotations.json', (text) => text.replace(/"text": ".../, '"text": "xyz')],
    ['the byte offset of a quotation', 'quotations.json', (text) => text.replace(/"offset": (\d)/, '"offset": 1$1')],
    ['the file of a quotation', 'quotations.json', (text) => text.replace(/"file": "[^"]*/, '"file": "README.txt')],
    ['a quotation of the record', 'report.json', (text) => text.replace(/"start": (\d)/, '"start": 1$1')],
    [
      'a citation of a claim',
      'report.json',
      (text) => text.replace(/("summary": \[\s*\{[^[]*"citations": \[\s*)"\w+/, '$1"t9f9q9'),
    ],
    ['the report that people read', 'report.md', (text) => `${text}One more claim. [1]\n`],
    ['a score', 'decisions.json', (text) => text.replace(/"weight": [\d.]+/, '"weight": 0.123')],
    ['the original of a source', 'sources.json', (text) => text.replace(/"contentHash": "../, '"contentHash": "zz')],
    ['the list of sources', 'sources.json', () => '[]\n'],
  ])('is found when a forger changes %s and has the hashes follow', async (_, path, change) => {
    const problems = await problemsAfter((files) => {
      edit(files, path, change);
      rehash(files);
    });

    expect(problems.join()).toMatch(
      /quotations\.json|report\.json|report\.md|decisions\.json|sources\.json|claim|quote/,
    );
  });

  it('says what it cannot check where other rules wrote the report, and checks the rest', async () => {
    const files = await filesIn(bundle);
    rehash(files, { rulesVersion: 999 });
    await writeArchive(files, inFolder('older.zip'));
    const { problems, unchecked, quotes } = await verifyBundle(inFolder('older.zip'));

    expect(problems).toEqual([]);
    expect(unchecked[0]).toContain('other rules wrote the report');
    expect(quotes).toBeGreaterThan(0);
  });

  it('checks the quotations where the record is of another version', async () => {
    const changed = async (offset: string) => {
      const files = await filesIn(bundle);
      edit(files, 'report.json', (text) => text.replace('"schemaVersion": 1', '"schemaVersion": 99'));
      if (offset !== '') edit(files, 'quotations.json', (text) => text.replace(/"offset": \d/, `"offset": ${offset}`));
      rehash(files);
      await writeArchive(files, inFolder('newer.zip'));
      return verifyBundle(inFolder('newer.zip'));
    };

    expect(await changed('')).toMatchObject({
      problems: [],
      unchecked: [expect.stringContaining('schema version 99')],
    });
    expect((await changed('7')).problems.join()).toContain('reads differently at byte');
  });

  it('is refused where its format has another version', async () => {
    const files = await filesIn(bundle);
    rehash(files, { formatVersion: 2 });
    await writeArchive(files, inFolder('future.zip'));

    await expect(verifyBundle(inFolder('future.zip'))).rejects.toThrow('format version 2');
  });

  it('is found when it was cut off', async () => {
    await copyFile(bundle, inFolder('cut.zip'));
    await writeFile(inFolder('cut.zip'), (await readFile(bundle)).subarray(0, -40));

    expect((await verifyBundle(inFolder('cut.zip'))).problems).toEqual([
      expect.stringContaining('no complete ZIP archive'),
    ]);
  });
});
