import type { BriefingRecord } from '@plumbline/contracts/briefings/briefing-record';
import type { BriefingSlot } from '@plumbline/contracts/briefings/briefing-slot';
import { codeSpan, escapeMarkdown } from '@plumbline/contracts/common/markdown-text';
import type { Claim } from '@plumbline/contracts/evidence/claim';
import { daysBetween } from '../../../workflows/domain/briefing/slots.ts';
import { type BriefingPhrases, briefingPhrasesFor } from './briefing-phrases-for.ts';
import { createClaimExcerpt, newestChanges, shortened } from './claim-lines.ts';

/** Days that the digest goes back, the newest included. */
const DAYS = 7;
/** Claims of a theme that its line names. */
const NAMED_CLAIMS = 2;
const LONGEST_TEXT = 120;
const LONGEST_SUMMARY = 300;

/** `## 2026-03-06 daily`, `## 2026-03-06T0730 on-demand`. */
const SLOT_HEADING = /^## ((\d{4}-\d{2}-\d{2})(?:T\d{4})? (?:daily|deep-daily|weekly|on-demand))\s*$/u;

interface Section {
  readonly heading: string;
  /** Null: a person wrote the section. */
  readonly day: string | null;
  readonly lines: readonly string[];
}

/**
 * The digest of the last seven days with the section of a slot, which replaces an earlier one of the same slot. What
 * people wrote above the first section, or below headings of their own, stays.
 *
 * @param digest the current digest, or null
 */
export function continuityWith(record: BriefingRecord, digest: string | null): string {
  const phrases = briefingPhrasesFor(record.language);
  const { preamble, sections } = parse(digest ?? `# ${phrases.continuity}\n`);
  const own = sectionOf(record, phrases);
  const all = [own, ...sections.filter(({ heading }) => keyOf(heading) !== keyOf(own.heading))];
  const newestDay = all.reduce((newest, { day }) => (day !== null && day > newest ? day : newest), record.slot.day);
  const ofSlots = all
    .filter(({ day }) => day !== null && daysBetween(day, newestDay) < DAYS)
    .sort((one, other) => (one.heading < other.heading ? 1 : -1));
  const ofPeople = all.filter(({ day }) => day === null);
  const blocks = [...ofSlots, ...ofPeople].map(({ heading, lines }) => trimmed([heading, ...lines]));
  return `${[trimmed(preamble), ...blocks].filter((block) => block !== '').join('\n\n')}\n`;
}

function sectionOf(record: BriefingRecord, phrases: BriefingPhrases): Section {
  const { slot, themes } = record;
  const excerptOf = createClaimExcerpt(record, LONGEST_TEXT);
  const toldIn = (summary: readonly Claim[]): string[] =>
    summary.length === 0 ? [] : [escapeMarkdown(shortened(summary.map(({ text }) => text).join(' '), LONGEST_SUMMARY))];
  const outside = toldIn(record.elsewhere?.summary ?? []).map((told) => `- ${phrases.elsewhere} — ${told}`);
  const lines = themes.map(({ themeId, title, delta, summary, claims, documents }) => {
    const changes = newestChanges(claims).slice(0, NAMED_CLAIMS).map(excerptOf);
    const passages = documents === null || documents.fresh === 0 ? [] : [`${phrases.fresh(documents.fresh)}.`];
    const said = [...toldIn(summary), ...changes, ...passages].join('; ') || phrases.noNews;
    return `- ${phrases.delta[delta]}: ${escapeMarkdown(title)} (${codeSpan(themeId)}) — ${said}`;
  });
  return { heading: `## ${occasionOf(slot)} ${slot.kind}`, day: slot.day, lines: ['', ...lines, ...outside] };
}

/** Only briefings on demand have several slots a day. */
function occasionOf({ kind, day, slotId }: BriefingSlot): string {
  return kind === 'on-demand' ? slotId : day;
}

function parse(digest: string): { readonly preamble: string[]; readonly sections: Section[] } {
  const lines = digest.split(/\r?\n/u);
  const starts = lines.flatMap((line, index) => (line.startsWith('## ') ? [index] : []));
  const sections = starts.map((start, index): Section => {
    const heading = lines[start] ?? '';
    return {
      heading,
      day: SLOT_HEADING.exec(heading)?.[2] ?? null,
      lines: lines.slice(start + 1, starts[index + 1] ?? lines.length),
    };
  });
  return { preamble: lines.slice(0, starts[0] ?? lines.length), sections };
}

/** The slot of a heading, or the whole heading of a person's section. */
function keyOf(heading: string): string {
  return SLOT_HEADING.exec(heading)?.[1] ?? heading;
}

function trimmed(lines: readonly string[]): string {
  return lines.join('\n').replace(/^\n+/u, '').trimEnd();
}
