import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { BriefingKind } from '@plumbline/contracts/briefings/briefing-slot';
import type { BriefingTools } from '../../../workers/assembly/briefing-tools.ts';
import { type BriefingClient, createBriefingClient } from '../../briefings/briefing-client.ts';
import type { BriefingFolder } from '../../briefings/briefing-schedules.ts';
import type { TemporalAccess } from '../../connection/temporal-access.ts';
import { commands, UsageError } from '../../errors/failures.ts';
import type { CommandContext } from '../context/command-context.ts';
import type { LingerFlags } from '../context/reach.ts';

/** The folder without symbolic links: schedules and runs know it by this path. @throws {UsageError} */
export async function findFolder(given: string): Promise<string> {
  try {
    return await realpath(resolve(given));
  } catch (error) {
    throw new UsageError(`there is no folder ${resolve(given)}`, `Create it: ${commands.initBriefing(given)}`, {
      cause: error,
    });
  }
}

/** A folder with its settings. @throws {UsageError} that names file, line and field of every fault */
export async function openFolder(context: CommandContext, given: string): Promise<BriefingFolder> {
  const folder = await findFolder(given);
  return { folder, settings: await withTools(context, (tools) => tools.readSettings(folder)) };
}

/** Uses the tools of folders; faults in the files are the user's to correct. @throws {UsageError} */
export async function withTools<Result>(
  context: CommandContext,
  use: (tools: BriefingTools) => Promise<Result>,
): Promise<Result> {
  const { BriefingFileError } = await import('../../../activities/briefings/folder/text-reading.ts');
  const tools = await context.tools();
  try {
    return await use(await tools.openBriefings());
  } catch (error) {
    if (!(error instanceof BriefingFileError)) throw error;
    throw new UsageError(error.message, '', { cause: error });
  }
}

export function briefingsAt({ config }: CommandContext, { client, taskQueue }: TemporalAccess): BriefingClient {
  return createBriefingClient({ client, taskQueue, tenant: config.tenant });
}

/** The options of all commands on briefings. */
export interface BriefingFlags extends LingerFlags {
  readonly name?: string;
  /** No questions. */
  readonly example?: boolean;
  readonly kind?: BriefingKind;
  readonly theme?: readonly string[];
  /** ISO time or day. */
  readonly slot?: string;
  readonly detach?: boolean;
  /** A past day, and the last one. */
  readonly again?: string;
  readonly to?: string;
  readonly cron?: string;
  readonly every?: string;
  readonly jitter?: string;
  readonly catchUp?: string;
  readonly now?: boolean;
  readonly remove?: boolean;
  readonly pause?: boolean;
  readonly resume?: boolean;
  readonly note?: string;
  readonly yes?: boolean;
  /** `<theme>.<field>=<value>` */
  readonly set?: readonly string[];
}
