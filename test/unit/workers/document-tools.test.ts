import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readOneDocument } from '../../../workers/assembly/document-tools.ts';
import { temporaryFolder } from '../../support/builders/corpus-fixtures.ts';
import { zipOf } from '../../support/builders/document-fixtures.ts';

const CONFIG = {
  home: '',
  model: null,
  ocr: null,
  web: { allowedHosts: [], contact: null, apiKeys: {}, baseUrls: {}, pageTtlMs: 0 },
};

describe('reading one document', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;

  beforeAll(async () => {
    folder = await temporaryFolder();
    const page = '<body><h1>Lamp</h1><p>It burns nine hours.</p><p hidden>It burned eight hours.</p></body>';
    const files = {
      'lamp.html': page,
      'lamp.zip': zipOf({ 'in/more.zip': 'PK', 'in/oil.md': '# Oil', 'lamp.md': '# Lamp\n\nIt burns nine hours.' }),
      'lamp.zip.zip': 'PK',
      'lamp.mp3': 'ID3',
    };
    await Promise.all(Object.entries(files).map(([name, content]) => writeFile(join(folder.path, name), content)));
  });

  afterAll(() => folder.dispose());

  const read = (name: string) =>
    readOneDocument(join(folder.path, name), CONFIG, new AbortController().signal, () => {});

  it('gives its text, and what is not read of it', async () => {
    expect(await read('lamp.html')).toMatchObject({
      isRead: true,
      title: 'Lamp',
      format: 'html',
      text: expect.stringContaining('It burns nine hours.'),
      note: expect.stringContaining('hidden text'),
      leftOut: ['It burned eight hours.'],
    });
  });

  it('reads a member of an archive', async () => {
    expect(await read('lamp.zip/lamp.md')).toMatchObject({ isRead: true, text: '# Lamp\n\nIt burns nine hours.' });
  });

  it.each([
    ['what does not exist', 'none.md', 'does not exist'],
    ['a folder', '', 'a folder: name one of its files'],
    ['a format that is not read', 'lamp.mp3', 'audio: needs a transcript'],
    ['what no archive is around', 'lamp.mp3/none.md', 'does not exist'],
    [
      'an archive',
      'lamp.zip',
      'an archive: name one of its files, like lamp.zip/in/more.zip, lamp.zip/in/oil.md, lamp.zip/lamp.md',
    ],
    [
      'a folder of an archive',
      'lamp.zip/in',
      'a folder: name one of its files, like lamp.zip/in/more.zip, lamp.zip/in/oil.md',
    ],
    ['an archive in an archive', 'lamp.zip/in/more.zip', 'archive in an archive: unpack it'],
    ['its member', 'lamp.zip/in/more.zip/a.md', 'archive in an archive: unpack it'],
    ['a missing member', 'lamp.zip/none.md', 'not in its archive'],
    ['a damaged archive', 'lamp.zip.zip', 'damaged ZIP archive: its ZIP directory cannot be read'],
  ])('says why it does not read %s', async (_, name, reason) => {
    expect(await read(name)).toEqual({ isRead: false, reason });
  });
});
