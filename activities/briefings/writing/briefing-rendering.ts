import type { BriefingRecord, Interaction, Signal } from '../../../workflows/contracts/briefing-record.ts';
import type { BriefingSlot } from '../../../workflows/contracts/briefing-slot.ts';
import { escapeMarkdown } from '../../../workflows/domain/markdown-text.ts';
import { list } from '../../report/answer-part.ts';
import { phrasesFor } from '../../report/phrases-for.ts';
import type { BriefingPhrases } from './briefing-phrases.ts';
import { type BriefingWriting, createBriefingWriting } from './briefing-writing.ts';
import { renderFooter } from './retrieval-footer.ts';
import { renderTheme } from './theme-section.ts';

/** The Markdown of an output, in the record's language. All kinds end with the account of their retrieval. */
export function renderBriefing(record: BriefingRecord): string {
  const writing = createBriefingWriting(record);
  const { phrases, citations } = writing;
  const blocks = [
    `# ${escapeMarkdown(record.title)} · ${phrases.kind[record.slot.kind]} · ${occasionOf(record.slot)}`,
    ...section(phrases.notes, headerNotes(record, phrases)),
    ...record.themes.flatMap((theme) => renderTheme(theme, writing)),
    ...section(
      phrases.signals,
      record.signals.map((signal) => renderSignal(signal, writing)),
    ),
    ...section(
      phrases.interactions,
      record.interactions.map((interaction) => renderInteraction(interaction, writing)),
    ),
    ...titled(phrasesFor(record.language).sources, citations.sources('cited')),
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
