import { resolve } from 'node:path';
import { slugSchema } from '../../../workflows/contracts/briefings/briefing-settings.ts';
import { commands } from '../../errors/cli-commands.ts';
import { UsageError } from '../../errors/failures.ts';
import type { CommandContext } from '../context/command-context.ts';
import { ExitCode } from '../context/exit.ts';
import type { InitFlags } from './briefing-flags.ts';
import { openFolder, withTools } from './briefing-folder.ts';

/** `briefing init` */
export async function initBriefing(context: CommandContext, given: string, { name }: InitFlags): Promise<ExitCode> {
  const refused = name === undefined ? undefined : slugSchema.safeParse(name).error;
  if (refused !== undefined) {
    throw new UsageError(`--name "${name}": ${refused.issues.map(({ message }) => message).join('; ')}`);
  }
  const start = { now: new Date().toISOString(), ...(name !== undefined && { name }) };
  const { written, kept } = await withTools(context, ({ init }) => init(resolve(given), start));
  const { folder, settings } = await openFolder(context, given);
  if (name !== undefined && name !== settings.name) {
    context.output.notice(`briefing.yml was there, so the briefing keeps its name "${settings.name}".`);
  }
  context.output.result({ name: settings.name, folder, written, kept }, () =>
    [
      `The briefing "${settings.name}" in ${folder}`,
      ...written.map((file) => `  written  ${file}`),
      ...kept.map((file) => `  kept     ${file}`),
      '',
      `Edit the themes, rules and sources, then run it: ${commands.runBriefing(given)}`,
    ].join('\n'),
  );
  return ExitCode.Done;
}
