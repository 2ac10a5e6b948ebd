import type { ClaimMark } from '../../../workflows/contracts/briefing-items.ts';
import type { BriefingRecord, ThemeOutput } from '../../../workflows/contracts/briefing-record.ts';
import { briefingPhrasesFor } from './briefing-phrases-for.ts';
import { createClaimExcerpt } from './claim-excerpt.ts';
import { ENGLISH_BRIEFING } from './english-briefing-phrases.ts';
import { GERMAN_BRIEFING } from './german-briefing-phrases.ts';
import { localTimeOf } from './local-time.ts';
import { newestChanges } from './newest-changes.ts';

/** Slots that the history of a theme goes back. */
const MOST_LINES = 30;
const LONGEST_TEXT = 160;

/** `- 2026-03-06 07:30 +01:00 · `2026-03-06` · …`: when, which slot, and what it was. */
const HISTORY_LINE = /^- (\d{4}-\d{2}-\d{2} \d{2}:\d{2} [+-]\d{2}:\d{2}) · `([^`]+)` · /u;

/** The language of a briefing may have changed since. */
const HEADINGS: ReadonlySet<string> = new Set(
  [ENGLISH_BRIEFING, GERMAN_BRIEFING].map(({ brief }) => `## ${brief.history}`),
);

const COUNTED = ['new', 'strengthened', 'contradicted', 'withdrawn'] as const satisfies readonly ClaimMark[];

/** What one slot said of a theme, in one line. */
export function historyLine(record: BriefingRecord, { claims, delta }: ThemeOutput): string {
  const { slot, language } = record;
  const phrases = briefingPhrasesFor(language);
  const counts = COUNTED.flatMap((mark) => {
    const count = claims.filter((claim) => claim.mark === mark).length;
    return count === 0 ? [] : [phrases.brief.counts(mark, count)];
  });
  const newest = newestChanges(claims).slice(0, 1).map(createClaimExcerpt(record, LONGEST_TEXT));
  const said = [[phrases.delta[delta], ...counts].join(', '), ...newest].join(': ');
  return `- ${localTimeOf(slot)} · \`${slot.slotId}\` · ${said}`;
}

/** The lines of a brief's history with another one, newest first; a line of the same slot is replaced. */
export function historyWith(line: string, brief: string | null): string[] {
  const slotId = slotIdOf(line);
  const others = historyIn(brief).filter((other) => slotIdOf(other) !== slotId);
  return [line, ...others].sort((one, other) => timeOf(other) - timeOf(one)).slice(0, MOST_LINES);
}

/** Lines of a brief's history, as they stand. Only its own section counts: a claim may look like one of them. */
export function historyIn(brief: string | null): string[] {
  return splitBrief(brief ?? '').history;
}

/** The brief with other lines of history. */
export function replaceHistory(brief: string, history: readonly string[]): string {
  const { before, after } = splitBrief(brief);
  return [...before, '', ...history, '', ...after].join('\n');
}

interface SplitBrief {
  /** Up to the heading of the history. */
  readonly before: readonly string[];
  readonly history: string[];
  readonly after: readonly string[];
}

function splitBrief(brief: string): SplitBrief {
  const lines = brief.split(/\r?\n/u);
  const heading = lines.findIndex((line) => HEADINGS.has(line));
  if (heading === -1) return { before: lines, history: [], after: [] };
  const next = lines.findIndex((line, index) => index > heading && line.startsWith('## '));
  const end = next === -1 ? lines.length : next;
  return {
    before: lines.slice(0, heading + 1),
    history: lines.slice(heading + 1, end).filter((line) => HISTORY_LINE.test(line)),
    after: lines.slice(end),
  };
}

/** Whether a line is of a later slot than another one. */
export function isLater(line: string, other: string): boolean {
  return timeOf(line) > timeOf(other);
}

function slotIdOf(line: string): string | undefined {
  return HISTORY_LINE.exec(line)?.[2];
}

/** In ms since 1970. */
function timeOf(line: string): number {
  const [day = '', minute = '', offset = ''] = HISTORY_LINE.exec(line)?.[1]?.split(' ') ?? [];
  return Date.parse(`${day}T${minute}${offset}`);
}
