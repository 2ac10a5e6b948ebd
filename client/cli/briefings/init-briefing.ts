import { existsSync, readdirSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { isAbsolute, join, resolve } from 'node:path';
import { slugSchema } from '@plumbline/contracts/briefings/briefing-settings';
import type { BriefingSetup } from '@plumbline/contracts/briefings/briefing-state';
import { commands } from '../../errors/cli-commands.ts';
import { UsageError } from '../../errors/failures.ts';
import type { CommandContext } from '../context/command-context.ts';
import { ExitCode } from '../context/exit.ts';
import type { InitFlags } from './briefing-flags.ts';
import { openFolder, withTools } from './briefing-folder.ts';

/** `briefing init` */
export async function initBriefing(
  context: CommandContext,
  given: string,
  { name, example = false }: InitFlags,
): Promise<ExitCode> {
  const refused = name === undefined ? undefined : slugSchema.safeParse(name).error;
  if (refused !== undefined) {
    throw new UsageError(`--name "${name}": ${refused.issues.map(({ message }) => message).join('; ')}`);
  }
  const setup = example ? undefined : await setupFor(context, given);
  if (setup === null) {
    context.output.notice('Nothing was written.');
    return ExitCode.Interrupted;
  }
  const start = { now: new Date().toISOString(), ...(name !== undefined && { name }), ...(setup && { setup }) };
  const { written, kept } = await withTools(context, ({ init }) => init(resolve(given), start));
  const { folder, settings } = await openFolder(context, given);
  const own = (setup?.corpus ?? []).filter((place) => !isAbsolute(place));
  for (const place of own) await mkdir(resolve(folder, place), { recursive: true });
  if (name !== undefined && name !== settings.name) {
    context.output.notice(`briefing.yml was there, so the briefing keeps its name "${settings.name}".`);
  }
  context.output.result({ name: settings.name, folder, written, kept }, () =>
    [
      `The briefing "${settings.name}" in ${folder}`,
      ...written.map((file) => `  written  ${file}`),
      ...kept.map((file) => `  kept     ${file}`),
      '',
      setup === undefined
        ? `Edit the themes, rules and sources, then run it: ${commands.runBriefing(given)}`
        : `Run it: ${commands.runBriefing(given)}`,
      ...(setup?.cron ? [`Let it run by itself: ${commands.scheduleBriefing(given)}`] : []),
    ].join('\n'),
  );
  return ExitCode.Done;
}

/**
 * Undefined: there is no terminal to ask on, or the briefing is there. Null: the person gave up.
 *
 * @throws {UsageError} where nothing can be asked and the folder has files of something else
 */
async function setupFor(context: CommandContext, given: string): Promise<BriefingSetup | null | undefined> {
  const { config, output } = context;
  const folder = resolve(given);
  if (existsSync(join(folder, 'briefing.yml'))) return undefined;
  if (!output.isJson && config.terminal.canAsk)
    return (await import('./setup-questions.ts')).askForSetup(context, given);
  const others = existsSync(folder) ? readdirSync(folder).filter((name) => !name.startsWith('.')) : [];
  if (others.length === 0) return undefined;
  const named = others.length > 3 ? [...others.slice(0, 3), '…'] : others;
  throw new UsageError(
    `${folder} has no briefing but other files (${named.join(', ')}); nothing was written`,
    `Name a new folder, or write the example beside them: ${commands.initBriefing(given)} --example`,
  );
}
