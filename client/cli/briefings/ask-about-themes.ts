import { type Theme, themeStatusSchema } from '../../../workflows/contracts/briefing-state.ts';
import { toPlainLine } from '../terminal/plain-text.ts';
import type { ThemeChanges } from './theme-changes.ts';

/**
 * Asks about each theme that is not closed: whether it stands as it is, or with which status and conviction.
 *
 * @param wanted what was said beforehand; it is not asked again
 * @returns null when the person gave up
 */
export async function askAboutThemes(
  themes: readonly Theme[],
  wanted: ThemeChanges,
  signal: AbortSignal,
): Promise<ThemeChanges | null> {
  let changes = wanted;
  for (const theme of themes.filter(({ id, status }) => status !== 'closed' && wanted[id] === undefined)) {
    const change = await askAboutTheme(theme, signal);
    if (change === null) return null;
    if (change !== 'confirmed') changes = { ...changes, [theme.id]: change };
  }
  return changes;
}

async function askAboutTheme(
  { title, status, conviction }: Theme,
  signal: AbortSignal,
): Promise<ThemeChanges[string] | 'confirmed' | null> {
  const { select, text, isCancel } = await import('@clack/prompts');
  const shared = { output: process.stderr, signal };
  const decision = await select({
    ...shared,
    message: `${toPlainLine(title)}: ${status}, conviction ${conviction}`,
    options: [
      { value: 'confirm', label: 'It stands as it is' },
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
