import type { Document } from 'yaml';
import type { WantedIssue } from '../../../workflows/contracts/briefing-issues.ts';
import { digestOf, withoutMarkers } from './issue-marker.ts';

const BODY_START = '<!-- plumbline-issue: updates replace the text from here … -->';
const BODY_END = '<!-- plumbline-issue: … to here -->';
const BODY = new RegExp(`^${BODY_START}$[^]*?^${BODY_END}$`, 'mu');
const BODY_END_LINE = new RegExp(`^${BODY_END}$`, 'mu');
/** Up to its last line; people may write below it. */
const HISTORY = /^## History\n\n?(?:- .*(?:\n|$))*/mu;

/** By name; undefined removes the field. */
type FieldChanges = Readonly<Record<string, string | number | null | undefined>>;

/** Changes fields of the front matter; all others stay, and so do comments. */
export function changeFields(document: Document, changes: FieldChanges): void {
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) document.delete(name);
    else document.set(name, value);
  }
}

/** Fields of an issue that is opened, for the first time or again. */
export function newFields(issue: WantedIssue, time: string): FieldChanges {
  return {
    key: issue.key,
    title: issue.title,
    type: issue.type,
    severity: issue.severity,
    diagnostic: issue.code,
    theme: issue.themeId,
    status: 'open',
    opened_at: time,
    updated_at: time,
    count: 1,
    digest: digestOf(issue),
    closed_at: undefined,
    closed_reason: undefined,
  };
}

/** The text of a file with this body in place of the one that was written before; what people wrote around it stays. */
export function withBody(text: string, body: string): string {
  const written = `${BODY_START}\n\n${withoutMarkers(body).trim()}\n\n${BODY_END}`;
  // A function, because the body may contain what looks like a reference to a group.
  return BODY.test(text) ? text.replace(BODY, () => written) : `\n${written}\n${text}`;
}

/** The text of a file with one more line in its history. */
export function withHistory(text: string, line: string): string {
  const end = text.search(BODY_END_LINE);
  const [above, below] = [text.slice(0, Math.max(end, 0)), text.slice(Math.max(end, 0))];
  const entry = `- ${line.replaceAll(/\s+/gu, ' ')}\n`;
  if (!HISTORY.test(below)) return `${text.trimEnd()}\n\n## History\n\n${entry}`;
  const longer = below.replace(HISTORY, (history) => {
    const lines = history.trimEnd();
    return `${lines}${lines.includes('\n') ? '\n' : '\n\n'}${entry}`;
  });
  return `${above}${longer}`;
}
