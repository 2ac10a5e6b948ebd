import { toPlainLine } from '../terminal/plain-text.ts';
import { wrap } from '../terminal/text-layout.ts';

/**
 * A titled list below an empty line; nothing for an empty list.
 *
 * @param total number of entries; `entries` may contain only the first
 * @param longest number of entries to show; the others are counted
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
