import type { AddedMemory, FoundEntry, MemoryEntry, MemoryVerdict } from '../../../workflows/contracts/memory.ts';
import { commands } from '../../wording/cli-commands.ts';
import { toPlainLine } from '../terminal/plain-text.ts';
import { layoutTable } from '../terminal/text-layout.ts';

export function renderAdded({ entry, isNew, conflicts }: AddedMemory, user: string): string {
  const isCorrection = entry.provenance.reason === 'correction';
  const said = isNew ? 'Remembered' : 'Known already';
  return [
    `${said}: ${toPlainLine(entry.text)} (${entry.entryId}, ${entry.standing})`,
    ...conflicts.map(({ entry: other, difference }) => {
      const what = `${toPlainLine(other.text)} (${other.entryId}): ${difference}`;
      return isCorrection ? `Archived, because it says otherwise: ${what}` : `Another entry says otherwise: ${what}`;
    }),
    ...(conflicts.length > 0 && !isCorrection ? [`Forget one of them: ${commands.forgetMemory('<id>', user)}`] : []),
  ].join('\n');
}

export function renderFound(found: readonly FoundEntry[], columns: number): string {
  if (found.length === 0) return 'Nothing found.';
  const rows = found.map(({ entry, score }) => [score.toFixed(2), ...rowOf(entry)]);
  return layoutTable([['SCORE', ...HEAD], ...rows], columns).join('\n');
}

export function renderEntries(entries: readonly MemoryEntry[], columns: number): string {
  if (entries.length === 0) return 'Nothing is remembered.';
  return layoutTable([HEAD, ...entries.map(rowOf)], columns).join('\n');
}

export function renderVerdict({ verdict, concerned }: MemoryVerdict): string {
  const lines = concerned.map(({ entry, difference }) => {
    const reason = difference === '' ? '' : `: ${difference}`;
    return `- ${toPlainLine(entry.text)} (${entry.entryId}, ${entry.standing})${reason}`;
  });
  return [{ known: 'Known:', new: 'New.', conflicts: 'Conflicts with:' }[verdict], ...lines].join('\n');
}

const HEAD = ['ID', 'STANDING', 'TYPE', 'STRENGTH', 'CONFIRMED', 'TEXT'];

function rowOf({ entryId, standing, type, strength, confirmedAt, text }: MemoryEntry): string[] {
  return [entryId, standing, type, String(strength), confirmedAt.slice(0, 10), toPlainLine(text)];
}
