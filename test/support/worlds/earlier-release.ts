import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { bundleWorkflows } from './workflow-world.ts';

/** The release before the present one. */
const EARLIER_RELEASE = '1-baseline';

/** The worker insists on a map; releases are kept without theirs, which is twice as long as the code. */
const EMPTY_SOURCE_MAP = Buffer.from(
  '{"version":3,"file":"release.js","sources":[],"names":[],"mappings":""}',
).toString('base64');
const SOURCE_MAP = '//# sourceMappingURL=';

const fileOf = (name: string): URL => new URL(`../../fixtures/releases/${name}.js.gz`, import.meta.url);

/** Workflow code of the release before, as it was deployed. */
export async function loadEarlierRelease(): Promise<{ readonly code: string }> {
  const code = (await promisify(gunzip)(await readFile(fileOf(EARLIER_RELEASE)))).toString('utf8');
  return { code: `${code}\n${SOURCE_MAP}data:application/json;charset=utf-8;base64,${EMPTY_SOURCE_MAP}` };
}

/** Keeps the workflow code of this checkout as a release: `node test/support/worlds/earlier-release.ts <name>`. */
async function keepRelease(name: string): Promise<void> {
  const { code } = await bundleWorkflows();
  await writeFile(fileOf(name), await promisify(gzip)(code.slice(0, code.lastIndexOf(SOURCE_MAP)), { level: 9 }));
}

const [, script, name] = process.argv;
if (script !== undefined && import.meta.filename === script && name !== undefined) await keepRelease(name);
