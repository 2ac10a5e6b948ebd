import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { chmod, mkdir, rm, symlink, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createFolderCorpusIndex } from '@plumbline/search/folders';
import { createFileBlobStore } from '@plumbline/storage/blobs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  damagedPdf,
  encryptedPdf,
  pdfWithPages,
  writeFiles,
} from '../../../../test/support/builders/corpus-fixtures.ts';
import { createTestCorpus, LAMP, type TestCorpus, TIDE } from '../../../../test/support/builders/test-corpus.ts';

describe('update of a corpus index', () => {
  let corpus: TestCorpus;

  beforeEach(async () => {
    corpus = await createTestCorpus();
  });
  afterEach(() => corpus.dispose());

  it('reads only new and changed files again, and forgets deleted ones', async () => {
    await writeFiles(corpus.folder, { 'a.md': LAMP, 'b.md': TIDE, 'c.txt': 'The bell rings in fog.' });
    const first = await corpus.update();
    expect(await corpus.update()).toEqual({ ...first, added: 0, bytesRead: 0 });

    await writeFiles(corpus.folder, {
      'a.md': '# Lamp\n\nOnly the sextant is polished now.',
      'd.md': '# Rope\n\nThe rope is tarred.',
    });
    await rm(join(corpus.folder, 'c.txt'));
    const second = await corpus.update();

    expect(second).toMatchObject({ files: 3, added: 1, changed: 1, removed: 1 });
    expect(await corpus.found(first.corpusId, 'sextant')).toEqual(['a.md']);
    expect(await corpus.found(first.corpusId, 'whale oil')).toEqual([]);
    expect(await corpus.found(first.corpusId, 'bell fog')).toEqual([]);
    expect(await corpus.found(first.corpusId, 'rope')).toEqual(['d.md']);
    expect((await corpus.index.sourcesOf(first.corpusId)).map((source) => source.locator)).toEqual([
      'a.md',
      'b.md',
      'd.md',
    ]);
  });

  it('keeps the passages of a file that was only touched', async () => {
    await writeFiles(corpus.folder, { 'a.md': LAMP });
    const { corpusId } = await corpus.update();
    const before = await corpus.index.passagesOf(corpusId, 'a.md');
    await utimes(join(corpus.folder, 'a.md'), 1, 1);

    expect(await corpus.update()).toMatchObject({ added: 0, changed: 0, passages: 2 });
    expect(await corpus.index.passagesOf(corpusId, 'a.md')).toEqual(before);
  });

  it('refuses a passage of an older version instead of showing other words', async () => {
    await writeFiles(corpus.folder, { 'a.md': LAMP });
    const { corpusId } = await corpus.update();
    const [passage] = await corpus.index.passagesOf(corpusId, 'a.md');
    await writeFiles(corpus.folder, { 'a.md': '# Lamp\n\nSomething else entirely.' });
    await corpus.update();

    const reading = corpus.index.readPassage(corpusId, passage?.passageId ?? '');

    await expect(reading).rejects.toMatchObject({ name: 'PassageNotFoundError' });
  });

  it('lists what it cannot read with the reason and reads the rest', async () => {
    await writeFiles(corpus.folder, {
      'a.md': LAMP,
      'binary.txt': Buffer.from([1, 0, 2]),
      'big.md': 'x'.repeat(3_000),
      'damaged.pdf': damagedPdf(),
      'empty.md': '',
      'locked.pdf': encryptedPdf(),
      'photo.png': 'png',
      'scan.pdf': pdfWithPages(['']),
      '.hidden.md': 'hidden',
      'node_modules/x/readme.md': 'dependency',
    });
    await symlink('/etc/hostname', join(corpus.folder, 'outside.txt'));
    const report = await corpus.update({ maxFileBytes: 2_000 });

    expect(report.files).toBe(1);
    expect(report.skippedCount).toBe(8);
    expect(report.skippedFiles).toEqual([
      { locator: 'big.md', reason: 'larger than the limit of 2 KB' },
      { locator: 'binary.txt', reason: 'binary file' },
      { locator: 'damaged.pdf', reason: expect.stringContaining('damaged PDF') },
      { locator: 'empty.md', reason: 'empty file' },
      { locator: 'locked.pdf', reason: 'encrypted PDF (a password is needed)' },
      { locator: 'outside.txt', reason: 'link to a target outside the folder' },
      { locator: 'photo.png', reason: 'a picture; set PLUMBLINE_OCR=eng to read scans' },
      { locator: 'scan.pdf', reason: 'contains no text' },
    ]);
    expect(await corpus.index.skippedFilesOf(report.corpusId)).toEqual(report.skippedFiles);
    expect(await corpus.update({ maxFileBytes: 5_000 })).toMatchObject({ added: 1, skippedCount: 7 });
  });

  it('lists what it reads in part, which is a document all the same, and tells it apart in its version', async () => {
    const rule = `<p>${LAMP.replaceAll('#', '')} ${'The keeper lights the lamp. '.repeat(9)}</p>`;
    await writeFiles(corpus.folder, { 'a.md': LAMP, 'b.html': `<body>${rule}</body>` });
    const whole = await corpus.update();
    await writeFiles(corpus.folder, { 'b.html': `<body>${rule}<div hidden>Whaling</div></body>`, 'c.bin': 'a,b' });
    const part = await corpus.update();

    expect(whole).toMatchObject({ files: 2, skippedCount: 0, partialCount: 0 });
    expect(part).toMatchObject({ files: 2, skippedCount: 2, partialCount: 1 });
    expect(part.skippedFiles).toEqual([
      { locator: 'b.html', reason: '1 word not read: hidden text', isPartial: true },
      { locator: 'c.bin', reason: 'unsupported file type' },
    ]);
    await writeFiles(corpus.folder, { 'd.bin': 'a,b' });
    expect((await corpus.update()).version).not.toBe(part.version);
  });

  it.skipIf(process.getuid?.() === 0)('lists files without permission and reads them once it is given', async () => {
    await writeFiles(corpus.folder, { 'a.md': LAMP, 'b.md': TIDE });
    await chmod(join(corpus.folder, 'b.md'), 0);
    expect((await corpus.update()).skippedFiles).toEqual([{ locator: 'b.md', reason: 'permission denied' }]);

    await chmod(join(corpus.folder, 'b.md'), 0o600);
    expect(await corpus.update()).toMatchObject({ added: 1, skippedCount: 0 });
  });

  it('lists files that take too long to read, one after another', async () => {
    const impatient = await createTestCorpus({ fileTimeLimitMs: 1 });
    await writeFiles(impatient.folder, { 'a.md': LAMP, 'b.md': TIDE });

    await expect(impatient.update()).rejects.toThrow('a.md, b.md (takes longer than 0.001 s to read)');
    await impatient.dispose();
  });

  it('skips the state of the project inside the folder', async () => {
    await writeFiles(corpus.home, { 'a.md': LAMP, 'blobs/note.md': TIDE });

    await expect(corpus.update({ directory: corpus.home })).rejects.toMatchObject({ name: 'CorpusUnavailableError' });
  });

  it('works in a folder that lies below node_modules itself', async () => {
    const directory = join(corpus.folder, 'node_modules/pack/docs');
    await writeFiles(directory, { 'a.md': LAMP });

    expect(await corpus.update({ directory })).toMatchObject({ files: 1 });
  });

  it('says what is wrong with a folder, and the fix', async () => {
    await writeFiles(corpus.folder, { 'file.md': 'text', 'photos/a.png': 'png' });
    await mkdir(join(corpus.folder, 'bare'));
    const problem = async (directory: string) => {
      await expect(corpus.update({ directory })).rejects.toMatchObject({ name: 'CorpusUnavailableError' });
      return corpus.update({ directory }).catch((error: unknown) => String(error));
    };

    expect(await problem(join(corpus.folder, 'missing'))).toContain('does not exist. Check the path.');
    expect(await problem(join(corpus.folder, 'file.md'))).toContain('is not a folder.');
    expect(await problem(join(corpus.folder, 'bare'))).toContain('is empty.');
    expect(await problem(join(corpus.folder, 'photos'))).toContain(
      'no readable document: a.png (a picture; set PLUMBLINE_OCR=eng to read scans)',
    );
  });

  it('stops between files when it is cancelled, and the next update finishes the work', async () => {
    await writeFiles(corpus.folder, { 'a.md': LAMP, 'b.md': TIDE });
    const controller = new AbortController();
    const onProgress = () => controller.abort(new Error('stopped by the user'));
    const updating = corpus.update({ signal: controller.signal, onProgress });

    await expect(updating).rejects.toThrow('stopped by the user');
    expect(await corpus.update()).toMatchObject({ files: 2 });
  });

  it.each([
    ['damaged', 'manifest.sqlite', (path: string) => writeFileSync(path, 'no database')],
    ['damaged in its passages', 'passages.sqlite', (path: string) => writeFileSync(path, 'no database'.repeat(500))],
    ['of another layout', 'manifest.sqlite', (path: string) => setLayout(path, 999)],
  ])('rebuilds an index that is %s', async (_, file, spoil) => {
    await writeFiles(corpus.folder, { 'a.md': LAMP });
    const { corpusId } = await corpus.update();
    spoil(join(corpus.home, 'index', corpusId, file));
    const another = createFolderCorpusIndex({
      home: corpus.home,
      blobs: createFileBlobStore(corpus.home),
      now: () => new Date(),
    });
    const search = { corpusId, query: 'oil', language: 'en', topK: 5 };
    await expect(another.search(search)).rejects.toMatchObject({ name: 'IndexMissingError' });

    expect(await corpus.update()).toMatchObject({ added: 1, passages: 2 });
    expect(await corpus.found(corpusId, 'oil')).toEqual(['a.md']);
  });

  it.each([
    ['no database', (bytes: Buffer) => bytes.fill(7)],
    ['a page of zeros in each file', (bytes: Buffer) => bytes.fill(0, 4_096, 8_192)],
    ['a schema that is none', (bytes: Buffer) => bytes.fill(0xff, 100, 4_000)],
    ['only the first half', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
  ])('builds an index anew in the middle of searches: %s', async (_, spoil) => {
    await writeFiles(corpus.folder, { 'a.md': LAMP, 'b.md': TIDE });
    const { corpusId } = await corpus.update();
    const folder = join(corpus.home, 'index', corpusId);
    for (const name of ['manifest.sqlite', 'passages.sqlite']) {
      const path = join(folder, name);
      emptyLog(path);
      writeFileSync(path, spoil(readFileSync(path)));
    }

    expect(await corpus.found(corpusId, 'oil')).toEqual(['a.md']);
    expect(await corpus.update()).toMatchObject({ files: 2 });
  });

  it('reads a text again from its file where the stored one is damaged or gone, and says so where the file is, too', async () => {
    await writeFiles(corpus.folder, { 'a.md': LAMP, 'b.md': TIDE });
    const { corpusId } = await corpus.update();
    const [lamp] = await corpus.index.passagesOf(corpusId, 'a.md');
    const [tide] = await corpus.index.passagesOf(corpusId, 'b.md');
    const path = async (locator: string) => {
      const source = (await corpus.index.sourcesOf(corpusId)).find((each) => each.locator === locator);
      const sha256 = source?.text.sha256 ?? '';
      return join(corpus.home, 'blobs', sha256.slice(0, 2), sha256);
    };
    writeFileSync(await path('a.md'), 'flipped');
    const mended = await corpus.index.readPassage(corpusId, lamp?.passageId ?? '');
    rmSync(await path('a.md'));
    const again = await corpus.index.readPassage(corpusId, lamp?.passageId ?? '');
    writeFileSync(await path('b.md'), 'flipped');
    await rm(join(corpus.folder, 'b.md'));

    expect([mended.text, again.text]).toEqual(Array(2).fill(expect.stringContaining('whale oil')));
    await expect(corpus.index.readPassage(corpusId, tide?.passageId ?? '')).rejects.toThrow('is damaged');
  });

  it('says that it builds the index anew when another version made it', async () => {
    await writeFiles(corpus.folder, { 'a.md': LAMP });
    const steps: string[] = [];
    const onProgress = ({ step }: { readonly step: string }) => void steps.push(step);
    const { corpusId } = await corpus.update({ onProgress });
    setLayout(join(corpus.home, 'index', corpusId, 'manifest.sqlite'), 6);
    await corpus.update({ onProgress });

    expect(steps).toEqual(['reading', 'ordering', 'renewing', 'ordering']);
  });
});

/** What is in the log would be read in place of what is damaged. */
function emptyLog(path: string): void {
  const database = new DatabaseSync(path);
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
}

function setLayout(path: string, layout: number): void {
  const database = new DatabaseSync(path);
  database.exec(`PRAGMA user_version = ${layout}`);
  database.close();
}
