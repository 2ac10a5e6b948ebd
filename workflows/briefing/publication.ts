import { workflowInfo } from '@temporalio/workflow';
import { callActivity } from '../calls/activity-options.ts';
import type { BriefingOutcome } from '../contracts/briefing-activities.ts';
import type { BriefingDiagnostic } from '../contracts/briefing-issues.ts';
import type { BriefingRecord, ThemeOutput } from '../contracts/briefing-record.ts';
import type { Finding } from '../contracts/evidence.ts';
import { convictionEntriesOf, nextThemes } from '../domain/briefing/next-state.ts';
import { watchpointHitsOf } from '../domain/briefing/watchpoint-hits.ts';
import type { BriefingRun } from './briefing-run.ts';
import type { CorpusContext } from './corpus-context.ts';
import type { Evaluation } from './evaluation.ts';
import { fileIssues } from './issue-filing.ts';
import type { LiveEvidence } from './live-evidence.ts';
import type { WrittenBriefing } from './synthesis.ts';

/** Files the issues, then writes output, record and state. */
export async function publish(
  run: BriefingRun,
  corpus: CorpusContext,
  evidence: LiveEvidence,
  evaluated: Evaluation,
  written: WrittenBriefing,
): Promise<BriefingOutcome> {
  const { input, slot, settings, openIssues, themes } = run;
  const { diagnostics } = evaluated;
  run.shown.enter('issues');
  const filed = await fileIssues({ input, settings, slot, openIssues, diagnostics, themes });
  const { themes: next, addedFocus } = nextThemes(nextStateOf(run, corpus, evaluated, written));
  const outputs = evaluated.themes.map(({ theme, delta }): ThemeOutput => {
    const after = next.find(({ id }) => id === theme.id) ?? theme;
    return {
      themeId: theme.id,
      title: theme.title,
      status: after.status,
      conviction: theme.conviction,
      delta,
      summary: [...(written.summaries.get(theme.id) ?? [])],
      claims: written.claims.filter(({ themeId }) => themeId === theme.id),
      caveats: caveatsOf(theme.id, diagnostics),
      focus: after.tomorrowsFocus,
      addedFocus: [...(addedFocus.get(theme.id) ?? [])],
      watchpoints: after.watchpoints,
    };
  });
  const record: BriefingRecord = { ...recordOf(run, evidence, evaluated, written), ...filed, themes: outputs };
  run.shown.enter('publishing');
  const { outputPath } = await callActivity(
    'publishBriefing',
    {
      folder: input.folder,
      record,
      themes: input.isBackfill ? [] : next,
      convictionEntries: input.isBackfill
        ? []
        : convictionEntriesOf(themes, written.claims, evaluated.items, evidence.relations, slot),
    },
    `write ${slot.slotId}`,
  );
  run.shown.enter('done');
  run.shown.note(...outputs.map(({ title, delta }) => `${title}: ${delta}`), outputPath);
  return {
    status: 'published',
    slotId: slot.slotId,
    outputPath,
    reason: '',
    diagnostics: [...diagnostics],
    issues: filed.issues,
  };
}

function nextStateOf(
  { slot, settings, known, themes }: BriefingRun,
  { canon }: CorpusContext,
  { items, signals }: Evaluation,
  { claims, focus }: WrittenBriefing,
): Parameters<typeof nextThemes>[0] {
  const { previous, recent } = known;
  return {
    themes: known.themes,
    taxonomy: canon.taxonomy,
    outputs: themes.map(({ id }) => ({ themeId: id, claims: claims.filter(({ themeId }) => themeId === id) })),
    items,
    watchpointHits: watchpointHitsOf(
      themes,
      items,
      recent.flatMap((output) => output.claims),
    ),
    signals,
    recent,
    previousFocus: new Map(previous?.themes.map(({ themeId, addedFocus }) => [themeId, addedFocus])),
    suggestions: focus,
    kind: slot.kind,
    slot,
    language: settings.language,
  };
}

function recordOf(
  run: BriefingRun,
  evidence: LiveEvidence,
  evaluated: Evaluation,
  written: WrittenBriefing,
): Omit<BriefingRecord, 'themes' | 'issues' | 'unfiledIssues'> {
  const { slot, settings, known, input, accounts } = run;
  const { signals, updated, diagnostics, anchoring, context } = evaluated;
  const hasAll = known.continuity !== null && known.convictionLog !== null && known.notes.length === 0;
  return {
    version: 1,
    briefing: settings.name,
    title: settings.title,
    language: settings.language,
    workflowId: workflowInfo().workflowId,
    slot,
    isBackfill: input.isBackfill,
    notes: [...known.notes, ...gapNotes(run)],
    stateLoaded: hasAll ? 'yes' : 'partial',
    loaded: [...known.loaded, 'open-issues'],
    signals: [...signals],
    interactions: [...written.interactions],
    queries: evidence.queries,
    refusedQueries: evidence.refused,
    droppedQueries: evidence.dropped,
    requests: accounts.telemetry.counts.issued,
    results: evidence.results,
    items: evidence.items,
    corrections: [...evaluated.corrections],
    suspectedReversals: [...updated.suspectedReversals],
    diagnostics: [...diagnostics],
    anchored: anchoring.anchored,
    anchoringNote: anchoring.note,
    openIssues: [...run.openIssues],
    context: context.tokens.map((entry) => ({ ...entry })),
    engine: accounts.engine,
    usage: accounts.usage,
    verification: written.verification,
    findings: [...citedBy(written, signals, evaluated.findings)],
  };
}

/** Evidence of all that is shown. */
function citedBy(
  { claims, interactions, findings }: WrittenBriefing,
  signals: Evaluation['signals'],
  all: readonly Finding[],
): readonly Finding[] {
  const keys = new Set([...claims, ...interactions, ...signals].flatMap(({ citations }) => citations));
  const held = new Map([...all, ...findings].map((finding) => [finding.findingId, finding]));
  return [...held.values()].filter(({ quotes }) => quotes.some(({ key }) => keys.has(key)));
}

function gapNotes({ settings, accounts }: BriefingRun): string[] {
  const noSearch = settings.web === null ? ['No search service is set up: nothing was searched live.'] : [];
  return [...noSearch, ...accounts.gaps.map(({ description }) => description)];
}

function caveatsOf(themeId: string, diagnostics: readonly BriefingDiagnostic[]): string[] {
  return diagnostics.filter((one) => one.themeId === themeId).map(({ detail }) => detail);
}
