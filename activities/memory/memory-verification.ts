import type { MemoryEntry, MemoryVerdict } from '../../workflows/contracts/memory.ts';
import { findDifference, saysTheSame } from '../claims/statement-differences.ts';
import { comparedLanguage } from './text-similarity.ts';

/** Whether entries say a statement already, or say otherwise of the same subject; a conflict counts more than a confirmation. */
export function verifyStatement(statement: string, entries: readonly MemoryEntry[]): MemoryVerdict {
  const compared = entries.map((entry) => {
    const language = comparedLanguage(entry.text, statement);
    const isSame = saysTheSame(statement, entry.text, language);
    return { entry, isSame, difference: isSame ? null : findDifference(statement, entry.text, language) };
  });
  const conflicts = compared.flatMap(({ entry, difference }) => (difference === null ? [] : [{ entry, difference }]));
  if (conflicts.length > 0) return { verdict: 'conflicts', concerned: conflicts };
  const known = compared.filter(({ isSame }) => isSame).map(({ entry }) => ({ entry, difference: '' }));
  return { verdict: known.length > 0 ? 'known' : 'new', concerned: known };
}
