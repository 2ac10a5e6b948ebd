import { callActivity } from '../calls/activity-options.ts';
import type { ComposedBriefing } from '../contracts/briefings/briefing-activities.ts';
import type { BriefingClaim } from '../contracts/briefings/briefing-items.ts';
import type { Delta, Interaction } from '../contracts/briefings/briefing-record.ts';
import type { Theme } from '../contracts/briefings/briefing-state.ts';
import { counted } from '../contracts/common/counted.ts';
import type { Claim } from '../contracts/evidence/claim.ts';
import type { Finding } from '../contracts/evidence/evidence.ts';
import type { ReportDraft, Verification } from '../contracts/report/report.ts';
import { type ReviewedReport, reviewAlignment } from '../deep-research/stages/alignment-review.ts';
import type { AssembledContext } from '../domain/briefing/context-assembly.ts';
import { withFindings } from '../domain/verified-findings.ts';
import type { BriefingRun } from './briefing-run.ts';
import type { BriefingSubject } from './corpus-context.ts';

/** One theme before it is written about. */
export interface ThemeDelta {
  readonly theme: Theme;
  readonly delta: Delta;
  readonly claims: readonly BriefingClaim[];
}

/** What a briefing says, after the stored sources were compared with it. */
export interface WrittenBriefing {
  readonly claims: readonly BriefingClaim[];
  readonly summaries: ReadonlyMap<string, readonly Claim[]>;
  /** Further questions that a model proposes, by theme. */
  readonly focus: ReadonlyMap<string, readonly string[]>;
  readonly interactions: readonly Interaction[];
  readonly findings: readonly Finding[];
  readonly verification: Verification;
}

/** Writes about the deltas and keeps what its quotations carry, as in every report. */
export async function synthesize(
  run: BriefingRun,
  { anchor }: BriefingSubject,
  context: AssembledContext,
  evidence: {
    readonly themes: readonly ThemeDelta[];
    readonly interactions: readonly Interaction[];
    readonly findings: readonly Finding[];
  },
): Promise<WrittenBriefing> {
  const { themes, interactions } = evidence;
  run.shown.enter('writing');
  const findings = citedFindings(evidence);
  const composed = await run.reasoning.ask(
    'composeBriefing',
    { anchor, ...contextOf(context), themes, interactions, findings },
    `write about ${counted(themes.length, 'theme')}`,
  );
  run.shown.enter('verifying');
  const draft = toDraft(themes, composed);
  const { engine } = run.accounts;
  const verified = await callActivity(
    'checkReport',
    { anchor, draft, findings, engine, language: null, scoredBy: null },
    'check quotations, citations and figures',
  );
  const held = await reviewAlignment(run, anchor, withFindings(verified, { draft, findings }));
  return whatHolds(evidence, composed, held);
}

/** Claims and interactions whose quotations and words were kept, and what a model wrote about them. */
function whatHolds(
  { themes, interactions }: Parameters<typeof synthesize>[3],
  composed: ComposedBriefing,
  { draft, findings, quality }: ReviewedReport,
): WrittenBriefing {
  const texts = new Set(draft.keyFindings.map(({ text }) => text));
  const issued = new Set(findings.flatMap(({ quotes }) => quotes.map(({ key }) => key)));
  const summaryOf = (title: string): readonly Claim[] =>
    draft.sections.find(({ heading }) => heading === title)?.claims ?? [];
  return {
    claims: themes.flatMap(({ claims }) => claims).filter(({ text }) => texts.has(text)),
    summaries: new Map(themes.map(({ theme }) => [theme.id, summaryOf(theme.title)])),
    focus: new Map(composed.themes.map(({ themeId, focus }) => [themeId, focus])),
    interactions: interactions.filter(({ citations }) => citations.every((key) => issued.has(key))),
    findings,
    verification: quality,
  };
}

function contextOf({ kept }: AssembledContext) {
  const { methodology, state, themeBriefs, crossTheme, newSignals } = kept;
  const toText = (entries: readonly { readonly text: string }[]): string => entries.map(({ text }) => text).join('\n');
  return {
    methodology: methodology.map(({ text }) => text),
    background: [
      { heading: 'State', text: toText(state) },
      { heading: 'Theme briefs', text: toText(themeBriefs) },
      { heading: 'Across themes', text: toText(crossTheme) },
      { heading: 'New signals', text: toText(newSignals) },
    ].filter(({ text }) => text !== ''),
  };
}

/** Claims as key findings, what a model wrote as sections: each has to hold by itself. */
function toDraft(themes: readonly ThemeDelta[], composed: ComposedBriefing): ReportDraft {
  const titleOf = new Map(themes.map(({ theme }) => [theme.id, theme.title]));
  const stated = themes.flatMap(({ claims }) => claims);
  return {
    summary: [],
    overview: [],
    keyFindings: stated.map(({ text, citations }) => ({ text, citations })),
    sections: composed.themes.flatMap(({ themeId, summary }) =>
      summary.length === 0 ? [] : [{ heading: titleOf.get(themeId) ?? themeId, claims: [...summary] }],
    ),
    conflicts: [],
    limitations: [],
    queryCoverage: 0,
    remainingGaps: [],
    missingSubject: null,
  };
}

function citedFindings({ themes, interactions, findings }: Parameters<typeof synthesize>[3]): readonly Finding[] {
  const keys = new Set(
    [...themes.flatMap(({ claims }) => claims), ...interactions].flatMap(({ citations }) => citations),
  );
  return findings.filter(({ quotes }) => quotes.some(({ key }) => keys.has(key)));
}
