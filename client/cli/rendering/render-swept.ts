import type { SweptPart } from '../../../workers/local-tools.ts';
import { formatBytes } from '../../../workflows/contracts/common/byte-size.ts';
import { layoutTable } from '../terminal/text-layout.ts';

/** A table of what is deleted, without empty parts. */
export function renderSwept(parts: readonly SweptPart[]): string {
  const filled = parts.filter(({ count }) => count > 0);
  const bytes = filled.reduce((total, part) => total + part.bytes, 0);
  const rows = [
    ['WHAT', 'COUNT', 'SIZE'],
    ...filled.map(({ kind, count, bytes: size }) => [kind, String(count), formatBytes(size)]),
    ['total', '', formatBytes(bytes)],
  ];
  return layoutTable(rows, Number.POSITIVE_INFINITY).join('\n');
}
