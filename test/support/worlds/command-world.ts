import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import type { EmbeddedState } from '@plumbline/contracts/common/embedded-state';
import type { ResearchRecord } from '@plumbline/contracts/report/report';
import { inject } from 'vitest';
import { InterruptedError } from '../../../client/cli/context/command-context.ts';
import { main } from '../../../client/cli/program.ts';
import { readState } from '../../../client/connection/embedded.ts';
import {
  CLI_ENTRY,
  type CliResult,
  type CommandUnderWay,
  LAMP_DOCUMENTS,
  Printed,
  type RunningCommand,
  startCommand,
  stopEmbedded,
  withoutSettings,
} from '../processes/cli.ts';
import { startWorkerHere } from './worker-here.ts';

/** Commands, in this process or as processes of their own. */
export interface Commands<Command extends CommandUnderWay = CommandUnderWay> {
  readonly run: (...words: string[]) => Promise<CliResult>;
  /** Runs a command that reads this from its standard input. */
  readonly runWithInput: (input: string, ...words: string[]) => Promise<CliResult>;
  readonly start: (...words: string[]) => Command;
}

/** A home, a folder of documents, and commands in this process: they print and end as processes do, see `both-ways.test.ts`. */
export interface CommandWorld extends Commands {
  readonly home: string;
  readonly documents: string;
  /** Of its commands. */
  readonly environment: NodeJS.ProcessEnv;
  /** The same world with other settings. */
  with(environment: NodeJS.ProcessEnv): Commands;
  /** The same commands as processes. */
  asProcesses(environment?: NodeJS.ProcessEnv, launcher?: readonly string[], entry?: string): Commands<RunningCommand>;
  /** Of the supervisor of the home, if it has an embedded server. */
  state(): Promise<EmbeddedState | undefined>;
  record(researchId: string): Promise<ResearchRecord>;
  /** Ends whatever still runs, and removes the folders. */
  close(): Promise<void>;
}

/** Settings of a command whose worker is on this machine: folders and providers are looked for before anything starts. */
export const EMBEDDED: NodeJS.ProcessEnv = { TEMPORAL_ADDRESS: '' };

/** Without a Temporal server, until a command starts the embedded one. Leave that to processes: they have it compiled. */
export async function createCommandWorld(
  documents: Readonly<Record<string, string>> = LAMP_DOCUMENTS,
  settings: NodeJS.ProcessEnv = {},
): Promise<CommandWorld> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-world-'));
  const home = join(folder, 'home');
  const corpus = join(folder, 'documents');
  await mkdir(corpus);
  for (const [name, text] of Object.entries(documents)) await writeFile(join(corpus, name), text);
  const own = { ...withoutSettings(process.env), PLUMBLINE_HOME: home, PLUMBLINE_TEMPORAL_PORT: '0' };
  const environment = { ...own, ...settings };
  const here: CommandUnderWay[] = [];
  const processes: RunningCommand[] = [];
  const commandsHere = (changes: NodeJS.ProcessEnv): Commands =>
    commandsBy((words, input) => startHere(words, { ...environment, ...changes }, input), here);
  return {
    home,
    documents: corpus,
    environment,
    ...commandsHere({}),
    with: commandsHere,
    asProcesses: (changes = {}, launcher = [], entry = CLI_ENTRY) =>
      commandsBy((words, input) => {
        const program = [...launcher, process.execPath, entry, ...words];
        return startCommand(program, { ...environment, ...changes }, input);
      }, processes),
    state: () => readState(home),
    async record(researchId) {
      return JSON.parse(await readFile(join(home, 'runs', researchId, 'report.json'), 'utf8')) as ResearchRecord;
    },
    async close() {
      // A command that still runs would keep the server, or start it again.
      for (const command of processes) command.process.kill('SIGKILL');
      for (const command of here) command.interrupt();
      await Promise.allSettled([...processes, ...here].map(({ ended }) => ended));
      await stopEmbedded(home);
      await rm(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

/**
 * On the Temporal server of the ring, with a worker in this process. The queue carries the id of the store, but ids of runs
 * are those of the server: no two files may use the same.
 */
export async function createServedWorld(
  documents: Readonly<Record<string, string>> = LAMP_DOCUMENTS,
  settings: NodeJS.ProcessEnv = {},
): Promise<CommandWorld> {
  const world = await createCommandWorld(documents, { TEMPORAL_ADDRESS: inject('temporalAddress'), ...settings });
  const worker = await startWorkerHere(world.environment);
  return {
    ...world,
    async close() {
      // It would go on writing to the folder that is removed.
      await worker.stop();
      await world.close();
    },
  };
}

function commandsBy<Command extends CommandUnderWay>(
  startOne: (words: readonly string[], input: string) => Command,
  started: Command[],
): Commands<Command> {
  const start = (words: readonly string[], input = ''): Command => {
    const command = startOne(words, input);
    started.push(command);
    return command;
  };
  return {
    start: (...words) => start(words),
    run: (...words) => start(words).ended,
    runWithInput: (input, ...words) => start(words, input).ended,
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
