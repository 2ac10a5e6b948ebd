import { type Theme, themeSchema, themeStatusSchema } from '@plumbline/contracts/briefings/briefing-state';
import { commands } from '../../errors/cli-commands.ts';
import { UsageError } from '../../errors/failures.ts';
import type { CommandContext } from '../context/command-context.ts';
import { ExitCode } from '../context/exit.ts';
import { toPlainLine } from '../terminal/text-layout.ts';
import { type BriefingFlags, findFolder, withTools } from './briefing-folder.ts';

const USAGE = 'Use <theme>.conviction=7 or <theme>.status=closed.';

/** `briefing themes` */
export async function refreshState(context: CommandContext, given: string, flags: BriefingFlags): Promise<ExitCode> {
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

/** Null: the person gave up. @throws {UsageError} without a terminal */
async function decide(
  context: CommandContext,
  {
    themes,
    wanted,
    isConfirmed,
  }: { readonly themes: readonly Theme[]; readonly wanted: ThemeChanges; readonly isConfirmed: boolean },
): Promise<ThemeChanges | null> {
  if (isConfirmed) return wanted;
  if (context.config.terminal.canAsk && !context.output.isJson) return askAboutThemes(context, themes, wanted);
  throw new UsageError(
    'confirming the themes needs a terminal, and this is not one',
    'Read state/active_themes.yml, then add --yes; change themes with --set <theme>.conviction=7 or <theme>.status=closed.',
  );
}

function describe(theme: Theme, changes: ThemeChanges): string {
  const { status, conviction } = { ...theme, ...changes[theme.id] };
  const isChanged = status !== theme.status || conviction !== theme.conviction;
  const before = isChanged ? ` (was ${theme.status}, ${theme.conviction})` : '';
  return `  ${theme.id}: ${status}, conviction ${conviction}${before}  ${toPlainLine(theme.title)}`;
}

/**
 * Asks about each theme that is not closed: whether it is confirmed unchanged, or with which status and conviction.
 *
 * @param wanted given beforehand; it is not asked again
 * @returns null when the person gave up
 */
async function askAboutThemes(
  context: CommandContext,
  themes: readonly Theme[],
  wanted: ThemeChanges,
): Promise<ThemeChanges | null> {
  let changes = wanted;
  for (const theme of themes.filter(({ id, status }) => status !== 'closed' && wanted[id] === undefined)) {
    const change = await askAboutTheme(context, theme);
    if (change === null) return null;
    if (change !== 'confirmed') changes = { ...changes, [theme.id]: change };
  }
  return changes;
}

async function askAboutTheme(
  { streams, signal }: CommandContext,
  { title, status, conviction }: Theme,
): Promise<ThemeChanges[string] | 'confirmed' | null> {
  const { select, text, isCancel } = await import('@clack/prompts');
  const shared = { output: streams.stderr, signal };
  const decision = await select({
    ...shared,
    message: `${toPlainLine(title)}: ${status}, conviction ${conviction}`,
    options: [
      { value: 'confirm', label: 'Confirm unchanged' },
      { value: 'change', label: 'Change status or conviction' },
      { value: 'close', label: 'Close it' },
    ],
    initialValue: 'confirm',
  });
  if (isCancel(decision)) return null;
  if (decision === 'confirm') return 'confirmed';
  if (decision === 'close') return { status: 'closed' };
  const newStatus = await select({
    ...shared,
    message: 'Status',
    options: themeStatusSchema.options.map((value) => ({ value, label: value })),
    initialValue: status,
  });
  if (isCancel(newStatus)) return null;
  const newConviction = await text({
    ...shared,
    message: 'Conviction, 1 to 10',
    initialValue: String(conviction),
    validate: (value) => (/^(?:[1-9]|10)$/u.test(value?.trim() ?? '') ? undefined : 'A whole number from 1 to 10.'),
  });
  return isCancel(newConviction) ? null : { status: newStatus, conviction: Number(newConviction.trim()) };
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
