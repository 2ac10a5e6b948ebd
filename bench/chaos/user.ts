import { setTimeout as delay } from 'node:timers/promises';
import { loadClientConfig } from '../../client/configuration/config.ts';
import { joinTemporal, type TemporalAccess } from '../../client/connection/temporal-access.ts';
import { PROGRAM } from '../../client/errors/failures.ts';
import type { ResearchClient } from '../../client/runs/research-client.ts';
import type { RunningCommand } from '../../test/support/processes/cli.ts';
import { ANSWER } from './documents.ts';

/** What a run can wait for. */
export type AwaitedInput = 'answer' | 'approve';

/** What a command prints behind `answer` and the id of its run. */
const ASKED: Readonly<Record<AwaitedInput, string>> = { answer: '', approve: ' --approve' };

const REPLIES: Readonly<Record<AwaitedInput, (research: ResearchClient, researchId: string) => Promise<unknown>>> = {
  answer: (research, researchId) => research.answer(researchId, { text: ANSWER }),
  approve: (research, researchId) => research.approvePlan(researchId),
};

/**
 * Acts as the user of a run: answers and approves as soon as its command asks for it.
 *
 * @param beforeReply what happens while the run waits
 */
export async function replyWhenAsked(
  command: RunningCommand,
  { home, researchId }: { readonly home: string; readonly researchId: string },
  beforeReply: (input: AwaitedInput) => Promise<void>,
): Promise<void> {
  const reply = async (input: AwaitedInput): Promise<void> => {
    await command.prints(`${PROGRAM} answer ${researchId}${ASKED[input]}`);
    await beforeReply(input);
    await untilTaken(command, () => withTemporal(home, ({ research }) => REPLIES[input](research, researchId)));
  };
  // Rejected when the command ends without asking.
  await Promise.allSettled([reply('answer'), reply('approve')]);
}

/** A killed process may be restarting. */
async function untilTaken({ process: child }: RunningCommand, send: () => Promise<unknown>): Promise<void> {
  while (child.exitCode === null && child.signalCode === null) {
    try {
      return void (await send());
    } catch {
      await delay(100);
    }
  }
}

/** Talks to the runs and sessions of a home. @throws {Error} when its server is away */
export async function withTemporal<Result>(
  home: string,
  use: (access: TemporalAccess) => Promise<Result>,
): Promise<Result> {
  const access = await joinTemporal(loadClientConfig({ PLUMBLINE_HOME: home }));
  if (access === null) throw new Error('there is no server now');
  try {
    return await use(access);
  } finally {
    await access.close();
  }
}
