import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleWorkflows } from '../support/worlds/workflow-world.ts';

/** What Temporal's workflow runtime brings along, zod, and SHA-256 in plain JavaScript. Anything new here is a decision. */
const ALLOWED_PACKAGES = ['@noble/hashes', 'long', 'ms', 'nexus-rpc', 'zod'];

/** Our own files and the foreign packages in a bundle, by the module names that webpack writes. */
function contentsOf(code: string): { packages: string[]; folders: string[] } {
  const names = [...code.matchAll(/\n\/\*{3}\/ "(\.[^"]+)"/g)].map((match) => match[1] ?? '');
  const packages = names.flatMap((name) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(name)?.[1] ?? []);
  const own = names.filter((name) => !name.includes('node_modules') && name.endsWith('.ts'));
  const folders = own.map((name) => name.replace(/^\.\//, '').split('/')[0] ?? '');
  const distinct = (values: string[]): string[] => [...new Set(values)].sort();
  return {
    packages: distinct(packages).filter((name) => !name.startsWith('@temporalio/')),
    folders: distinct(folders),
  };
}

describe('the workflow bundle', () => {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  let planted: string;
  beforeAll(async () => {
    planted = await mkdtemp(`${root}test/architecture/planted-`);
  });
  afterAll(() => rm(planted, { recursive: true, force: true }));

  it('contains our workflows, the Temporal runtime, zod and SHA-256, and nothing else', async () => {
    const { code } = await bundleWorkflows();

    const { packages, folders } = contentsOf(code);
    expect(packages).toEqual(ALLOWED_PACKAGES);
    expect(folders).toEqual(['workflows']);
  });

  it('shares the contracts of every folder, so that none of them is built again or frozen', async () => {
    const entries = await readdir(`${root}workflows/contracts`, { withFileTypes: true });
    const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);

    const { code } = await bundleWorkflows();

    const shared = [...code.matchAll(/\n\/\*{3}\/ "\.\/workflows\/contracts\/([a-z]+) sync/g)].map(
      (match) => match[1] ?? '',
    );
    expect(folders.length).toBeGreaterThan(3);
    expect(shared.toSorted()).toEqual(folders.toSorted());
  });

  it('has no contract with schemas outside of these folders', async () => {
    const entries = await readdir(`${root}workflows/contracts`, { withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile()).map(({ name }) => name);

    const texts = await Promise.all(files.map((name) => readFile(`${root}workflows/contracts/${name}`, 'utf8')));

    expect(texts.filter((text) => text.includes("from 'zod'"))).toEqual([]);
  });

  it('contains more when a workflow imports more', async () => {
    await writeFile(
      `${planted}/index.ts`,
      "import { jsonrepair } from 'jsonrepair';\nexport const repair = jsonrepair;\n",
    );

    const { code } = await bundleWorkflows(`${planted}/index.ts`);

    expect(contentsOf(code).packages).toContain('jsonrepair');
  });
});
