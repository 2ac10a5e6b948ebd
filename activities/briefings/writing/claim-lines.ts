import type { BriefingClaim, ClaimMark } from '@plumbline/contracts/briefings/briefing-items';
import type { BriefingRecord } from '@plumbline/contracts/briefings/briefing-record';
import type { BriefingSlot } from '@plumbline/contracts/briefings/briefing-slot';
import { codeSpan, escapeMarkdown } from '@plumbline/contracts/common/markdown-text';
import type { Claim } from '@plumbline/contracts/evidence/claim';
import { createUntrustedTest } from '@plumbline/contracts/evidence/untrusted-findings';
import { list } from '@plumbline/report/document';
import { phrasesFor } from '@plumbline/report/wording';
import { daysBetween } from '../../../workflows/domain/briefing/slots.ts';
import { type BriefingPhrases, briefingPhrasesFor } from './briefing-phrases-for.ts';
import type { BriefingWriting } from './briefing-writing.ts';

/** Precedes every claim that another claim of the same output contradicts. */
const CONFLICT_LABEL = '**[CONFLICT]**';

/** What changed comes first. */
const MARK_ORDER: readonly ClaimMark[] = ['new', 'strengthened', 'contradicted', 'withdrawn', 'kept'];

const LONGEST_KEPT = 160;
const LONGEST_NAME = 100;

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

/** The claims of a theme below a heading for each mark; those that nothing was said about come last and short. */
export function renderClaims(claims: readonly BriefingClaim[], writing: BriefingWriting): string[] {
  return MARK_ORDER.flatMap((mark) => {
    const marked = claims.filter((claim) => claim.mark === mark);
    if (marked.length === 0) return [];
    return [`### ${writing.phrases.mark[mark]}`, list(marked.map((claim) => renderClaim(claim, writing)))];
  });
}

/** Its labels, its text with citations, its note, and below it the claims it conflicts with. */
export function renderClaim(claim: BriefingClaim, { phrases, citations, claimOf }: BriefingWriting): string {
  const text = claim.mark === 'kept' ? shortened(claim.text, LONGEST_KEPT) : claim.text;
  const words = citations.claim({ text, citations: claim.citations });
  const note = claim.note === '' ? '' : ` — ${escapeMarkdown(claim.note)}`;
  const labels = [
    ...(claim.conflictsWith.length > 0 ? [CONFLICT_LABEL] : []),
    ...(claim.status === 'reported' ? [`*${phrases.reported}:*`] : []),
  ];
  const others = claim.conflictsWith.map((claimId) => {
    const other = claimOf(claimId);
    const name =
      other === undefined
        ? phrases.unshownClaim
        : citations.claim({ text: shortened(other.text, LONGEST_NAME), citations: other.citations });
    return `- ${phrases.conflictsWith}: ${name}`;
  });
  return [`${[...labels, words].join(' ')}${note}`, ...others].join('\n');
}

/**
 * A claim in a few words, behind all that a reader must know of it. Later runs read these lines as state, so what addresses a program
 * is labelled here, too.
 */
export function createClaimExcerpt(
  { findings, language }: Pick<BriefingRecord, 'findings' | 'language'>,
  longest: number,
): (claim: BriefingClaim) => string {
  const isUntrusted = createUntrustedTest(findings);
  const phrases = briefingPhrasesFor(language);
  return (claim) => {
    const { mark, status, text } = claim;
    const labels = [
      ...(mark === 'new' ? [] : [phrases.mark[mark]]),
      ...(status === 'reported' ? [phrases.reported] : []),
      ...(isUntrusted(claim) ? [phrasesFor(language).untrusted] : []),
    ];
    const label = labels.length === 0 ? '' : `*${labels.join(', ')}:* `;
    return `${label}${escapeMarkdown(shortened(text, longest))}`;
  };
}

/** One line of at most `longest` characters, cut between words if possible. */
export function shortened(text: string, longest: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= longest) return line;
  const cut = line.slice(0, longest - 1);
  const lastSpace = cut.lastIndexOf(' ');
  return `${(lastSpace > longest / 2 ? cut.slice(0, lastSpace) : cut).trimEnd()}…`.toWellFormed();
}

/** Claims with news in an output, newest evidence first. */
export function newestChanges(claims: readonly BriefingClaim[]): BriefingClaim[] {
  return claims
    .filter(({ mark }) => mark !== 'kept')
    .sort((one, other) => Date.parse(other.evidencedAt) - Date.parse(one.evidencedAt));
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
