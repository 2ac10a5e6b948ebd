import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { EmbeddedState } from '@plumbline/contracts/common/embedded-state';
import type { ResearchRecord } from '@plumbline/contracts/report/report';
import { readState, stop } from '../../../client/connection/embedded.ts';
import { findCompiled } from '../../../workers/install/compiled-program.js';
import { WORKER_ENTRY } from '../../../workers/supervisor/worker-program.ts';
import { countEmbedded, countStarted } from '../worlds/started.ts';

/** The program as `npx plumbline` starts it. */
export const CLI_ENTRY = fileURLToPath(new URL('../../../client/cli/plumbline.js', import.meta.url));

/** A worker as the supervisor starts it. */
export const workerEntry = (): string => findCompiled('workers/main.ts') ?? WORKER_ENTRY;

export interface CliResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A command that runs, wherever: what it has printed so far, and its end. */
export interface CommandUnderWay {
  readonly ended: Promise<CliResult>;
  /** Resolves with all that was printed when it contains the text. @throws {Error} when the command ends before */
  prints(text: string): Promise<string>;
  /** As Ctrl-C does. */
  interrupt(): void;
}

/** A command that is a process of its own. */
export interface RunningCommand extends CommandUnderWay {
  readonly process: ChildProcess;
}

type CliCommands = Pick<CliWorld, 'run' | 'runWithInput' | 'start'>;

/** A home, a folder of documents, the CLI as a process. */
export interface CliWorld {
  readonly home: string;
  readonly documents: string;
  /** Of its commands. */
  readonly environment: NodeJS.ProcessEnv;
  run(...args: string[]): Promise<CliResult>;
  /** Runs a command that reads this from its standard input. */
  runWithInput(input: string, ...args: string[]): Promise<CliResult>;
  start(...args: string[]): RunningCommand;
  /** The same world with other settings, and with commands started by another program or from another entry. */
  with(environment: NodeJS.ProcessEnv, launcher?: readonly string[], entry?: string): CliCommands;
  state(): Promise<EmbeddedState | undefined>;
  record(researchId: string): Promise<ResearchRecord>;
  /** Ends whatever still runs, and removes the folders. */
  close(): Promise<void>;
}

/** A small corpus, written for the tests. */
export const LAMP_DOCUMENTS: Readonly<Record<string, string>> = {
  'lamp.md': `# Harbour lamp

## Burning time

The harbour lamp burns for nine hours on one filling of rapeseed oil.
With whale oil the harbour lamp burns for seven hours only.

## Wick

The wick of the harbour lamp is replaced every forty days.
A wick that is shorter than 12 mm must not be lit.
`,
  'keeper.md': `# Keeper's duties

The keeper fills the harbour lamp every evening before sunset.
The keeper notes every filling in the harbour log, together with the kind of oil.
`,
  'broken.pdf': 'this is not a PDF',
};

export async function createCliWorld(documents: Readonly<Record<string, string>> = LAMP_DOCUMENTS): Promise<CliWorld> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-cli-'));
  const home = join(folder, 'home');
  const corpus = join(folder, 'documents');
  await mkdir(corpus);
  for (const [name, text] of Object.entries(documents)) await writeFile(join(corpus, name), text);

  const environmentWith = (changes: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
    ...withoutSettings(process.env),
    PLUMBLINE_HOME: home,
    PLUMBLINE_TEMPORAL_PORT: '0',
    ...changes,
  });
  const started: RunningCommand[] = [];
  const commands = (
    changes: NodeJS.ProcessEnv,
    launcher: readonly string[] = [],
    entry: string = CLI_ENTRY,
  ): CliCommands => {
    const start = (args: readonly string[], input?: string): RunningCommand => {
      const command = startCommand([...launcher, process.execPath, entry, ...args], environmentWith(changes), input);
      started.push(command);
      return command;
    };
    return {
      start: (...args) => start(args),
      run: (...args) => start(args).ended,
      runWithInput: (input, ...args) => start(args, input).ended,
    };
  };

  return {
    home,
    documents: corpus,
    environment: environmentWith({}),
    ...commands({}),
    with: commands,
    state: () => readState(home),
    async record(researchId) {
      return JSON.parse(await readFile(join(home, 'runs', researchId, 'report.json'), 'utf8')) as ResearchRecord;
    },
    async close() {
      // A command that still runs would keep the server, or start it again.
      for (const command of started) command.process.kill('SIGKILL');
      await Promise.all(started.map(({ ended }) => ended));
      await stopEmbedded(home);
      await rm(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

/** What a command prints, as it comes. */
export class Printed {
  stdout = '';
  stderr = '';
  readonly #changes = new EventEmitter();

  add(name: 'stdout' | 'stderr', text: string): void {
    this[name] += text;
    this.#changes.emit('change');
  }

  /** Resolves with all of it when it contains the text. @throws {Error} when the command ends before */
  async until(text: string, ended: Promise<unknown>): Promise<string> {
    const all = (): string => this.stdout + this.stderr;
    while (!all().includes(text)) {
      const isOver = await Promise.race([once(this.#changes, 'change').then(() => false), ended.then(() => true)]);
      if (isOver && !all().includes(text)) throw new Error(`ended before printing "${text}":\n${all()}`);
    }
    return all();
  }
}

/** Stops the embedded server of a home that has had one. */
export async function stopEmbedded(home: string): Promise<void> {
  if (!existsSync(join(home, 'temporal'))) return;
  await stop(home, { force: true });
  countEmbedded(home);
}

/** The tester's own settings must not lead the command elsewhere; where the CLI binary is may stay. */
export function withoutSettings(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const isSetting = (name: string): boolean =>
    /^(PLUMBLINE_|OPENAI_|WORKER_|TEMPORAL_)/.test(name) && name !== 'TEMPORAL_CLI_PATH';
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !isSetting(name)));
}

export function startCommand(
  [program = '', ...args]: readonly string[],
  env: NodeJS.ProcessEnv,
  input = '',
): RunningCommand {
  countStarted('process');
  const child = spawn(program, args, { env, stdio: ['pipe', 'pipe', 'pipe'] });
  // A command that does not read its input may end before it is written.
  child.stdin.on('error', () => undefined).end(input);
  const printed = new Printed();
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (chunk: string) => printed.add(name, chunk));
  const ended = once(child, 'close').then(([code]): CliResult => {
    const { stdout, stderr } = printed;
    return { code: code as number | null, stdout, stderr };
  });
  return {
    process: child,
    ended,
    prints: (text) => printed.until(text, ended),
    interrupt: () => child.kill('SIGINT'),
  };
}
