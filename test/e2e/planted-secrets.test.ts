import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inflateRawSync } from 'node:zlib';
import { Client, Connection } from '@temporalio/client';
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPostgres } from '../../bench/cluster/servers/postgres-server.ts';
import { type S3Server, startS3 } from '../../bench/cluster/servers/s3-server.ts';
import { portLike } from '../../bench/cluster/servers/server-process.ts';
import { startTemporalServer } from '../../workers/supervisor/temporal-server.ts';
import { replyTo } from '../support/builders/scripted-answers.ts';
import { type CliResult, LAMP_DOCUMENTS, workerEntry } from '../support/processes/cli.ts';
import { waitUntil } from '../support/processes/processes.ts';
import { readJson, serveApi } from '../support/processes/served-api.ts';
import { type EchoingServer, startEchoingServer } from '../support/servers/echoing-server.ts';
import { findPostgres } from '../support/servers/postgres.ts';
import { S3_PROGRAMS } from '../support/servers/s3-servers.ts';
import { raw, type ScriptedModelServer, startScriptedModelServer } from '../support/servers/scripted-model-server.ts';
import { type CommandWorld, createCommandWorld } from '../support/worlds/command-world.ts';
import { findTestBinary } from '../support/worlds/temporal.ts';

const programs = findPostgres();
const execute = promisify(execFile);
const QUESTION = 'How long does the harbour lamp burn on one filling?';

/** What stands in each planted secret, and nowhere else. */
const SIGN = `planted${randomBytes(8).toString('hex')}`;
const plantedIn = (name: string): string => `${SIGN}-${name}`;
const SECRETS = {
  OPENAI_API_KEY: plantedIn('model'),
  AWS_SECRET_ACCESS_KEY: plantedIn('bucket'),
  PLUMBLINE_HTTP_TOKEN: plantedIn('token'),
  TAVILY_API_KEY: plantedIn('tavily'),
  EXA_API_KEY: plantedIn('exa'),
  PLUMBLINE_SMTP_URL: `smtp://keeper:${plantedIn('mail')}@127.0.0.1:1`,
};

// Skipped where PostgreSQL is not installed.
describe.skipIf(programs === undefined)('secrets that are planted in all that a cluster is given', () => {
  let folder: string;
  let world: CommandWorld;
  let model: ScriptedModelServer;
  let services: EchoingServer;
  let cluster: Awaited<ReturnType<typeof startCluster>>;
  /** All that processes and servers said. */
  const said: string[] = [];
  const heard = ({ stdout, stderr }: CliResult): void => void said.push(stdout, stderr);
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'plumbline-planted-'));
    [world, model, services, cluster] = await Promise.all([
      createCommandWorld(LAMP_DOCUMENTS),
      startScriptedModelServer(),
      startEchoingServer(),
      startCluster(folder),
    ]);
  });
  afterAll(async () => {
    await world.close();
    await Promise.all([cluster.close(), model.close(), services.close()]);
    await rm(folder, { recursive: true, force: true });
  });

  const settingsOf = (home: string): NodeJS.ProcessEnv => ({
    ...SECRETS,
    ...cluster.settings,
    PLUMBLINE_HOME: join(folder, home),
    PLUMBLINE_TASK_QUEUE: 'planted',
    OPENAI_BASE_URL: model.baseURL,
    PLUMBLINE_MODEL: 'scripted',
    'web.tavily-url': `${services.origin}/tavily`,
    'web.exa-url': `${services.origin}/exa`,
    'notify.to': 'mailto:keeper@example.org',
  });

  it('are in no file, row, object, history, export, log, metric or answer, also when model and stores fail', async () => {
    // First the model repeats the key that it refuses.
    model.replyWith(raw(500, JSON.stringify({ error: { message: `wrong key ${SECRETS.OPENAI_API_KEY}` } })));
    model.answerBy((request) => replyTo(request));
    const metricsPort = await portLike(undefined);
    const worker = world
      .asProcesses({ ...settingsOf('worker'), 'worker.metrics-port': String(metricsPort) }, [], workerEntry())
      .start();
    await worker.prints('worker ready');
    const client = world.with(settingsOf('client'));

    const providers = ['--provider', 'tavily', '--provider', 'exa'];
    const research = await client.run('research', QUESTION, '--corpus', world.documents, '--id', 'p', ...providers);
    heard(research);
    const served = world.asProcesses(settingsOf('serving'));
    const api = await serveApi({ ...served, documents: world.documents });
    const token = { authorization: `Bearer ${SECRETS.PLUMBLINE_HTTP_TOKEN}` };
    const asked = await readJson(api.post('/api/query', { message: QUESTION }, token));
    const refused = await readJson(api.post('/api/query', { message: QUESTION }, { authorization: 'Bearer other' }));
    said.push(JSON.stringify([asked, refused]));
    for (const path of ['/metrics', '/api/runs', '/api/runs/p', '/api/settings', '/openapi.json', '/readyz']) {
      const response = await api.get(path, token);
      said.push(await response.text(), JSON.stringify([...response.headers]));
    }
    said.push(await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text());
    for (const format of ['markdown', 'html', 'docx', 'json', 'bundle']) {
      const path = join(folder, `exported.${format}`);
      const agreed = format === 'bundle' ? ['--yes'] : [];
      const exported = await client.run('report', 'p', '--format', format, '--out', path, ...agreed);
      heard(exported);
      expect([format, exported.code]).toEqual([format, 0]);
    }
    const [tables, histories] = [await cluster.dump(), await cluster.histories()];

    await cluster.s3.stop();
    const other = world.with(settingsOf('other'));
    for (const words of [['report', 'p'], ['doctor'], ['status', 'p']]) heard(await other.run(...words));
    await cluster.stopPostgres();
    for (const words of [['report', 'p'], ['doctor'], ['list', '--json']]) heard(await other.run(...words));
    said.push(await (await api.get('/api/runs', token)).text(), await (await api.get('/readyz')).text());
    api.command.interrupt();
    heard(await api.command.ended);
    worker.interrupt();
    await waitUntil(() => worker.process.exitCode !== null || worker.process.signalCode !== null);
    heard(await worker.ended);

    const files = await unpackedFiles(folder);
    expect([research.code, asked.status, refused.status]).toEqual([0, 200, 401]);
    // It was looked for where something is.
    for (const text of [tables, histories, files.join('\n')]) expect(text).toContain('nine hours');
    expect(services.statusesBelow('/tavily').size).toBeGreaterThan(0);
    expect(findSigns([tables, histories, ...said, ...files])).toEqual([]);
  });
});

/** Temporal, PostgreSQL and a bucket, with planted keys, each with its files below the folder. */
async function startCluster(folder: string) {
  const [program] = S3_PROGRAMS.filter(({ name }) => name === 's3rver');
  if (program === undefined) throw new Error('s3rver is a package of the project');
  await mkdir(join(folder, 's3'));
  const temporal = await startTemporalServer({
    binary: await findTestBinary(),
    databaseFile: join(folder, 'temporal', 'temporal.db'),
    logFile: join(folder, 'temporal', 'temporal.log'),
    preferredPorts: [],
    withUi: false,
    signal: new AbortController().signal,
  });
  const outside = await mkdtemp(join(tmpdir(), 'plumbline-postgres-'));
  const parameters = { fsync: 'off', shared_buffers: '16MB', log_statement: 'none' };
  const postgres = await startPostgres({
    programs: programs ?? '',
    folder: outside,
    port: await portLike(undefined),
    password: plantedIn('postgres'),
    parameters,
  });
  await postgres.query('CREATE DATABASE planted');
  const database = postgres.urlOf('planted');
  const keys = { accessKeyId: 'key', secretAccessKey: SECRETS.AWS_SECRET_ACCESS_KEY };
  const s3: S3Server = await startS3(program, { folder: join(folder, 's3'), port: await portLike(undefined), keys });
  return {
    s3,
    settings: {
      TEMPORAL_ADDRESS: temporal.address,
      PLUMBLINE_DATABASE_URL: database,
      'storage.blobs': `s3://${s3.settings.bucket}/texts`,
      'storage.blobs-endpoint': s3.settings.endpoint ?? '',
      AWS_ACCESS_KEY_ID: s3.settings.accessKeyId,
    },
    /** All tables as text, with what is stored as bytes. */
    async dump(): Promise<string> {
      const dumped = await execute(join(programs ?? '', 'pg_dump'), [database], { maxBuffer: 2 ** 28 });
      const bytes = dumped.stdout.replaceAll(/\\x([0-9a-f]{8,})/g, (_, hex: string) =>
        Buffer.from(hex, 'hex').toString('latin1'),
      );
      return `${dumped.stdout}\n${bytes}`;
    },
    /** Of all workflows, with their payloads decoded. */
    async histories(): Promise<string> {
      const connection = await Connection.connect({ address: temporal.address, connectTimeout: 120_000 });
      const client = new Client({ connection });
      const texts: string[] = [];
      for await (const { workflowId, runId, memo } of client.workflow.list()) {
        const history = await client.workflow.getHandle(workflowId, runId).fetchHistory();
        texts.push(JSON.stringify(memo), historyToJSON(history));
      }
      await connection.close();
      return texts
        .join('\n')
        .replaceAll(/"data": ?"([^"]+)"/g, (_, data: string) => Buffer.from(data, 'base64').toString('latin1'));
    },
    stopPostgres: () => postgres.stop('SIGQUIT'),
    async close() {
      await Promise.all([temporal.stop(), postgres.stop('SIGQUIT'), s3.stop()]);
      await rm(outside, { recursive: true, force: true });
    },
  };
}

/** The texts of all files, and of what the entries of ZIP archives unpack to. */
async function unpackedFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  // Databases remove their journals at any moment.
  const contents = await Promise.all(paths.map((path) => readFile(path).catch(() => Buffer.of())));
  return contents.flatMap((bytes) => [bytes.toString('latin1'), ...entriesOf(bytes)]);
}

function entriesOf(bytes: Buffer): string[] {
  const texts: string[] = [];
  for (let at = bytes.indexOf('PK\u0003\u0004'); at !== -1; at = bytes.indexOf('PK\u0003\u0004', at + 4)) {
    const start = at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28);
    if (bytes.readUInt16LE(at + 8) === 8) texts.push(inflateRawSync(bytes.subarray(start)).toString('latin1'));
  }
  return texts;
}

/** What stands around each planted secret, whole, encoded for an address or in base 64. */
function findSigns(texts: readonly string[]): string[] {
  const encoded = ['keeper:', 'plumbline:', ''].map((before) =>
    Buffer.from(`${before}${SIGN}`).toString('base64').slice(0, 24),
  );
  return texts.flatMap((text) =>
    [SIGN, ...encoded].flatMap((sign) => {
      const at = text.indexOf(sign);
      return at === -1 ? [] : [text.slice(Math.max(0, at - 100), at + 80)];
    }),
  );
}
