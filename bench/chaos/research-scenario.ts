import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { openLocalTools } from '../../client/service/local-tools.ts';
import type { CliResult, RunningCommand } from '../../test/support/processes/cli.ts';
import { QUESTION } from './documents.ts';
import { MANY_DOCUMENTS, MANY_QUESTION } from './many-findings.ts';
import type { RunWorld } from './run-world.ts';
import type { Scenario } from './scenario.ts';
import { type AwaitedInput, replyWhenAsked } from './user.ts';

export const RESEARCH_ID = 'chaos';
// In sections, however little there is to say.
const LENGTH = ['--length', 'full'];
const SETTINGS = [
  '--provider',
  'searxng',
  '--query-variants',
  '2',
  // The look at all findings before a round finds nothing to look for.
  '--max-rounds',
  '1',
  ...LENGTH,
];
const ASKING = ['--clarify', 'always', '--approve-plan', '--id', RESEARCH_ID];

/** One research run, whose user answers a question and approves the plan. */
export const RESEARCH: Scenario = {
  name: 'research',
  run: (world) => runResearch(world),
  readEvidence: (world) => readEvidence(recordOf(world)),
  async verify({ home }) {
    const tools = openLocalTools({ PLUMBLINE_HOME: home });
    const { problems } = await tools.verifyRecord(recordOf({ home }));
    return problems.map(String);
  },
};

const ORIGIN = 'chaos-origin';

/** A run, and another one that rewrites its report from what it found. */
export const FORK: Scenario = { ...RESEARCH, name: 'fork', run: runFork };

/** A run without a model: only the rules follow what findings refer to. */
export const RULED: Scenario = {
  ...RESEARCH,
  name: 'rules',
  environment: { OPENAI_BASE_URL: '', PLUMBLINE_MODEL: '' },
  run: (world) =>
    world.follow((killed, isAgain) => {
      const first = ['research', QUESTION, ...settingsOf(world), '--clarify', 'never', '--id', RESEARCH_ID];
      return world.attach(killed, ...(isAgain ? ['resume', RESEARCH_ID] : first)).ended;
    }),
};

interface ResearchOptions {
  /** Of the command. */
  readonly options?: readonly string[];
  /** What happens while the run waits for its user, before the reply. */
  readonly whileWaiting?: (input: AwaitedInput) => void | Promise<void>;
}

/** Starts the run, answers what it asks, resumes it whenever its command is killed, and waits for its end. */
export function runResearch(
  world: RunWorld,
  { options = [], whileWaiting = () => undefined }: ResearchOptions = {},
): Promise<CliResult> {
  const first = ['research', QUESTION, ...settingsOf(world), ...ASKING, ...options];
  return world.follow((killed, isAgain) => {
    const command = world.attach(killed, ...(isAgain ? ['resume', RESEARCH_ID] : first));
    const run = { home: world.home, researchId: RESEARCH_ID };
    void replyWhenAsked(command, run, async (input) => whileWaiting(input));
    return command.ended;
  });
}

/** Another run beside it, which gets no answers. */
export function startResearch(world: RunWorld, question: string, options: readonly string[]): RunningCommand {
  return world.start('research', question, ...settingsOf(world), '--clarify', 'never', ...options);
}

/** A run over many documents, with as many findings as settings allow; nothing is asked. */
export async function researchManyFindings(world: RunWorld): Promise<CliResult> {
  const folder = join(world.home, 'many-documents');
  await mkdir(folder, { recursive: true });
  for (const [name, text] of Object.entries(MANY_DOCUMENTS)) await writeFile(join(folder, name), text);
  const wide = ['--max-tasks', '12', '--rerank-top-k', '20', '--tier-caps', '50,50,50'];
  const limits = ['--max-searches', '1000', '--max-pages', '2000', '--max-model-calls', '2000'];
  const effort = ['--query-variants', '1', '--max-rounds', '0', ...LENGTH];
  const options = ['--corpus', folder, '--clarify', 'never', ...wide, ...limits, ...effort];
  return world.follow((killed, isAgain) => {
    const first = ['research', MANY_QUESTION, ...options, '--id', RESEARCH_ID];
    return world.attach(killed, ...(isAgain ? ['resume', RESEARCH_ID] : first)).ended;
  });
}

async function runFork(world: RunWorld): Promise<CliResult> {
  const origin = await startResearch(world, QUESTION, ['--id', ORIGIN]).ended;
  if (origin.code !== 0) return origin;
  return world.follow((killed, isAgain) => {
    const first = ['fork', ORIGIN, '--from', 'synthesis', '--id', RESEARCH_ID];
    return world.attach(killed, ...(isAgain ? ['resume', RESEARCH_ID] : first)).ended;
  });
}

function settingsOf({ sources }: RunWorld): readonly string[] {
  return ['--corpus', sources.documents, ...SETTINGS];
}

export function recordOf({ home }: Pick<RunWorld, 'home'>): string {
  return join(home, 'runs', RESEARCH_ID, 'report.json');
}

const recordSchema = z.object({
  findings: z.array(z.object({ passageId: z.string(), quotes: z.array(z.object({ text: z.string() })) })),
  leftOut: z.array(z.unknown()).default([]),
});

/** All that research found and validation kept, whether the caps left it out or not. */
export async function countFindings(world: Pick<RunWorld, 'home'>): Promise<number> {
  const { findings, leftOut } = recordSchema.parse(JSON.parse(await readFile(recordOf(world), 'utf8')));
  return findings.length + leftOut.length;
}

/** Everything a report rests on, one line for each finding: its passage and the words of its quotes. */
async function readEvidence(recordPath: string): Promise<ReadonlySet<string>> {
  const { findings } = recordSchema.parse(JSON.parse(await readFile(recordPath, 'utf8')));
  return new Set(
    findings.map(({ passageId, quotes }) => JSON.stringify([passageId, ...quotes.map(({ text }) => text).sort()])),
  );
}
