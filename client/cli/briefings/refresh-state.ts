import type { Theme } from '../../../workflows/contracts/briefing-state.ts';
import { UsageError } from '../../errors/failures.ts';
import { commands } from '../../wording/cli-commands.ts';
import type { CommandContext } from '../context/command-context.ts';
import { ExitCode } from '../context/exit.ts';
import { toPlainLine } from '../terminal/plain-text.ts';
import { askAboutThemes } from './ask-about-themes.ts';
import type { RefreshFlags } from './briefing-flags.ts';
import { findFolder, withTools } from './briefing-folder.ts';
import { parseThemeChanges, type ThemeChanges } from './theme-changes.ts';

/** `briefing refresh-state` */
export async function refreshState(context: CommandContext, given: string, flags: RefreshFlags): Promise<ExitCode> {
  const { output } = context;
  const folder = await findFolder(given);
  const { themes, snapshot } = await withTools(context, ({ readForRefresh }) => readForRefresh(folder));
  const wanted = parseThemeChanges(flags.set ?? [], themes.themes);
  output.notice(
    snapshot === null
      ? `The themes were last confirmed at ${themes.updatedAt}.`
      : `state/active_themes.yml is missing; it comes back from ${snapshot}, last confirmed at ${themes.updatedAt}.`,
  );
  const changes = await decide(context, { themes: themes.themes, wanted, isConfirmed: flags.yes === true });
  if (changes === null) {
    output.notice('Nothing was changed.');
    return ExitCode.Interrupted;
  }
  const now = new Date().toISOString();
  const { restored } = await withTools(context, ({ confirmState }) => confirmState(folder, { now, changes }));
  output.result({ folder, updatedAt: now, themes: themes.themes.map(({ id }) => id), changes, restored }, () =>
    [
      ...restored.map((file) => `Restored ${file}`),
      ...themes.themes.map((theme) => describe(theme, changes)),
      `Confirmed at ${now}. Run the slot: ${commands.runBriefing(given)}`,
    ].join('\n'),
  );
  return ExitCode.Done;
}

/** Null: the person gave up. @throws {UsageError} when nobody can be asked */
async function decide(
  { config, output, signal }: CommandContext,
  {
    themes,
    wanted,
    isConfirmed,
  }: { readonly themes: readonly Theme[]; readonly wanted: ThemeChanges; readonly isConfirmed: boolean },
): Promise<ThemeChanges | null> {
  if (isConfirmed) return wanted;
  if (config.terminal.canAsk && !output.isJson) return askAboutThemes(themes, wanted, signal);
  throw new UsageError(
    'confirming the themes needs a person, and this is no terminal',
    'Read state/active_themes.yml, then add --yes; change themes with --set <theme>.conviction=7 or <theme>.status=closed.',
  );
}

function describe(theme: Theme, changes: ThemeChanges): string {
  const { status, conviction } = { ...theme, ...changes[theme.id] };
  const isChanged = status !== theme.status || conviction !== theme.conviction;
  const before = isChanged ? ` (was ${theme.status}, ${theme.conviction})` : '';
  return `  ${theme.id}: ${status}, conviction ${conviction}${before}  ${toPlainLine(theme.title)}`;
}
