import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, onTestFinished } from 'vitest';
import { replyTo } from '../support/builders/scripted-answers.ts';
import { type CliResult, LAMP_DOCUMENTS, workerEntry } from '../support/processes/cli.ts';
import { waitUntil } from '../support/processes/processes.ts';
import { type EchoingServer, startEchoingServer } from '../support/servers/echoing-server.ts';
import { raw, type ScriptedModelServer, startScriptedModelServer } from '../support/servers/scripted-model-server.ts';
import { type CommandWorld, createCommandWorld } from '../support/worlds/command-world.ts';

const QUESTION = 'How long does the harbour lamp burn on one filling?';

/** Each is found again by its own word, in whatever company and however much of it is cut off. */
const secret = (name: string): string => `planted-${name}-${randomBytes(6).toString('hex')}/+=`;
const SECRETS = {
  model: secret('model'),
  embedding: secret('embedding'),
  rerank: secret('rerank'),
  tavily: secret('tavily'),
  brave: secret('brave'),
  exa: secret('exa'),
  openalex: secret('openalex'),
  searxng: secret('searxng'),
  database: secret('database'),
};
/** What a basic authentication makes of the credentials in an address. */
const BASIC = Buffer.from(`keeper:${SECRETS.searxng}`).toString('base64');

let world: CommandWorld;
let services: EchoingServer;
let model: ScriptedModelServer;
let printed: CliResult[];
beforeAll(async () => {
  [world, services, model] = await Promise.all([
    createCommandWorld(),
    startEchoingServer(),
    startScriptedModelServer(),
  ]);
});
beforeEach(() => {
  printed = [];
});
afterAll(async () => {
  await world.close();
  await Promise.all([services.close(), model.close()]);
});

function environment(): NodeJS.ProcessEnv {
  const { origin, host } = services;
  return {
    OPENAI_API_KEY: SECRETS.model,
    OPENAI_BASE_URL: model.baseURL,
    PLUMBLINE_MODEL: 'scripted',
    PLUMBLINE_EMBEDDING_API_KEY: SECRETS.embedding,
    PLUMBLINE_EMBEDDING_BASE_URL: `${origin}/embedding`,
    PLUMBLINE_EMBEDDING_MODEL: 'scripted',
    'rerank.key': SECRETS.rerank,
    'rerank.endpoint': `${origin}/rerank`,
    SEARXNG_URL: `http://keeper:${encodeURIComponent(SECRETS.searxng)}@${host}/searxng`,
    TAVILY_API_KEY: SECRETS.tavily,
    'web.tavily-url': `${origin}/tavily`,
    BRAVE_API_KEY: SECRETS.brave,
    'web.brave-url': `${origin}/brave`,
    EXA_API_KEY: SECRETS.exa,
    'web.exa-url': `${origin}/exa`,
    OPENALEX_API_KEY: SECRETS.openalex,
    'web.openalex-url': `${origin}/openalex`,
  };
}

const PROVIDERS = ['searxng', 'tavily', 'brave', 'exa', 'openalex'].flatMap((name) => ['--provider', name]);

/** What the processes said and what lies in a home, the server's database and all logs included, and in further folders. */
async function readEverything(...folders: string[]): Promise<string> {
  const stored = await Promise.all([world.home, ...folders].map(readFolder));
  return [...stored.flat(), ...saidBy(printed)].join('\n');
}

const saidBy = (results: readonly CliResult[]): string[] => results.flatMap(({ stdout, stderr }) => [stdout, stderr]);

async function readFolder(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  // Databases remove their journals at any moment.
  return Promise.all(files.map((path) => readFile(path, 'latin1').catch(() => '')));
}

/** The secrets of which a part is found, with what stands around it. */
function findLeaks(text: string): string[] {
  const words = [...Object.keys(SECRETS).map((name) => `planted-${name}`), BASIC.slice(0, 20)];
  return words.flatMap((word) => {
    const at = text.indexOf(word);
    return at === -1 ? [] : [text.slice(Math.max(0, at - 100), at + 100)];
  });
}

describe('secrets of the environment, when every endpoint fails and echoes them', () => {
  beforeAll(async () => {
    await world.asProcesses(environment()).run('up');
  });

  it('are neither stored nor printed by a run that ends with a report', async () => {
    const said = JSON.stringify({ error: { message: `Incorrect API key provided: ${SECRETS.model}` } });
    model.replyWith(raw(500, said), raw(429, said, { 'retry-after-ms': '1' }), raw(200, `<p>${SECRETS.model}</p>`));
    model.answerBy((request) => replyTo(request));
    const { run, start } = world.with(environment());

    const command = start('research', QUESTION, '--corpus', world.documents, ...PROVIDERS, '--id', 'echoed');
    await waitUntil(() => model.requests.length >= 3);
    // By itself the run retries two minutes after an answer that looks like a wrong address.
    await waitUntil(async () => (await run('status', 'echoed', '--json')).stdout.includes('no chat completion'));
    await run('resume', 'echoed', '--detach');
    const research = await command.ended;
    printed.push(research, await run('status', 'echoed', '--json'), await run('doctor'), await run('doctor', '--json'));

    const everything = await readEverything();
    expect(research.code).toBe(0);
    for (const name of PROVIDERS.filter((word) => word !== '--provider')) {
      expect([name, services.statusesBelow(`/${name}`).size > 0]).toEqual([name, true]);
      expect(everything).toMatch(new RegExp(`${name} answered 4`, 'i'));
    }
    expect(findLeaks(everything)).toEqual([]);
  });

  it('are neither stored nor printed by a run whose model refuses the key', async () => {
    const asked = model.requests.length;
    model.answerBy(() =>
      raw(401, JSON.stringify({ error: { message: `Incorrect API key provided: ${SECRETS.model}` } })),
    );
    const { run, start } = world.with(environment());

    const command = start('research', QUESTION, '--corpus', world.documents, '--id', 'refused');
    await waitUntil(() => model.requests.length > asked);
    await waitUntil(async () => (await run('status', 'refused', '--json')).stdout.includes('answered 401'));
    printed.push(await run('status', 'refused', '--json'), await run('status', 'refused'));
    command.interrupt();
    printed.push(await command.ended, await run('finish', 'refused', '--without-report'), await run('list'));

    expect(findLeaks(await readEverything())).toEqual([]);
  });

  it('are not shown by doctor when they are in addresses', async () => {
    const address = `http://keeper:${encodeURIComponent(SECRETS.model)}@${services.host}/v1`;
    const { run } = world.with({
      OPENAI_BASE_URL: address,
      PLUMBLINE_MODEL: 'scripted',
      PLUMBLINE_EMBEDDING_BASE_URL: address,
      PLUMBLINE_EMBEDDING_MODEL: 'scripted',
      'rerank.endpoint': address,
      SEARXNG_URL: address,
    });

    printed.push(await run('doctor'), await run('doctor', '--json'));

    expect(saidBy(printed).join('\n')).toContain('SEARXNG_URL');
    expect(findLeaks(await readEverything())).toEqual([]);
  });

  it('are not shown when the database is unreachable', async () => {
    const address = `postgres://keeper:${encodeURIComponent(SECRETS.database)}@127.0.0.1:1/plumbline`;
    const other = await createCommandWorld();
    onTestFinished(() => other.close());
    const settings = { PLUMBLINE_DATABASE_URL: address };
    const { run } = other.with(settings);

    printed.push(await run('doctor'), await other.asProcesses(settings).run('up'), await run('down'));

    expect(findLeaks(await readEverything(other.home))).toEqual([]);
  });

  it('are not stored when they are encryption keys', async () => {
    const key = randomBytes(32);
    const other = await createCommandWorld(LAMP_DOCUMENTS, {
      TEMPORAL_ADDRESS: inject('temporalAddress'),
      PLUMBLINE_ENCRYPTION_KEYS: `first:${key.toString('base64')}`,
    });
    onTestFinished(() => other.close());
    const worker = other.asProcesses({}, [], workerEntry()).start();
    await worker.prints('worker ready');

    const research = await other.run('research', QUESTION, '--corpus', other.documents, '--id', 'encrypted', '--json');
    printed.push(research, await other.run('doctor'), await other.run('status', 'encrypted'));
    worker.interrupt();
    printed.push(await worker.ended);

    expect(research.code).toBe(0);
    const everything = await readEverything(other.home, inject('temporalFolder'));
    expect(everything).toContain('encryption-key-id');
    for (const form of [key.toString('base64'), key.toString('hex'), key.toString('latin1')]) {
      expect(everything.includes(form)).toBe(false);
    }
  });
});
