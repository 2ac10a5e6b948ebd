import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { CliResult, RunningCommand } from '../../test/support/processes/cli.ts';
import { openLocalTools } from '../../workers/local-tools.ts';
import { QUESTION } from './documents.ts';
import type { RunWorld } from './run-world.ts';
import type { Scenario } from './scenario.ts';
import { type AwaitedInput, replyWhenAsked } from './user.ts';

export const RESEARCH_ID = 'chaos';
// In sections, however little there is to say.
const LENGTH = ['--length', 'full'];
const SETTINGS = [
  '--provider',
  'searxng',
  '--clarify-rounds',
  '1',
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

function settingsOf({ sources }: RunWorld): readonly string[] {
  return ['--corpus', sources.documents, ...SETTINGS];
}

export function recordOf({ home }: Pick<RunWorld, 'home'>): string {
  return join(home, 'runs', RESEARCH_ID, 'report.json');
}

const recordSchema = z.object({
  findings: z.array(z.object({ passageId: z.string(), quotes: z.array(z.object({ text: z.string() })) })),
});

/** Everything a report rests on, one line for each finding: its passage and the words of its quotes. */
async function readEvidence(recordPath: string): Promise<ReadonlySet<string>> {
  const { findings } = recordSchema.parse(JSON.parse(await readFile(recordPath, 'utf8')));
  return new Set(
    findings.map(({ passageId, quotes }) => JSON.stringify([passageId, ...quotes.map(({ text }) => text).sort()])),
  );
}
