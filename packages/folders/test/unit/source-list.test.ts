import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readSourceList } from '@plumbline/folders/source-list';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder, writeFiles } from '../../../../test/support/builders/corpus-fixtures.ts';

describe('readSourceList', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;

  beforeEach(async () => {
    folder = await temporaryFolder();
  });
  afterEach(() => folder.dispose());

  const listWith = async (text: string) => {
    await writeFiles(folder.path, { 'sources.yaml': text });
    return readSourceList(folder.path);
  };

  it('takes the first entry whose pattern matches', async () => {
    const list = await listWith(`
sources:
  - { path: norms/draft*.pdf, tier: 3 }
  - path: "norms/**"
    tier: 1
    publishedAt: 2024-05-06
    title: Harbour norm
  - { path: "*.md", tier: 2, title: Notes }
`);

    expect(list.listingOf('norms/draft-2.pdf')).toEqual({ tier: 3 });
    expect(list.listingOf('norms/a/b.pdf')).toEqual({ tier: 1, publishedAt: '2024-05-06', title: 'Harbour norm' });
    expect(list.listingOf('notes.md')).toEqual({ tier: 2, title: 'Notes' });
    expect(list.listingOf('deep/notes.md')).toBeNull();
  });

  it('lists nothing when the file is missing', async () => {
    expect((await readSourceList(folder.path)).listingOf('a.md')).toBeNull();
  });

  it.each([
    ['a tier that is none', 'sources:\n  - path: a.md\n    tier: 4\n', 'line 3, sources.0.tier'],
    [
      'an unknown field',
      'sources:\n  - { path: a.md, tier: 1 }\n  - { path: b.md, tier: 1, rank: 2 }\n',
      'line 3, sources.1',
    ],
    ['a missing field', 'sources:\n  - path: a.md\n', 'line 2, sources.0.tier'],
    [
      'a date that is none',
      'sources:\n  - path: a.md\n    tier: 1\n    publishedAt: in May\n',
      'line 4, sources.0.publishedAt',
    ],
    ['no list', '- a.md\n', 'line 1, the whole'],
    ['an empty file', '', 'line 1, the whole'],
    ['broken YAML', 'sources:\n  - path: "a.md\n', 'line 3: Missing closing'],
  ])('names line and field of %s', async (_, text, place) => {
    const reading = listWith(text);

    await expect(reading).rejects.toMatchObject({ name: 'CorpusUnavailableError' });
    await expect(reading).rejects.toThrow(`has an invalid sources.yaml. ${place}`);
  });

  it('reports an unreadable file', async () => {
    await mkdir(join(folder.path, 'sources.yaml'));

    await expect(readSourceList(folder.path)).rejects.toThrow('has an invalid sources.yaml. cannot be read');
  });
});
