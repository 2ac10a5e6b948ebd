import { createHash } from 'node:crypto';
import { readDescription } from './issue-marker.ts';
import type { TrackedIssue } from './issue-tracker.ts';

/** The issue of a description; none where it has no marker, or one of another briefing. */
export function listed(
  reference: string,
  title: string,
  description: string | null | undefined,
  briefing: string,
): TrackedIssue[] {
  const marker = readDescription(description ?? '')?.marker;
  if (marker === undefined || !marker.key.startsWith(`${briefing}/`)) return [];
  const { openedAt: _, ...fields } = marker;
  return [{ ...fields, title, reference }];
}

/** Tells the note of one closing from those of others: the issue as it was last written, and the reason. */
export function noteMarkOf(description: string, reason: string): string {
  const { digest, openedAt } = readDescription(description)?.marker ?? { digest: '', openedAt: '' };
  const hash = createHash('sha256')
    .update(JSON.stringify([digest, openedAt, reason]))
    .digest('hex');
  return `plumbline-note ${hash.slice(0, 32)}`;
}
