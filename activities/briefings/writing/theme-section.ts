import type { ThemeOutput } from '../../../workflows/contracts/briefing-record.ts';
import type { Watchpoint } from '../../../workflows/contracts/briefing-state.ts';
import { escapeMarkdown } from '../../../workflows/domain/markdown-text.ts';
import { list, renderProse } from '../../report/answer-part.ts';
import type { BriefingPhrases } from './briefing-phrases.ts';
import type { BriefingWriting } from './briefing-writing.ts';
import { renderClaims } from './claim-lines.ts';

/** One theme of an output: what changed, then what the next run asks. */
export function renderTheme(theme: ThemeOutput, writing: BriefingWriting): string[] {
  const { phrases, citations } = writing;
  const { delta, title, conviction, summary, claims, caveats, focus, watchpoints } = theme;
  return [
    // What code says stands before what a theme is called, so that no title can imitate it.
    `## ${phrases.delta[delta]}: ${escapeMarkdown(title)} (${phrases.conviction(conviction)})`,
    ...(delta === 'stale' ? [phrases.noNews] : []),
    ...renderProse(summary, citations),
    ...(claims.length === 0 && delta !== 'stale' ? [phrases.noClaims] : []),
    ...renderClaims(claims, writing),
    ...caveats.map((caveat) => `**${phrases.caveat}:** ${escapeMarkdown(caveat)}`),
    ...listed(phrases.focus, focus.map(escapeMarkdown)),
    ...listed(phrases.watchpoints, renderWatchpoints(watchpoints, phrases)),
  ];
}

export function renderWatchpoints(watchpoints: readonly Watchpoint[], phrases: BriefingPhrases): string[] {
  return watchpoints.map(({ text, evidence, promoteAt }) => {
    const standing = evidence >= promoteAt ? phrases.promoted : phrases.evidence;
    return `${escapeMarkdown(text)} — ${standing(evidence, promoteAt)}`;
  });
}

function listed(heading: string, entries: readonly string[]): string[] {
  return entries.length === 0 ? [] : [`### ${heading}`, list(entries)];
}
