import { mkdtemp, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Document } from 'yaml';
import { rewriteYaml, snakeCased } from '../../../activities/briefings/folder/yaml-document.ts';

const TEXT = `# Confirmed by people.
updated_at: 2026-03-06T07:00:00Z # with zone

themes:
  # The first one.
  - id: grid-queues # never renamed
    title: "Queues"
    tags: [grid,   queue]

  - id: storage-costs
    title: A title that is longer than eighty characters, so that a careless writer would fold it into two lines

# The end.
`;

async function rewritten(text: string, edit: (document: Document) => void): Promise<string> {
  const path = join(await mkdtemp(join(tmpdir(), 'plumbline-yaml-')), 'themes.yml');
  await writeFile(path, text);
  await rewriteYaml(path, edit);
  return readFile(path, 'utf8');
}

describe('rewriteYaml', () => {
  it('keeps comments, blank lines and the order of keys', async () => {
    const text = await rewritten(TEXT.replace('[grid,   queue]', '[ grid, queue ]'), (document) => {
      document.setIn(['updated_at'], '2026-03-07T07:00:00Z');
      document.setIn(['themes', 0, 'title'], 'Queues of projects');
      document.setIn(['themes', 1, 'watchpoints'], document.createNode(snakeCased([{ id: 'a', promoteAt: 2 }])));
    });

    expect(text).toBe(
      TEXT.replace('[grid,   queue]', '[ grid, queue ]')
        .replace('03-06T', '03-07T')
        .replace('"Queues"', '"Queues of projects"')
        .replace('\n\n# The end.', '\n    watchpoints:\n      - id: a\n        promote_at: 2\n\n# The end.'),
    );
  });

  it.each(['tags: [a, b]\nn: 1\n', 'tags: [ a, b ]\nn: 1\n'])('keeps the spaces of %j', async (text) => {
    expect(await rewritten(text, (document) => document.set('n', 2))).toBe(text.replace('n: 1', 'n: 2'));
  });

  it('leaves the file as it is if the edit changes nothing', async () => {
    const text = await rewritten(TEXT, (document) => document.setIn(['themes', 0, 'title'], 'Queues'));

    expect(text).toBe(TEXT);
  });

  it('does not write at all if the edit changes nothing', async () => {
    const path = join(await mkdtemp(join(tmpdir(), 'plumbline-yaml-')), 'themes.yml');
    await writeFile(path, TEXT);
    const before = await stat(path);
    await rewriteYaml(path, () => undefined);

    expect((await stat(path)).ino).toBe(before.ino);
  });

  it('keeps lists at the column of their key, and line ends of Windows', async () => {
    const text = await rewritten('entries:\r\n- day: 2026-03-06\r\n  theme: a\r\n', (document) =>
      document.addIn(['entries'], document.createNode({ day: '2026-03-07', theme: 'a' })),
    );

    expect(text).toBe('entries:\r\n- day: 2026-03-06\r\n  theme: a\r\n- day: 2026-03-07\r\n  theme: a\r\n');
  });

  it('edits a missing file as an empty one, and leaves nothing else behind', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'plumbline-yaml-'));
    await rewriteYaml(join(folder, 'state/log.yml'), (document) => document.setIn(['entries', 0, 'day'], '2026-03-06'));

    expect(await readdir(join(folder, 'state'))).toEqual(['log.yml']);
    expect(await readFile(join(folder, 'state/log.yml'), 'utf8')).toContain('day: 2026-03-06');
  });

  it('refuses what is no YAML, and leaves it', async () => {
    const path = join(await mkdtemp(join(tmpdir(), 'plumbline-yaml-')), 'themes.yml');
    await writeFile(path, 'a: [1\nb: 2\n');

    await expect(rewriteYaml(path, (document) => document.set('a', 1))).rejects.toThrow(`${path}:2: `);
    expect(await readFile(path, 'utf8')).toBe('a: [1\nb: 2\n');
  });
});

describe('snakeCased', () => {
  it('renames keys at every depth, and no values', () => {
    expect(snakeCased({ updatedAt: 'aB', themes: [{ watchpoints: [{ promoteAt: 2, note: null }] }] })).toEqual({
      updated_at: 'aB',
      themes: [{ watchpoints: [{ promote_at: 2, note: null }] }],
    });
  });
});
