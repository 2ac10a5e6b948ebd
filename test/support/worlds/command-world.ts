import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { inject } from 'vitest';
import { main } from '../../../client/cli/command-line.ts';
import { InterruptedError } from '../../../client/cli/context/command-context.ts';
import type { ResearchRecord } from '../../../workflows/contracts/report/report.ts';
import {
  CLI_ENTRY,
  type CliResult,
  type CommandUnderWay,
  LAMP_DOCUMENTS,
  Printed,
  startCommand,
  withoutSettings,
} from '../processes/cli.ts';
import { startWorkerHere, type WorkerHere } from './worker-here.ts';

/** Commands in this process, which print and end as they do in one of their own (`test/e2e/both-ways.test.ts`). */
export interface Commands {
  run(...words: string[]): Promise<CliResult>;
  /** Runs a command that reads this from its standard input. */
  runWithInput(input: string, ...words: string[]): Promise<CliResult>;
  start(...words: string[]): CommandUnderWay;
}

/** A home, a folder of documents, and commands in this process. */
export interface CommandWorld extends Commands {
  readonly home: string;
  readonly documents: string;
  /** Of its commands. */
  readonly environment: NodeJS.ProcessEnv;
  /** The same world with other settings. */
  with(environment: NodeJS.ProcessEnv): Commands;
  /** A command as a process of its own. */
  runAsProcess(...words: string[]): Promise<CliResult>;
  record(researchId: string): Promise<ResearchRecord>;
  /** Ends whatever still runs, and removes the folders. */
  close(): Promise<void>;
}

/** Without a Temporal server. */
export async function createCommandWorld(
  documents: Readonly<Record<string, string>> = LAMP_DOCUMENTS,
  settings: NodeJS.ProcessEnv = {},
): Promise<CommandWorld> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-world-'));
  const home = join(folder, 'home');
  const corpus = join(folder, 'documents');
  await mkdir(corpus);
  for (const [name, text] of Object.entries(documents)) await writeFile(join(corpus, name), text);
  const environment = {
    ...withoutSettings(process.env),
    PLUMBLINE_HOME: home,
    PLUMBLINE_TEMPORAL_PORT: '0',
    ...settings,
  };
  const started: CommandUnderWay[] = [];
  const commands = (changes: NodeJS.ProcessEnv): Commands => {
    const start = (words: readonly string[], input = ''): CommandUnderWay => {
      const command = startHere(words, { ...environment, ...changes }, input);
      started.push(command);
      return command;
    };
    return {
      start: (...words) => start(words),
      run: (...words) => start(words).ended,
      runWithInput: (input, ...words) => start(words, input).ended,
    };
  };
  return {
    home,
    documents: corpus,
    environment,
    ...commands({}),
    with: commands,
    runAsProcess: (...words) => startCommand([process.execPath, CLI_ENTRY, ...words], environment).ended,
    async record(researchId) {
      return JSON.parse(await readFile(join(home, 'runs', researchId, 'report.json'), 'utf8')) as ResearchRecord;
    },
    async close() {
      for (const command of started) command.interrupt();
      await Promise.allSettled(started.map(({ ended }) => ended));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** On the Temporal server of the ring, with a worker in this process; the home has a task queue of its own. */
export async function createServedWorld(
  documents: Readonly<Record<string, string>> = LAMP_DOCUMENTS,
  settings: NodeJS.ProcessEnv = {},
): Promise<CommandWorld> {
  const world = await createCommandWorld(documents, { TEMPORAL_ADDRESS: inject('temporalAddress'), ...settings });
  let worker: WorkerHere;
  try {
    worker = await startWorkerHere(world.environment);
  } catch (error) {
    await world.close();
    throw error;
  }
  return {
    ...world,
    async close() {
      await worker.stop();
      await world.close();
    },
  };
}

function startHere(words: readonly string[], environment: NodeJS.ProcessEnv, input: string): CommandUnderWay {
  const printed = new Printed();
  const interruption = new AbortController();
  const streams = {
    stdin: Readable.from(input === '' ? [] : [Buffer.from(input)]),
    stdout: streamTo((text) => printed.add('stdout', text)),
    stderr: streamTo((text) => printed.add('stderr', text)),
  };
  const ended = main(words, streams, environment, interruption).then((code): CliResult => {
    const { stdout, stderr } = printed;
    return { code, stdout, stderr };
  });
  return {
    ended,
    prints: (text) => printed.until(text, ended),
    interrupt: () => interruption.abort(new InterruptedError()),
  };
}

function streamTo(add: (text: string) => void): Writable {
  return new Writable({
    decodeStrings: false,
    write(chunk: string | Buffer, _encoding, done) {
      add(String(chunk));
      done();
    },
  });
}
