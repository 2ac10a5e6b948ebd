import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answer, type ProviderServer, startProviderServer } from '../support/servers/provider-server.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const ADAPTER = `import { z } from 'zod';
import type { ProviderDefinition } from './provider-definition.ts';

const answerSchema = z.object({ found: z.array(z.object({ url: z.string(), title: z.string() })) });

export const lighthouse: ProviderDefinition<'lighthouse'> = {
  name: 'lighthouse',
  kind: 'general',
  baseUrl: 'https://lighthouse.example',
  baseUrlVariable: 'LIGHTHOUSE_URL',
  keyVariable: 'LIGHTHOUSE_API_KEY',
  requiredVariables: ['LIGHTHOUSE_API_KEY'],
  requestsPerSecond: 7,
  maxConcurrent: 3,
  async search({ query }, client) {
    const { found } = await client.ask({ path: '/find', parameters: { q: query }, schema: answerSchema });
    return found.map((entry) => ({ ...entry, snippet: '' }));
  },
};
`;

/** The path below the copy of a file that is named as this one would import it. */
const inCopy = (specifier: string): string => specifier.replace(/^(?:\.\.\/)+/, './');

/** What every part of the program knows of the provider, as JSON. */
const PROBE = `
import { createSearchProviders } from '${inCopy('../../packages/web/search/search-providers.ts')}';
import { webSettingsSchema } from '${inCopy('../../workflows/contracts/common/web-search.ts')}';
import { loadWorkerConfig } from '${inCopy('../../workers/config/worker-config.ts')}';
import { listProviders } from '${inCopy('../../workers/assembly/tools.ts')}';
import { checkSources } from '${inCopy('../../workers/lifecycle/source-checks.ts')}';
import { providerQueues } from '${inCopy('../../workers/assembly/research-workers.ts')}';
import { collectProvider } from '${inCopy('../../client/cli/options/option-values.ts')}';
const { web } = loadWorkerConfig(process.env);
const query = { query: 'lamp', language: 'en', topK: 5, domainAllow: [], domainBlock: [], since: null };
console.log(JSON.stringify({
  setup: listProviders(process.env).find(({ name }) => name === 'lighthouse'),
  isReadyWithoutKey: listProviders({}).find(({ name }) => name === 'lighthouse').isReady,
  doctor: await checkSources(web),
  queue: providerQueues().find(({ queue }) => queue === 'web-lighthouse').options,
  option: collectProvider('lighthouse'),
  request: webSettingsSchema.parse({ providers: ['lighthouse'] }).providers,
  results: await createSearchProviders(web).open('lighthouse').search({ ...query, signal: AbortSignal.timeout(120_000) }),
}));
process.exit(0);
`;

let copy: string;
let server: ProviderServer;

beforeAll(async () => {
  copy = mkdtempSync(join(tmpdir(), 'added-provider-'));
  for (const folder of ['workflows', 'activities', 'packages', 'workers', 'client', 'payloads', 'package.json']) {
    cpSync(join(ROOT, folder), join(copy, folder), { recursive: true });
  }
  const libraries = join(copy, 'node_modules');
  mkdirSync(libraries);
  for (const name of readdirSync(join(ROOT, 'node_modules')).filter((each) => each !== '@plumbline'))
    symlinkSync(join(ROOT, 'node_modules', name), join(libraries, name));
  // These links are relative: they lead to the copied packages.
  cpSync(join(ROOT, 'node_modules/@plumbline'), join(libraries, '@plumbline'), {
    recursive: true,
    verbatimSymlinks: true,
  });
  const providers = join(copy, 'packages/web/search');
  writeFileSync(join(providers, 'lighthouse.ts'), ADAPTER);
  change(join(providers, 'registry.ts'), (text) => `${text}export { lighthouse } from './lighthouse.ts';\n`);
  change(join(copy, 'workflows/contracts/common/web-search.ts'), (text) =>
    text.replace('WEB_PROVIDERS = [', "WEB_PROVIDERS = [\n  'lighthouse',"),
  );
  server = await startProviderServer();
});
afterAll(async () => {
  await server.close();
  rmSync(copy, { recursive: true, force: true });
});

function change(path: string, edit: (text: string) => string): void {
  writeFileSync(path, edit(readFileSync(path, 'utf8')));
}

describe('a search provider added by a file, a line in the registry and its name in the contract', () => {
  it('is searched, and has a queue, settings, a line in doctor and a command line option', async () => {
    server.replyWith(answer(200, '{"found": [{"url": "https://lamp.example/", "title": "The lamp"}]}'));

    const env = { PATH: process.env['PATH'], LIGHTHOUSE_API_KEY: 'key', LIGHTHOUSE_URL: server.baseUrl };
    const args = ['--input-type=module', '--eval', PROBE];
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: copy, env });

    expect(JSON.parse(stdout)).toMatchObject({
      setup: { isGeneral: true, variables: ['LIGHTHOUSE_API_KEY'], isReady: true },
      isReadyWithoutKey: false,
      doctor: expect.stringContaining('ready: lighthouse (general), '),
      queue: { maxTaskQueueActivitiesPerSecond: 7, maxConcurrentActivityTaskExecutions: 3 },
      option: ['lighthouse'],
      request: ['lighthouse'],
      results: [{ url: 'https://lamp.example/', title: 'The lamp' }],
    });
    expect(server.requests[0]).toMatchObject({ path: '/find', parameters: { q: 'lamp' } });
  });
});
