import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type S3Server, startS3 } from '../../bench/cluster/servers/s3-server.ts';
import { portLike } from '../../bench/cluster/servers/server-process.ts';
import { startTemporalServer, type TemporalServer } from '../../workers/supervisor/temporal-server.ts';
import { answerWholeRun, type ScriptedAnswers } from '../support/builders/scripted-answers.ts';
import { type RunningCommand, workerEntry } from '../support/processes/cli.ts';
import { findPostgres, startPostgres, type TestPostgres } from '../support/servers/postgres.ts';
import { S3_PROGRAMS } from '../support/servers/s3-servers.ts';
import { type CommandWorld, createCommandWorld } from '../support/worlds/command-world.ts';
import { findTestBinary } from '../support/worlds/temporal.ts';

const programs = findPostgres();
const execute = promisify(execFile);
const QUESTION = 'How long does the harbour lamp burn on one filling?';

/** The three servers of a cluster, each with its data in a folder of its own. */
interface Servers {
  readonly temporal: TemporalServer;
  readonly postgres: TestPostgres;
  readonly database: string;
  readonly s3: S3Server;
  close(): Promise<void>;
}

// Skipped where PostgreSQL is not installed.
describe.skipIf(programs === undefined)(
  'a backup of PostgreSQL, Temporal and a bucket, made while runs continue',
  () => {
    let folder: string;
    let world: CommandWorld;
    let model: ScriptedAnswers;
    const started: Servers[] = [];
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'plumbline-cluster-'));
      [world, model] = await Promise.all([createCommandWorld(), answerWholeRun({ hangOnceAt: 'extract-findings' })]);
    });
    afterAll(async () => {
      await world.close();
      await Promise.all([...started.map((servers) => servers.close()), model.close()]);
      await rm(folder, { recursive: true, force: true });
    });

    /** @param place where Temporal and the bucket have, or find, their data */
    async function startServers(place: string): Promise<Servers> {
      const [program] = S3_PROGRAMS.filter(({ name }) => name === 's3rver');
      if (program === undefined) throw new Error('s3rver is a package of the project');
      await mkdir(join(place, 's3'), { recursive: true });
      const [temporal, postgres, s3] = await Promise.all([
        startTemporalServer({
          binary: await findTestBinary(),
          databaseFile: join(place, 'temporal.db'),
          logFile: join(place, 'temporal.log'),
          preferredPorts: [],
          withUi: false,
          signal: new AbortController().signal,
        }),
        startPostgres(programs ?? ''),
        startS3(program, {
          folder: join(place, 's3'),
          port: await portLike(undefined),
          keys: { accessKeyId: 'key', secretAccessKey: 'secret' },
        }),
      ]);
      const close = async () => {
        await Promise.all([temporal.stop(), postgres.close(), s3.stop()]);
      };
      const servers = { temporal, postgres, s3, database: await postgres.createDatabase(), close };
      started.push(servers);
      return servers;
    }

    /** Every client and worker has a home of its own, and loses it. */
    const settingsOf = ({ temporal, database, s3 }: Servers, home: string): NodeJS.ProcessEnv => ({
      TEMPORAL_ADDRESS: temporal.address,
      PLUMBLINE_TASK_QUEUE: 'backed-up',
      PLUMBLINE_HOME: join(folder, home),
      PLUMBLINE_DATABASE_URL: database,
      'storage.blobs': `s3://${s3.settings.bucket}/texts`,
      'storage.blobs-endpoint': s3.settings.endpoint ?? '',
      AWS_ACCESS_KEY_ID: s3.settings.accessKeyId,
      AWS_SECRET_ACCESS_KEY: s3.settings.secretAccessKey,
      OPENAI_BASE_URL: model.baseURL,
      PLUMBLINE_MODEL: 'scripted',
    });

    async function startWorker(servers: Servers, home: string): Promise<RunningCommand> {
      const worker = world.asProcesses(settingsOf(servers, home), [], workerEntry()).start();
      await worker.prints('worker ready');
      return worker;
    }

    /** In the order of docs/operations.md: what refers to something is copied before it. */
    async function backUp({ database }: Servers, from: string, to: string): Promise<void> {
      await mkdir(to);
      const temporal = new DatabaseSync(join(from, 'temporal.db'), { enableDoubleQuotedStringLiterals: true });
      temporal.prepare('VACUUM INTO ?').run(join(to, 'temporal.db'));
      temporal.close();
      await execute(join(programs ?? '', 'pg_dump'), ['--format=custom', '--file', join(to, 'state.dump'), database]);
      await cp(join(from, 's3', 'data'), join(to, 's3', 'data'), { recursive: true });
    }

    it('is restored on new servers: a report of before verifies, and a run that was under way ends', async () => {
      const [before, copy] = [join(folder, 'before'), join(folder, 'copy')];
      const first = await startServers(before);
      const worker = await startWorker(first, 'worker');
      const client = world.with(settingsOf(first, 'client'));
      const research = (id: string, ...more: string[]) =>
        client.run('research', QUESTION, '--corpus', world.documents, '--id', id, ...more);
      await research('halved', '--detach');
      await model.hanging;
      const published = await research('published');
      const report = await client.run('report', 'published');

      await backUp(first, before, copy);
      worker.process.kill('SIGKILL');
      await worker.ended;
      await first.close();
      started.length = 0;
      const second = await startServers(copy);
      await execute(join(programs ?? '', 'pg_restore'), [
        '--no-owner',
        '--dbname',
        second.database,
        join(copy, 'state.dump'),
      ]);
      await startWorker(second, 'another-worker');
      const restored = world.with(settingsOf(second, 'another-client'));
      const resumed = await restored.run('resume', 'halved');
      const again = await restored.run('report', 'published');
      const verified = await Promise.all(['published', 'halved'].map((id) => restored.run('verify', id)));

      expect([published.code, report.code, resumed.code, again.code]).toEqual([0, 0, 0, 0]);
      expect(again.stdout).toBe(report.stdout);
      expect(again.stdout).toContain('nine hours');
      expect(verified.map(({ code, stderr }) => [code, stderr])).toEqual([
        [0, ''],
        [0, ''],
      ]);
    });
  },
);
