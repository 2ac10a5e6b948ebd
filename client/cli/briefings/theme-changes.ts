import { type Theme, themeSchema } from '../../../workflows/contracts/briefing-state.ts';
import { UsageError } from '../../errors/failures.ts';

/** What a person decides about themes, by their ids. */
export type ThemeChanges = Readonly<Record<string, Partial<Pick<Theme, 'conviction' | 'status'>>>>;

const USAGE = 'Use <theme>.conviction=7 or <theme>.status=closed.';

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
