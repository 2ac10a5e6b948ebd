import type { BriefingRecord, Interaction, Signal } from '@plumbline/contracts/briefings/briefing-record';
import type { BriefingSlot } from '@plumbline/contracts/briefings/briefing-slot';
import { codeSpan, escapeMarkdown } from '@plumbline/contracts/common/markdown-text';
import { list } from '@plumbline/report/document';
import { phrasesFor } from '@plumbline/report/wording';
import type { BriefingPhrases } from './briefing-phrases-for.ts';
import { type BriefingWriting, createBriefingWriting, localTimeOf } from './briefing-writing.ts';
import { renderElsewhere, renderTheme } from './theme-brief.ts';

/** Shown if there are no diagnostics. */
const HEALTHY = 'HEALTHY';

/** How many entries of a kind are shown; the rest are counted. */
const MOST_ENTRIES = 20;

/** The Markdown of an output, in the record's language. All kinds end with the account of their retrieval. */
export function renderBriefing(record: BriefingRecord): string {
  const writing = createBriefingWriting(record);
  const { phrases, citations } = writing;
  const blocks = [
    `# ${escapeMarkdown(record.title)} · ${phrases.kind[record.slot.kind]} · ${occasionOf(record.slot)}`,
    ...section(phrases.notes, headerNotes(record, phrases)),
    ...record.themes.flatMap((theme) => renderTheme(theme, writing)),
    ...titled(phrases.elsewhere, renderElsewhere(record.elsewhere, writing)),
    ...section(
      phrases.signals,
      record.signals.map((signal) => renderSignal(signal, writing)),
    ),
    ...section(
      phrases.interactions,
      record.interactions.map((interaction) => renderInteraction(interaction, writing)),
    ),
    ...titled(phrasesFor(record.language).sources, citations.sources()),
    ...renderFooter(record, writing),
  ];
  return `${blocks.join('\n\n')}\n`;
}

/** The day; of a weekly also the week, of a briefing on demand also the minute. */
function occasionOf({ kind, day, slotId }: BriefingSlot): string {
  if (kind === 'weekly') return `${slotId} (${day})`;
  return kind === 'on-demand' ? slotId : day;
}

function headerNotes({ notes, isBackfill }: BriefingRecord, { backfill }: BriefingPhrases): string[] {
  return [...(isBackfill ? [backfill] : []), ...notes.map(escapeMarkdown)];
}

function renderSignal(signal: Signal, { phrases, citations }: BriefingWriting): string {
  const { title, text, outlets, isCandidate } = signal;
  const label = isCandidate ? `*${phrases.candidate}:* ` : '';
  const words = citations.claim({ text, citations: [...signal.citations] });
  return `${label}${escapeMarkdown(title)} — ${words} (${outlets.map(escapeMarkdown).join(', ')})`;
}

function renderInteraction(interaction: Interaction, { citations, titleOf }: BriefingWriting): string {
  const { themeIds, text } = interaction;
  return `${themeIds.map(titleOf).join(' × ')}: ${citations.claim({ text, citations: [...interaction.citations] })}`;
}

function section(heading: string, entries: readonly string[]): string[] {
  return titled(heading, entries.length === 0 ? [] : [list(entries)]);
}

function titled(heading: string, blocks: readonly string[]): string[] {
  return blocks.length === 0 ? [] : [`## ${heading}`, ...blocks];
}

/** How an output came about; the last section of every output. */
function renderFooter(record: BriefingRecord, { phrases, titleOf }: BriefingWriting): string[] {
  const { footer } = phrases;
  const { slot, queries, requests, corrections, diagnostics, refusedQueries } = record;
  const count = (verdict: BriefingRecord['results'][number]['verdict']): number =>
    record.results.filter((result) => result.verdict === verdict).length;
  const asked = queries.filter(({ origin }) => origin === 'correction');
  const confirmed = asked.filter(({ itemId }) =>
    corrections.some((correction) => correction.itemId === itemId && correction.isConfirmed),
  ).length;
  const found = diagnostics.map(({ code, themeId, detail }) => {
    const theme = themeId === null ? '' : ` (${titleOf(themeId)})`;
    return `${codeSpan(code)}${theme}: ${escapeMarkdown(detail)}`;
  });
  const refused = refusedQueries.map(({ text, reason }) => `${codeSpan(text)}: ${escapeMarkdown(reason)}`);
  const lines = [
    fact(footer.time, `${localTimeOf(slot)} (${escapeMarkdown(slot.timezone)})`),
    fact(footer.documents, documentsSearched(record, phrases)),
    ...undatedDocuments(record, phrases),
    fact(footer.queries, footer.issued(queries.length, requests)),
    fact(footer.accepted, footer.acceptedCounts(count('accepted'), count('flagged'))),
    fact(footer.rejected, String(count('rejected'))),
    fact(footer.corrections, footer.correctionCounts(asked.length, confirmed)),
    fact(footer.state, stateLoaded(record, phrases)),
    diagnostics.length === 0 ? fact(footer.diagnostics, HEALTHY) : nested(footer.diagnostics, found, phrases),
    nested(footer.refused, refused, phrases),
    fact(footer.dropped, String(record.droppedQueries)),
    fact(footer.anchoring, anchoring(record, phrases, titleOf)),
    ...issueLines(record, phrases),
  ];
  return [`## ${footer.heading}`, list(lines)];
}

function documentsSearched({ documents, themes }: BriefingRecord, { footer }: BriefingPhrases): string {
  if (documents.count === 0) return '0';
  const queries = themes.flatMap((theme) => (theme.documents === null ? [] : [codeSpan(theme.documents.query)]));
  return footer.searched(documents.count, documents.places.map(codeSpan).join(', '), queries.join(', '));
}

/** Their passages come last, and no theme is written from them: a reader must know which they are. */
function undatedDocuments({ documents: { undated } }: BriefingRecord, { footer }: BriefingPhrases): string[] {
  if (undated === undefined || undated.count === 0) return [];
  const rest = undated.count - undated.first.length;
  const named = [...undated.first.map(codeSpan), ...(rest > 0 ? [footer.others(rest)] : [])];
  return [fact(footer.undated, `${undated.count} (${named.join(', ')})`)];
}

function fact(name: string, value: string): string {
  return `**${name}:** ${value}`;
}

/** The number of entries, and below it the first few. @param why follows the number */
function nested(name: string, entries: readonly string[], phrases: BriefingPhrases, why = ''): string {
  const shown = entries.slice(0, MOST_ENTRIES);
  const rest = entries.length - shown.length;
  const lines = [...shown, ...(rest > 0 ? [phrases.more(rest)] : [])];
  return [fact(name, `${entries.length}${why}`), ...lines.map((line) => `- ${line}`)].join('\n');
}

function stateLoaded({ stateLoaded: extent, loaded }: BriefingRecord, { footer }: BriefingPhrases): string {
  const parts = loaded.length === 0 ? '' : ` (${loaded.map(codeSpan).join(', ')})`;
  return `${footer.stateLoaded[extent]}${parts}`;
}

function anchoring(
  { anchored, anchoringNote }: BriefingRecord,
  { footer }: BriefingPhrases,
  titleOf: BriefingWriting['titleOf'],
): string {
  if (anchored === null) {
    return anchoringNote === ''
      ? footer.anchoringSkipped
      : `${footer.anchoringSkipped}: ${escapeMarkdown(anchoringNote)}`;
  }
  return anchored.length === 0 ? footer.notAnchored : `${footer.anchored}: ${anchored.map(titleOf).join(', ')}`;
}

function issueLines({ issues, unfiledIssues }: BriefingRecord, phrases: BriefingPhrases): string[] {
  const { footer } = phrases;
  const filed = issues.map(
    ({ action, reference, key }) => `${footer.action[action]}: ${codeSpan(reference)} (${codeSpan(key)})`,
  );
  const line = filed.length === 0 ? fact(footer.issues, footer.none) : nested(footer.issues, filed, phrases);
  if (unfiledIssues === null) return [line];
  const titles = unfiledIssues.issues.map(({ title }) => escapeMarkdown(title));
  return [line, nested(footer.unfiledIssues, titles, phrases, ` — ${escapeMarkdown(unfiledIssues.reason)}`)];
}
