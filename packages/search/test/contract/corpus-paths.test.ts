import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { readRegularFile } from '@plumbline/documents/files';
import { type CorpusFile, scanFolder } from '@plumbline/folders/folder-scan';
import { readSourceList } from '@plumbline/folders/source-list';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeFiles } from '../../../../test/support/builders/corpus-fixtures.ts';
import { createTestCorpus, LAMP, type TestCorpus, TIDE } from '../../../../test/support/builders/test-corpus.ts';

const isLinux = process.platform === 'linux';

describe('the files of a corpus folder', () => {
  let corpus: TestCorpus;
  let outside: string;

  beforeEach(async () => {
    corpus = await createTestCorpus();
    // Beside the folder and beginning like it.
    outside = `${corpus.folder}-private`;
    await writeFiles(corpus.folder, { 'a.md': LAMP });
    await writeFiles(outside, { 'secret.md': TIDE });
  });
  afterEach(async () => {
    await rm(outside, { recursive: true, force: true });
    await corpus.dispose();
  });

  const scan = async (): Promise<CorpusFile[]> => (await scanFolder(corpus.folder, corpus.home)).files;
  const reasons = async () => Object.fromEntries((await scan()).map(({ locator, refusal }) => [locator, refusal]));
  const place = (name: string): string => join(corpus.folder, name);

  it('are those inside it: links to targets outside are listed and not read', async () => {
    await symlink(join(outside, 'secret.md'), place('file.md'));
    await symlink(outside, place('folder'));
    await symlink(`../${outside.split('/').at(-1)}/secret.md`, place('relative.md'));
    await symlink('file.md', place('twice.md'));
    await symlink('/dev/zero', place('device.txt'));
    const leadsOut = 'link to a target outside the folder';

    const expected = { 'a.md': null, 'device.txt': leadsOut, 'file.md': leadsOut, folder: leadsOut };
    expect(await reasons()).toEqual({ ...expected, 'relative.md': leadsOut, 'twice.md': leadsOut });
    expect(await corpus.update()).toMatchObject({ files: 1, skippedCount: 5 });
  });

  it('do not follow link loops', async () => {
    await mkdir(place('deep'));
    await symlink('..', place('deep/up'));
    await mkdir(place('deep/deeper'));
    await symlink('../../deep', place('deep/deeper/again'));
    await symlink('.', place('self'));
    await symlink('deep', place('aside'));
    await symlink('../..', place('out'));
    await symlink('one.md', place('two.md'));
    await symlink('two.md', place('one.md'));
    await symlink('nothing.md', place('gone.md'));
    const loop = 'link loop: it leads to a folder that contains it';
    const circle = 'link loop, or a link that replaced a file';

    expect(await reasons()).toEqual({
      'a.md': null,
      aside: 'link to a folder',
      'deep/deeper/again': loop,
      'deep/up': loop,
      'gone.md': 'disappeared while it was read, or a broken link',
      'one.md': circle,
      out: 'link to a target outside the folder',
      self: loop,
      'two.md': circle,
    });
  });

  it('are read through links that stay inside, under the name of the link', async () => {
    await symlink('a.md', place('b.md'));
    const { corpusId } = await corpus.update();

    expect((await corpus.index.sourcesOf(corpusId)).map(({ locator }) => locator)).toEqual(['a.md', 'b.md']);
  });

  it('may be given by a path with dots, which is resolved once', async () => {
    await mkdir(place('deep'));
    const straight = await corpus.update();
    await symlink(corpus.folder, join(outside, 'link'));

    expect((await corpus.update({ directory: `${corpus.folder}/deep/..` })).corpusId).toBe(straight.corpusId);
    expect((await corpus.update({ directory: join(outside, 'link') })).corpusId).toBe(straight.corpusId);
  });

  it('do not include the state of the program, also when a link leads there', async () => {
    await writeFiles(place('state'), { 'runs/report.md': TIDE });
    await symlink('state/runs/report.md', place('own.md'));
    const { files } = await scanFolder(corpus.folder, place('state'));

    expect(files.map(({ locator, refusal }) => [locator, refusal])).toEqual([
      ['a.md', null],
      ['own.md', 'link to the state of this program'],
    ]);
  });

  it.runIf(isLinux)('are never pipes or sockets: reading does not block', async () => {
    execFileSync('mkfifo', [place('pipe.md')]);
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(place('socket.txt'), resolve));

    const report = await corpus.update();
    await new Promise((resolve) => server.close(resolve));

    expect(report.files).toBe(1);
    expect(report.skippedFiles).toEqual([
      { locator: 'pipe.md', reason: 'not a regular file' },
      { locator: 'socket.txt', reason: 'not a regular file' },
    ]);
  });

  it.runIf(isLinux)('may have any name', async () => {
    const names = [
      'line\nbreak.md',
      'bell\u0007.md',
      'a..\\up.md',
      'a...md',
      '\u202Ednuor.md',
      `${'n'.repeat(252)}.md`,
    ];
    await writeFiles(corpus.folder, Object.fromEntries(names.map((name) => [name, TIDE])));
    const report = await corpus.update();
    const hits = await corpus.found(report.corpusId, 'Flut', 'de');

    expect(report).toMatchObject({ files: names.length + 1, skippedCount: 0 });
    expect(names).toEqual(expect.arrayContaining(hits));
  });

  it.runIf(isLinux)('are listed when their names are not UTF-8', async () => {
    writeFileSync(Buffer.from(`${corpus.folder}/caf\xe9.md`, 'latin1'), TIDE);
    await mkdir(place('plain'));
    await rename(place('plain'), Buffer.from(`${corpus.folder}/d\xfcne`, 'latin1'));

    expect(await reasons()).toEqual({
      'a.md': null,
      'caf\uFFFD.md': 'its name is not UTF-8',
      'd\uFFFDne': 'its name is not UTF-8',
    });
  });

  it.runIf(isLinux)('are listed when their path is too long', async () => {
    const level = 'd'.repeat(200);
    // Deeper than a path can say, so step by step.
    const script = `for (let i = 0; i < 25; i++) { require('fs').mkdirSync('${level}'); process.chdir('${level}'); } require('fs').writeFileSync('a.md', 'x');`;
    execFileSync(process.execPath, ['-e', script], { cwd: corpus.folder });
    const files = await scan();
    execFileSync('rm', ['-rf', level], { cwd: corpus.folder });

    expect(files.map(({ refusal }) => refusal)).toEqual([null, 'its path is too long']);
  });

  it.runIf(isLinux)('do not block when something else replaces them after the scan', async () => {
    execFileSync('mkfifo', [place('pipe.md')]);
    await symlink(join(outside, 'secret.md'), place('link.md'));

    await expect(readRegularFile(place('pipe.md'))).rejects.toThrow('not a regular file');
    await expect(readRegularFile(place('link.md'))).rejects.toMatchObject({ code: 'ELOOP' });
    await expect(readRegularFile(corpus.folder)).rejects.toThrow('not a regular file');
  });

  it.runIf(isLinux)('have a list of sources only if that is a file of the folder', async () => {
    execFileSync('mkfifo', [place('sources.yaml')]);
    await expect(readSourceList(corpus.folder)).rejects.toThrow('cannot be read (not a regular file)');
    await rm(place('sources.yaml'));

    await symlink(join(outside, 'secret.md'), place('sources.yaml'));
    await expect(readSourceList(corpus.folder)).rejects.toThrow('ELOOP');
    await rm(place('sources.yaml'));

    await writeFile(place('sources.yaml'), '');
    execFileSync('truncate', ['-s', '2G', place('sources.yaml')]);
    await expect(readSourceList(corpus.folder)).rejects.toThrow('larger than the limit');
  });
});
