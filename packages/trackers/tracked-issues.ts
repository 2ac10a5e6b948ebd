import { createHash } from 'node:crypto';
import { openIssueSchema, type WantedIssue } from '@plumbline/contracts/briefings/briefing-issues';
import { z } from 'zod';
import type { TrackedIssue } from './issue-tracker.ts';

/**
 * What a tracker's description says about its issue to this program, in one line. Updates replace the text above the
 * line; what people write below it stays.
 */
const markerSchema = openIssueSchema.omit({ reference: true }).extend({
  digest: z.string(),
  count: z.int().min(1),
  /** ISO 8601. */
  openedAt: z.string(),
});

const WORD = 'plumbline-issue';
const HINT = 'Updates replace what stands above this line; write below it.';
const MARKER = new RegExp(String.raw`^.*?\b${WORD} (\{.*\})[^}\n]*$`, 'mu');
const DIGEST_LENGTH = 16;

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

/** Distinguishes the note of one closing from others: the issue as it was last written, and the reason. */
export function noteMarkOf(description: string, reason: string): string {
  const { digest, openedAt } = readDescription(description)?.marker ?? { digest: '', openedAt: '' };
  const hash = createHash('sha256')
    .update(JSON.stringify([digest, openedAt, reason]))
    .digest('hex');
  return `plumbline-note ${hash.slice(0, 32)}`;
}

type IssueMarker = z.infer<typeof markerSchema>;

/** Tells whether an issue was last written from this one. The title is no part of it: it is people's, once an issue is open. */
export function digestOf({ body, type, severity }: WantedIssue): string {
  const hash = createHash('sha256').update(JSON.stringify([body, type, severity]));
  return hash.digest('hex').slice(0, DIGEST_LENGTH);
}

/** The marker of an issue that is written now. @param earlier null: it is opened */
export function markerOf(issue: WantedIssue, earlier: IssueMarker | null, now: Date): IssueMarker {
  const { key, title, type, severity, code, themeId } = issue;
  const count = (earlier?.count ?? 0) + 1;
  const openedAt = earlier?.openedAt ?? now.toISOString();
  return { key, title, type, severity, code, themeId, digest: digestOf(issue), count, openedAt };
}

/** @param body must not contain a marker, see `withoutMarkers` */
export function describe(body: string, marker: IssueMarker, added: string): string {
  const updates = marker.count - 1;
  const times = updates === 1 ? 'once' : `${updates} times`;
  const note = updates === 0 ? [] : [`_Updated ${times} since ${marker.openedAt.slice(0, 10)}._`];
  return [body.trim(), ...note, `\`${WORD} ${toPlainJson(marker)} ${HINT}\``, added.trim()]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** The marker that this program wrote, and what is below it; null: the description has none, or a damaged one. */
export function readDescription(description: string) {
  const match = MARKER.exec(description);
  const marker = markerSchema.safeParse(parseJson(match?.[1] ?? '')).data;
  if (match === null || marker === undefined) return null;
  return { marker, added: description.slice(match.index + match[0].length) };
}

/** Text in which nothing can be taken for a marker. */
export function withoutMarkers(text: string): string {
  return text.replaceAll(new RegExp(WORD, 'giu'), (word) => word.replace('-', '\u2010')).replaceAll('<!--', '&lt;!--');
}

/** Without anything that would end a comment or a code span. */
function toPlainJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(/[<>`\u2028\u2029]|-(?=-)/gu, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
