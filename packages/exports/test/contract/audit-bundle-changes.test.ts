import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { verifyBundle } from '@plumbline/exports/bundles';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BundleWorld, createBundleWorld } from '../../../../test/support/builders/bundle-world.ts';
import { bundleOf, filesIn, rehash, writeArchive } from '../../../../test/support/builders/bundles.ts';
import { manifestSchema } from '../../bundles/bundle-format.ts';

let bundles: BundleWorld;

beforeAll(async () => {
  bundles = await createBundleWorld();
});

afterAll(() => bundles.dispose());

/** Problems of the bundle after a change of its files. */
async function problemsAfter(
  change: (files: Map<string, Buffer>) => void,
  name = 'changed.zip',
): Promise<readonly string[]> {
  const files = await filesIn(bundles.path);
  change(files);
  await writeArchive(files, bundles.inFolder(name));
  return (await verifyBundle(bundles.inFolder(name))).problems;
}

function edit(files: Map<string, Buffer>, path: string, change: (text: string) => string): void {
  const text = String(files.get(path));
  expect(change(text)).not.toBe(text);
  files.set(path, Buffer.from(change(text)));
}

describe('a changed audit bundle', () => {
  it('is found by one byte in any of its files, and the file is named', async () => {
    const paths = [...(await filesIn(bundles.path)).keys()];
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
    const bytes = await readFile(bundles.path);
    const path = bundles.inFolder('flipped.zip');
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
    const bytes = await readFile(bundles.path);
    for (const forged of [Buffer.concat([Buffer.from('#!'), bytes]), Buffer.concat([bytes, Buffer.from('more')])]) {
      await writeFile(bundles.inFolder('longer.zip'), forged);
      expect((await verifyBundle(bundles.inFolder('longer.zip'))).problems).not.toEqual([]);
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
    const files = await filesIn(bundles.path);
    rehash(files, { rulesVersion: 999 });
    await writeArchive(files, bundles.inFolder('older.zip'));
    const { problems, unchecked, quotes } = await verifyBundle(bundles.inFolder('older.zip'));

    expect(problems).toEqual([]);
    expect(unchecked[0]).toContain('other rules wrote the report');
    expect(quotes).toBeGreaterThan(0);
  });

  it('names the rules that wrote the report, not those that write the bundle', async () => {
    const { recordPath, reportPath } = bundles.stored;
    const record = JSON.parse(await readFile(recordPath, 'utf8')) as Record<string, unknown>;
    const older = { ...bundles.stored, recordPath: bundles.inFolder('report.json') };
    await writeFile(older.recordPath, `${JSON.stringify({ ...record, rulesVersion: 1 }, null, 2)}\n`);

    const path = bundles.inFolder('of-older-rules.zip');
    await bundleOf({ ...older, reportPath }, path);
    const manifest = manifestSchema.parse(JSON.parse(String((await filesIn(path)).get('MANIFEST.json'))));

    expect(manifest.rulesVersion).toBe(1);
    expect((await verifyBundle(path)).problems).toEqual([]);
  });

  it('checks the quotations where the record is of another version', async () => {
    const changed = async (offset: string) => {
      const files = await filesIn(bundles.path);
      edit(files, 'report.json', (text) => text.replace('"schemaVersion": 1', '"schemaVersion": 99'));
      if (offset !== '') edit(files, 'quotations.json', (text) => text.replace(/"offset": \d/, `"offset": ${offset}`));
      rehash(files);
      await writeArchive(files, bundles.inFolder('newer.zip'));
      return verifyBundle(bundles.inFolder('newer.zip'));
    };

    expect(await changed('')).toMatchObject({
      problems: [],
      unchecked: [expect.stringContaining('schema version 99')],
    });
    expect((await changed('7')).problems.join()).toContain('reads differently at byte');
  });

  it('is refused where its format has another version', async () => {
    const files = await filesIn(bundles.path);
    rehash(files, { formatVersion: 2 });
    await writeArchive(files, bundles.inFolder('future.zip'));

    await expect(verifyBundle(bundles.inFolder('future.zip'))).rejects.toThrow('format version 2');
  });

  it('is found when it was cut off', async () => {
    await copyFile(bundles.path, bundles.inFolder('cut.zip'));
    await writeFile(bundles.inFolder('cut.zip'), (await readFile(bundles.path)).subarray(0, -40));

    expect((await verifyBundle(bundles.inFolder('cut.zip'))).problems).toEqual([
      expect.stringContaining('no complete ZIP archive'),
    ]);
  });
});
