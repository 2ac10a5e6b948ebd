import type { BriefingClaim, ClaimMark } from '@plumbline/contracts/briefings/briefing-items';
import type { BriefingRecord, ThemeOutput } from '@plumbline/contracts/briefings/briefing-record';
import type { Theme, Watchpoint } from '@plumbline/contracts/briefings/briefing-state';
import { escapeMarkdown } from '@plumbline/contracts/common/markdown-text';
import { list } from '@plumbline/report/document';
import { phrasesFor } from '@plumbline/report/wording';
import { type BriefingPhrases, briefingPhrasesFor, ENGLISH_BRIEFING, GERMAN_BRIEFING } from './briefing-phrases-for.ts';
import { type BriefingWriting, createBriefingWriting, localTimeOf } from './briefing-writing.ts';
import { createClaimExcerpt, newestChanges, renderClaim, renderClaims } from './claim-lines.ts';

/** Slots that the history of a theme goes back. */
const MOST_LINES = 30;
const LONGEST_TEXT = 160;
/** Of documents, in an output. */
const MOST_PASSAGES = 20;

/** `- 2026-03-06 07:30 +01:00 · `2026-03-06` · …`: when, which slot, and what it was. */
const HISTORY_LINE = /^- (\d{4}-\d{2}-\d{2} \d{2}:\d{2} [+-]\d{2}:\d{2}) · `([^`]+)` · /u;

/** The language of a briefing may have changed since. */
const HEADINGS: ReadonlySet<string> = new Set(
  [ENGLISH_BRIEFING, GERMAN_BRIEFING].map(({ brief }) => `## ${brief.history}`),
);

const COUNTED = ['new', 'strengthened', 'contradicted', 'withdrawn'] as const satisfies readonly ClaimMark[];

/**
 * The page of one theme: its present state, what is awaited, and what each slot said. A slot that is written again
 * replaces its line of the history. A slot that is older than the page adds its line and changes nothing else.
 *
 * @param earlierBrief the current page, or null
 */
export function renderThemeBrief(
  theme: Theme,
  output: ThemeOutput,
  record: BriefingRecord,
  earlierBrief: string | null,
): string {
  const writing = createBriefingWriting(record);
  const { phrases } = writing;
  const line = historyLine(record, output);
  const history = historyWith(line, earlierBrief);
  if (earlierBrief !== null && splitBrief(earlierBrief).history.some((other) => timeOf(other) > timeOf(line)))
    return replaceHistory(earlierBrief, history);

  const open = output.watchpoints.filter(({ evidence, promoteAt }) => evidence < promoteAt);
  const standing = output.claims.flatMap((claim) => (claim.mark === 'withdrawn' ? [] : standingClaim(claim, writing)));
  const blocks = [
    `# ${escapeMarkdown(theme.title)}`,
    standingOf(theme, record, phrases),
    ...listed(`## ${phrases.brief.standing}`, standing),
    ...listed(`## ${phrases.watchpoints}`, renderWatchpoints(open, phrases)),
    `## ${phrases.brief.history}`,
    history.join('\n'),
    ...sources(record, writing),
  ];
  return `${blocks.join('\n\n')}\n`;
}

function standingOf(theme: Theme, { slot }: BriefingRecord, phrases: BriefingPhrases): string {
  const facts = [
    phrases.status[theme.status],
    phrases.conviction(theme.conviction),
    phrases.brief.firstSeen(theme.firstSeen),
    phrases.brief.updated(slot.day),
  ];
  return `${facts.join(' · ')}.`;
}

/** The whole claim with the days of its newest evidence and of its first output. */
function standingClaim(claim: BriefingClaim, writing: BriefingWriting): string {
  const { phrases } = writing;
  const contradicted = claim.mark === 'contradicted' ? [`*${phrases.mark.contradicted}:*`] : [];
  // The page describes the present state, so an unchanged claim is as long as a new one.
  const [words = '', ...conflicts] = renderClaim({ ...claim, mark: 'new', note: '' }, writing).split('\n');
  const days = `(${escapeMarkdown(claim.evidencedAt.slice(0, 10))}, ${phrases.brief.since(claim.firstSeen)})`;
  return [[...contradicted, words, days].join(' '), ...conflicts].join('\n');
}

function sources({ language }: BriefingRecord, { citations }: BriefingWriting): string[] {
  const cited = citations.sources();
  return cited.length === 0 ? [] : [`## ${phrasesFor(language).sources}`, ...cited];
}

/** What one slot said of a theme, in one line. */
function historyLine(record: BriefingRecord, { claims, delta, documents }: ThemeOutput): string {
  const { slot, language } = record;
  const phrases = briefingPhrasesFor(language);
  const counts = COUNTED.flatMap((mark) => {
    const count = claims.filter((claim) => claim.mark === mark).length;
    return count === 0 ? [] : [phrases.brief.counts(mark, count)];
  });
  if (documents !== null && documents.fresh > 0) counts.push(phrases.fresh(documents.fresh));
  const newest = newestChanges(claims).slice(0, 1).map(createClaimExcerpt(record, LONGEST_TEXT));
  const said = [[phrases.delta[delta], ...counts].join(', '), ...newest].join(': ');
  return `- ${localTimeOf(slot)} · \`${slot.slotId}\` · ${said}`;
}

/** The lines of a brief's history with another one, newest first; a line of the same slot is replaced. */
function historyWith(line: string, brief: string | null): string[] {
  const slotId = slotIdOf(line);
  const others = splitBrief(brief ?? '').history.filter((other) => slotIdOf(other) !== slotId);
  return [line, ...others].sort((one, other) => timeOf(other) - timeOf(one)).slice(0, MOST_LINES);
}

/** The brief with other lines of history. */
function replaceHistory(brief: string, history: readonly string[]): string {
  const { before, after } = splitBrief(brief);
  return [...before, '', ...history, '', ...after].join('\n');
}

/** The lines of a brief: up to the heading of its history, the history, and what is behind it. */
function splitBrief(brief: string) {
  const lines = brief.split(/\r?\n/u);
  const heading = lines.findIndex((line) => HEADINGS.has(line));
  if (heading === -1) return { before: lines, history: [], after: [] };
  const next = lines.findIndex((line, index) => index > heading && line.startsWith('## '));
  const end = next === -1 ? lines.length : next;
  return {
    before: lines.slice(0, heading + 1),
    // Only its own section counts, because a claim may look like such a line.
    history: lines.slice(heading + 1, end).filter((line) => HISTORY_LINE.test(line)),
    after: lines.slice(end),
  };
}

function slotIdOf(line: string): string | undefined {
  return HISTORY_LINE.exec(line)?.[2];
}

/** In ms since 1970. */
function timeOf(line: string): number {
  const [day = '', minute = '', offset = ''] = HISTORY_LINE.exec(line)?.[1]?.split(' ') ?? [];
  return Date.parse(`${day}T${minute}${offset}`);
}

/** One theme of an output: what changed, then what the next run asks. */
export function renderTheme(theme: ThemeOutput, writing: BriefingWriting): string[] {
  const { phrases, citations, documents: searched } = writing;
  const { delta, title, conviction, summary, claims, documents, caveats, focus, watchpoints } = theme;
  const isSilent = claims.length === 0 && (documents === null || documents.fresh + documents.known === 0);
  return [
    // Words of the program precede the theme's title, so that no title can imitate them.
    `## ${phrases.delta[delta]}: ${escapeMarkdown(title)} (${phrases.conviction(conviction)})`,
    ...(delta === 'stale' ? [phrases.noNews] : []),
    ...citations.entries(summary),
    ...(isSilent && delta !== 'stale' ? [phrases.noClaims, ...(searched > 0 ? [phrases.unnamed(searched)] : [])] : []),
    ...renderClaims(claims, writing),
    ...renderDocuments(documents, writing),
    ...caveats.map((caveat) => `**${phrases.caveat}:** ${escapeMarkdown(caveat)}`),
    ...listed(`### ${phrases.focus}`, focus.map(escapeMarkdown)),
    ...listed(`### ${phrases.watchpoints}`, renderWatchpoints(watchpoints, phrases)),
  ];
}

/** What is new in the documents and on no theme. */
export function renderElsewhere(elsewhere: BriefingRecord['elsewhere'], writing: BriefingWriting): string[] {
  if (elsewhere === null || elsewhere.documents.fresh === 0) return [];
  const { summary, documents, unread } = elsewhere;
  const [, ...passages] = renderDocuments(documents, writing);
  return [
    ...writing.citations.entries(summary),
    ...passages,
    ...(unread > 0 ? [writing.phrases.unreadDocuments(unread)] : []),
  ];
}

/** The passages that are new and that no summary cites, whole and with their places; the others in numbers. */
function renderDocuments(documents: ThemeOutput['documents'], writing: BriefingWriting): string[] {
  if (documents === null || documents.fresh + documents.known === 0) return [];
  const { phrases, citations, isTold } = writing;
  const { passages, fresh, known } = documents;
  const beside = passages.filter((one) => one.isBeside === true && !isTold(one)).length;
  const shown = passages.filter((one) => one.isBeside !== true && !isTold(one)).slice(0, MOST_PASSAGES);
  const told = passages.filter(isTold).length + shown.length;
  const ofPlaces = Map.groupBy(shown, ({ place, day }) => `${day} ${place}`);
  const entries = [...ofPlaces.values()].flat().map(({ text, place, day, citations: keys }) => {
    const from = [day ?? phrases.undated, ...(place === '' ? [] : [escapeMarkdown(place)])].join(' · ');
    return `*${from}:* ${citations.claim({ text, citations: keys, isPassage: true })}`;
  });
  const figures = [
    phrases.fresh(fresh),
    ...(beside > 0 ? [phrases.beside(beside)] : []),
    ...(told + beside < fresh ? [phrases.firstShown(told)] : []),
    ...(known > 0 ? [phrases.known(known)] : []),
  ];
  return [`### ${phrases.documents}`, ...(entries.length === 0 ? [] : [list(entries)]), `${figures.join('; ')}.`];
}

function renderWatchpoints(watchpoints: readonly Watchpoint[], phrases: BriefingPhrases): string[] {
  return watchpoints.map(({ text, evidence, promoteAt }) => {
    const standing = evidence >= promoteAt ? phrases.promoted : phrases.evidence;
    return `${escapeMarkdown(text)} — ${standing(evidence, promoteAt)}`;
  });
}

function listed(heading: string, entries: readonly string[]): string[] {
  return entries.length === 0 ? [] : [heading, list(entries)];
}
