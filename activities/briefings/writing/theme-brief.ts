import type { BriefingClaim } from '../../../workflows/contracts/briefing-items.ts';
import type { BriefingRecord, ThemeOutput } from '../../../workflows/contracts/briefing-record.ts';
import type { Theme } from '../../../workflows/contracts/briefing-state.ts';
import { escapeMarkdown } from '../../../workflows/domain/markdown-text.ts';
import { list } from '../../report/answer-part.ts';
import { phrasesFor } from '../../report/phrases-for.ts';
import { historyIn, historyLine, historyWith, isLater, replaceHistory } from './brief-history.ts';
import type { BriefingPhrases } from './briefing-phrases.ts';
import { type BriefingWriting, createBriefingWriting } from './briefing-writing.ts';
import { renderClaim } from './claim-lines.ts';
import { renderWatchpoints } from './theme-section.ts';

/**
 * The page of one theme: what stands, what is waited for, and what each slot said. A slot that is written again replaces its line of
 * the history. A slot that is older than the page adds its line and changes nothing else.
 *
 * @param earlierBrief the page as it is; null: there is none
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
  if (earlierBrief !== null && historyIn(earlierBrief).some((other) => isLater(other, line)))
    return replaceHistory(earlierBrief, history);

  const open = output.watchpoints.filter(({ evidence, promoteAt }) => evidence < promoteAt);
  const standing = output.claims.filter(({ mark }) => mark !== 'withdrawn');
  const blocks = [
    `# ${escapeMarkdown(theme.title)}`,
    standingOf(theme, record, phrases),
    ...section(
      phrases.brief.standing,
      standing.map((claim) => standingClaim(claim, writing)),
    ),
    ...section(phrases.watchpoints, renderWatchpoints(open, phrases)),
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
  // In a page of what stands, an unchanged claim is as long as a new one.
  const [words = '', ...conflicts] = renderClaim({ ...claim, mark: 'new', note: '' }, writing).split('\n');
  const days = `(${escapeMarkdown(claim.evidencedAt.slice(0, 10))}, ${phrases.brief.since(claim.firstSeen)})`;
  return [[...contradicted, words, days].join(' '), ...conflicts].join('\n');
}

function sources({ language }: BriefingRecord, { citations }: BriefingWriting): string[] {
  const cited = citations.sources('cited');
  return cited.length === 0 ? [] : [`## ${phrasesFor(language).sources}`, ...cited];
}

function section(heading: string, entries: readonly string[]): string[] {
  return entries.length === 0 ? [] : [`## ${heading}`, list(entries)];
}
