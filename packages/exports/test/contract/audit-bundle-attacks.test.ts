import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { verifyBundle } from '@plumbline/exports/bundles';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleOf, filesIn, rehash, writeArchive } from '../../../../test/support/builders/bundles.ts';
import { publishReport } from '../../../../test/support/builders/published-report.ts';
import { type RawEntry, rawZip } from '../../../../test/support/builders/raw-zip.ts';

let folder: string;
let bundle: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'audit-bundle-attacks-'));
  bundle = join(folder, 'bundle.zip');
  const { recordPath } = await publishReport(folder);
  const reportPath = recordPath.replace(/json$/, 'md');
  await bundleOf({ home: folder, recordPath, reportPath }, bundle);
});

afterAll(() => rm(folder, { recursive: true }));

async function problemsOf(bytes: Buffer): Promise<string> {
  const path = join(folder, 'attack.zip');
  await writeFile(path, bytes);
  return (await verifyBundle(path)).problems.join('\n');
}

/** Problems after a forger replaced a file and had all hashes follow. */
async function problemsWith(path: string, content: string): Promise<string> {
  const files = await filesIn(bundle);
  files.set(path, Buffer.from(content));
  if (path !== 'MANIFEST.json') rehash(files);
  else rehashManifest(files);
  const attack = join(folder, 'forged.zip');
  await writeArchive(files, attack);
  return (await verifyBundle(attack)).problems.join('\n');
}

function rehashManifest(files: Map<string, Buffer>): void {
  const manifest = files.get('MANIFEST.json') ?? Buffer.alloc(0);
  const sha256 = createHash('sha256').update(manifest).digest('hex');
  files.set('SHA256SUMS', Buffer.from(`${sha256}  MANIFEST.json\n`));
}

describe('a hostile archive', () => {
  it.each<[string, RawEntry, string]>([
    ['climbs out of the folder', { name: '../evil.txt' }, '"../evil.txt" leads out of the folder'],
    ['climbs out further in', { name: 'sources/../../evil.txt' }, '"sources/../../evil.txt" leads out of the folder'],
    ['climbs out with backslashes', { name: '..\\evil.txt' }, 'evil.txt" leads out of the folder'],
    ['has an absolute name', { name: '/etc/passwd' }, '"/etc/passwd" leads out of the folder'],
    ['names a drive', { name: 'C:evil.txt' }, '"C:evil.txt" leads out of the folder'],
    [
      'is a symbolic link',
      { name: 'report.md', mode: 0o120777, data: Buffer.from('/etc/passwd') },
      '"report.md" is no plain file',
    ],
    ['is a device', { name: 'report.md', mode: 0o020666 }, '"report.md" is no plain file'],
    ['is a folder', { name: 'sources/', mode: 0o040755, data: Buffer.alloc(0) }, '"sources/" is no plain file'],
    ['has a name of no bundle', { name: 'run.sh' }, '"run.sh" is no file of a bundle'],
    ['differs from a file in its case', { name: 'REPORT.md' }, '"REPORT.md" is no file of a bundle'],
    [
      'has a control character in its name',
      { name: 'report\u001b[2J.md' },
      'report\\u001b[2J.md" is no file of a bundle',
    ],
    ['is encrypted', { name: 'report.md', isEncrypted: true }, '"report.md" is encrypted'],
  ])('whose entry %s is refused, and the entry named', async (_, entry, problem) => {
    expect(await problemsOf(rawZip([entry]))).toContain(problem);
  });

  it('that would unpack to a thousand times its size is refused before anything is unpacked', async () => {
    const data = deflateRawSync(Buffer.alloc(50_000_000));
    const declared = { name: 'report.json', data, method: 8, declaredBytes: 50_000_000 };

    expect(data.length * 900).toBeLessThan(50_000_000);
    expect(await problemsOf(rawZip([declared]))).toContain('"report.json" is compressed, which no bundle is');
    expect(await problemsOf(rawZip([{ ...declared, declaredBytes: data.length }]))).toContain(
      '"report.json" is compressed',
    );
  });

  it('that says of a file that it is larger than the archive is refused', async () => {
    const entry = { name: 'report.json', declaredBytes: 3_000_000_000 };

    expect(await problemsOf(rawZip([entry]))).toMatch(/claim 2\.8 GB, .*"report\.json"/);
  });

  it('whose entries share the same bytes is refused', async () => {
    const names = Array.from(
      { length: 500 },
      (_, index) => `sources/texts/${index.toString(16).padStart(64, '0')}.txt`,
    );
    const data = Buffer.alloc(100_000, 'x');
    const entries = names.map((name, index) => ({ name, data, sharesBytes: index > 0 }));

    expect(await problemsOf(rawZip(entries))).toContain('more than the archive has');
  });

  it('with the same name twice is refused', async () => {
    expect(await problemsOf(rawZip([{ name: 'report.md' }, { name: 'report.md' }]))).toContain(
      '"report.md" is there twice',
    );
  });

  it('with more entries than any bundle is refused', async () => {
    const names = Array.from(
      { length: 20_001 },
      (_, index) => `sources/texts/${index.toString(16).padStart(64, '0')}.txt`,
    );

    expect(await problemsOf(rawZip(names.map((name) => ({ name }))))).toContain('20001 entries');
  });

  it.each<[string, Buffer]>([
    ['nothing', Buffer.alloc(0)],
    ['its beginning only', Buffer.from('PK\u0003\u0004')],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, ...Array<number>(40).fill(0)])],
  ])('of %s is refused', async (_, bytes) => {
    expect(await problemsOf(bytes)).toContain('no complete ZIP archive');
  });

  it('without a manifest is refused', async () => {
    expect(await problemsOf(rawZip([{ name: 'report.md' }]))).toContain('it has no MANIFEST.json');
  });
});

const DEEP = 200_000;

describe('a bundle with hostile JSON and right hashes', () => {
  it.each(['MANIFEST.json', 'quotations.json', 'sources.json', 'report.json'])('is found in %s', async (path) => {
    const contents = [
      '',
      'null',
      '7',
      '"text"',
      '{"a":',
      '[{}]',
      '{"quotations": 7}',
      '{"__proto__": {"files": []}}',
      `${'['.repeat(DEEP)}${']'.repeat(DEEP)}`,
      `${'{"a":'.repeat(DEEP)}1${'}'.repeat(DEEP)}`,
    ];
    for (const content of contents) expect(await problemsWith(path, content)).toContain(path);
  });

  it('is found where a field has another type, also far inside', async () => {
    const record = String((await filesIn(bundle)).get('report.json'));

    expect(await problemsWith('report.json', record.replace('"findings": [', '"findings": [7,'))).toContain(
      'damaged at findings.0',
    );
    expect(await problemsWith('report.json', record.replace(/"start": \d+/, '"start": -1'))).toContain('damaged at');
    expect(await problemsWith('report.json', record.replace(/"start": \d+/, '"start": 1e308'))).toContain('damaged at');
  });

  it('does not change what other objects inherit', async () => {
    await problemsWith('sources.json', '[{"__proto__": {"polluted": true}}]');

    expect('polluted' in {}).toBe(false);
  });
});
