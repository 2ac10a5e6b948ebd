import {
  type ComposedBriefing,
  type ComposedTheme,
  OUTSIDE_THEMES,
  type ThemeDocuments,
} from '@plumbline/contracts/briefings/briefing-activities';
import type { BriefingClaim } from '@plumbline/contracts/briefings/briefing-items';
import type { Delta, DocumentsOnTheme, Interaction } from '@plumbline/contracts/briefings/briefing-record';
import type { Theme } from '@plumbline/contracts/briefings/briefing-state';
import { counted } from '@plumbline/contracts/common/counted';
import type { Claim } from '@plumbline/contracts/evidence/claim';
import type { Finding } from '@plumbline/contracts/evidence/finding';
import type { HeldDraft } from '@plumbline/contracts/report/draft-parts';
import type { ReportDraft, ReportSection, Verification } from '@plumbline/contracts/report/report';
import type { VerifiedReport } from '@plumbline/contracts/report/report-activities';
import { callActivity } from '../calls/activity-options.ts';
import { verifyParts } from '../deep-research/stages/verify-parts.ts';
import type { AssembledContext } from '../domain/briefing/context-assembly.ts';
import { withFindings, withRefused } from '../domain/verified-findings.ts';
import type { BriefingRun } from './briefing-run.ts';
import { type BriefingSubject, lastDayOf } from './corpus-context.ts';

/** One theme before it is written about. */
export interface ThemeDelta {
  readonly theme: Theme;
  readonly delta: Delta;
  readonly claims: readonly BriefingClaim[];
  /** What the briefing's documents say; null: it has none. */
  readonly said: DocumentsOnTheme | null;
}

/** What a briefing says, after the stored sources were compared with it. */
export interface WrittenBriefing {
  readonly claims: readonly BriefingClaim[];
  readonly summaries: ReadonlyMap<string, readonly Claim[]>;
  /** Further questions that a model proposes, by theme. */
  readonly focus: ReadonlyMap<string, readonly string[]>;
  /** Keys of passages that a model would strike. */
  readonly beside: ReadonlySet<string>;
  readonly interactions: readonly Interaction[];
  readonly findings: readonly Finding[];
  readonly verification: Verification;
}

/** Writes about the deltas and keeps what its quotations carry, as in every report. */
export async function synthesize(
  run: BriefingRun,
  { anchor, corpus }: BriefingSubject,
  context: AssembledContext,
  evidence: {
    readonly themes: readonly ThemeDelta[];
    readonly elsewhere: ThemeDocuments | null;
    readonly interactions: readonly Interaction[];
    readonly findings: readonly Finding[];
  },
): Promise<WrittenBriefing> {
  const { themes, interactions } = evidence;
  run.shown.enter('writing');
  const told = [...themes, ...outsideThemes(evidence)];
  const cited = citedFindings(evidence, told);
  const composed = await run.reasoning.ask(
    'composeBriefing',
    { anchor, since: lastDayOf(run), ...contextOf(context), themes: told, interactions, findings: cited },
    `write about ${counted(themes.length, 'theme')}`,
  );
  run.shown.enter('verifying');
  const draft = draftOf({ keyFindings: themes.flatMap(({ claims }) => claims).map(toClaim) });
  const { engine } = run.accounts;
  const checked = await callActivity(
    'checkReport',
    { anchor, draft, findings: cited, engine, language: null },
    'check quotations, citations and figures',
  );
  const verified = withFindings(checked, { draft, findings: cited });
  const { findings } = verified;
  const sources = { anchor, corpusId: corpus.corpusId, findings, mendsDoubts: true };
  const held = await verifyParts(run, sources, draftOf({ sections: summariesOf(told, composed) }), findings);
  return whatHolds({ ...evidence, told }, composed, verified, held);
}

/** What is new outside the themes is written about like one more theme. */
function outsideThemes({ elsewhere }: Parameters<typeof synthesize>[3]): ComposedTheme[] {
  if (elsewhere === null) return [];
  const theme = { id: OUTSIDE_THEMES, title: 'Outside the themes', actors: [] };
  return [{ theme, delta: 'new', claims: [], said: elsewhere.said }];
}

/** Claims and interactions whose quotations and words were kept, and what of the summaries holds. */
function whatHolds(
  { themes, told, interactions }: Parameters<typeof synthesize>[3] & { readonly told: readonly ComposedTheme[] },
  composed: ComposedBriefing,
  { draft, findings, quality }: VerifiedReport,
  { draft: { sections }, refused, found }: HeldDraft,
): WrittenBriefing {
  const texts = new Set(draft.keyFindings.map(({ text }) => text));
  const issued = new Set(findings.flatMap(({ quotes }) => quotes.map(({ key }) => key)));
  const summaryOf = (title: string): readonly Claim[] =>
    sections.find(({ heading }) => heading === title)?.claims ?? [];
  const claims = quality.claims + sections.flatMap((section) => section.claims).length;
  return {
    claims: themes.flatMap((theme) => theme.claims).filter(({ text }) => texts.has(text)),
    summaries: new Map(told.map(({ theme }) => [theme.id, summaryOf(theme.title)])),
    focus: new Map(composed.themes.map(({ themeId, focus }) => [themeId, focus])),
    beside: new Set(composed.themes.flatMap(({ beside }) => beside)),
    interactions: interactions.filter(({ citations }) => citations.every((key) => issued.has(key))),
    findings: [...findings, ...found],
    verification: withRefused({ ...quality, claims }, refused),
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

/** What a model wrote about themes. */
function summariesOf(themes: readonly ComposedTheme[], composed: ComposedBriefing): ReportSection[] {
  const titleOf = new Map(themes.map(({ theme }) => [theme.id, theme.title]));
  return composed.themes.flatMap(({ themeId, summary }) =>
    summary.length === 0 ? [] : [{ heading: titleOf.get(themeId) ?? themeId, claims: [...summary] }],
  );
}

function toClaim({ text, citations }: BriefingClaim): Claim {
  return { text, citations };
}

/** Each claim has to hold by itself. */
function draftOf(parts: Partial<ReportDraft>): ReportDraft {
  return {
    summary: [],
    overview: [],
    keyFindings: [],
    sections: [],
    conflicts: [],
    limitations: [],
    remainingGaps: [],
    missingSubject: null,
    ...parts,
  };
}

function citedFindings(
  { interactions, findings }: Parameters<typeof synthesize>[3],
  themes: readonly ComposedTheme[],
): readonly Finding[] {
  const keys = new Set(
    [...themes.flatMap(({ claims, said }) => [...claims, ...(said?.passages ?? [])]), ...interactions].flatMap(
      ({ citations }) => citations,
    ),
  );
  return findings.filter(({ quotes }) => quotes.some(({ key }) => keys.has(key)));
}
