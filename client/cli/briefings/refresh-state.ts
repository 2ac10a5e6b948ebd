import { type Theme, themeSchema } from '@plumbline/contracts/briefings/briefing-state';
import { commands, UsageError } from '../../errors/failures.ts';
import type { CommandContext } from '../context/command-context.ts';
import { createQuestions, GaveUpError } from '../context/questions.ts';
import { toPlainLine } from '../terminal/text-layout.ts';
import { type BriefingFlags, findFolder, withTools } from './briefing-folder.ts';

const USAGE = 'Use <theme>.conviction=7 or <theme>.status=closed.';

/** `briefing themes` */
export async function refreshState(context: CommandContext, given: string, flags: BriefingFlags): Promise<void> {
  const { output } = context;
  const folder = await findFolder(given);
  const { themes, snapshot } = await withTools(context, ({ readForRefresh }) => readForRefresh(folder));
  const wanted = parseThemeChanges(flags.set ?? [], themes.themes);
  output.notice(
    snapshot === null
      ? `The themes were last confirmed at ${themes.updatedAt}.`
      : `state/active_themes.yml is missing; it comes back from ${snapshot}, last confirmed at ${themes.updatedAt}.`,
  );
  const changes = flags.yes === true ? wanted : await confirm(context, themes.themes, wanted);
  const now = new Date().toISOString();
  const { restored } = await withTools(context, ({ confirmState }) => confirmState(folder, { now, changes }));
  output.result({ folder, updatedAt: now, themes: themes.themes.map(({ id }) => id), changes, restored }, () => [
    ...restored.map((file) => `Restored ${file}`),
    ...themes.themes.map((theme) => describe(theme, changes)),
    `Confirmed at ${now}. Run the slot: ${commands.runBriefing(given)}`,
  ]);
}

/** @throws {UsageError} without a terminal */
async function confirm(context: CommandContext, themes: readonly Theme[], wanted: ThemeChanges): Promise<ThemeChanges> {
  if (!context.config.terminal.canAsk || context.output.isJson)
    throw new UsageError(
      'confirming the themes needs a terminal, and this is not one',
      'Read state/active_themes.yml, then add --yes; change themes with --set <theme>.conviction=7 or <theme>.status=closed.',
    );
  context.output.notice(themes.map((theme) => describe(theme, wanted)).join('\n'));
  const questions = await createQuestions(context, 'Nothing was changed.');
  if (await questions.confirm({ message: `Are they right? Change one with --set. ${USAGE}` })) return wanted;
  throw new GaveUpError('Nothing was changed.');
}

function describe(theme: Theme, changes: ThemeChanges): string {
  const { status, conviction } = { ...theme, ...changes[theme.id] };
  const isChanged = status !== theme.status || conviction !== theme.conviction;
  const before = isChanged ? ` (was ${theme.status}, ${theme.conviction})` : '';
  return `  ${theme.id}: ${status}, conviction ${conviction}${before}  ${toPlainLine(theme.title)}`;
}

/** What a person decides about themes, by their ids. */
type ThemeChanges = Readonly<Record<string, Partial<Pick<Theme, 'conviction' | 'status'>>>>;

/** Reads `<theme>.<field>=<value>`. @throws {UsageError} that says which theme, field or value is wrong */
export function parseThemeChanges(given: readonly string[], themes: readonly Theme[]): ThemeChanges {
  let changes: ThemeChanges = {};
  for (const text of given) {
    const [, id = '', field = '', value = ''] = /^([^.=]+)\.([^.=]+)=(.*)$/u.exec(text) ?? [];
    if (id === '') throw new UsageError(`--set "${text}" cannot be read`, USAGE);
    if (!themes.some((theme) => theme.id === id)) {
      throw new UsageError(
        `--set ${text}: there is no theme ${id}`,
        `There are: ${themes.map((one) => one.id).join(', ')}.`,
      );
    }
    changes = { ...changes, [id]: { ...changes[id], ...parseField(text, field, value) } };
  }
  return changes;
}

function parseField(text: string, field: string, value: string): ThemeChanges[string] {
  if (field === 'conviction') {
    const conviction = themeSchema.shape.conviction.safeParse(/^\d+$/u.test(value) ? Number(value) : value);
    if (conviction.success) return { conviction: conviction.data };
    throw new UsageError(`--set ${text}: a conviction is a whole number from 1 to 10`);
  }
  if (field === 'status') {
    const status = themeSchema.shape.status.safeParse(value);
    if (status.success) return { status: status.data };
    throw new UsageError(`--set ${text}: a status is one of ${themeSchema.shape.status.options.join(', ')}`);
  }
  throw new UsageError(`--set ${text}: "${field}" cannot be changed here`, USAGE);
}
