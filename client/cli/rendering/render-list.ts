import { toPlainLine } from '../terminal/plain-text.ts';
import { wrap } from '../terminal/text-layout.ts';

/**
 * A titled list below an empty line; nothing where there is nothing to list.
 *
 * @param total of which the entries may be the first only
 * @param longest so many entries are shown, the others counted
 */
export function renderList(
  title: string,
  entries: readonly string[],
  columns: number,
  { total = entries.length, longest = Number.POSITIVE_INFINITY } = {},
): string[] {
  if (entries.length === 0) return [];
  const shown = entries.slice(0, longest).flatMap((entry) => {
    const [first = '', ...rest] = wrap(toPlainLine(entry), Math.max(20, columns - 4));
    return [`  - ${first}`, ...rest.map((line) => `    ${line}`)];
  });
  const hidden = total - Math.min(entries.length, longest);
  return ['', `${title}:`, ...shown, ...(hidden > 0 ? [`  … and ${hidden} more (--json shows them)`] : [])];
}
