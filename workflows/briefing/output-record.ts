import { OUTSIDE_THEMES, type ReadDocuments } from '@plumbline/contracts/briefings/briefing-activities';
import type { BriefingDiagnostic } from '@plumbline/contracts/briefings/briefing-issues';
import type { BriefingRecord, DocumentsOnTheme, ThemeOutput } from '@plumbline/contracts/briefings/briefing-record';
import { counted } from '@plumbline/contracts/common/counted';
import { findingIdIn } from '@plumbline/contracts/evidence/citation-key';
import type { Finding } from '@plumbline/contracts/evidence/finding';
import { workflowInfo } from '@temporalio/workflow';
import type { NextThemes } from '../domain/briefing/next-state.ts';
import type { BriefingRun } from './briefing-run.ts';
import type { CorpusContext } from './corpus-context.ts';
import type { Evaluation } from './evaluation.ts';
import type { LiveEvidence } from './live-search.ts';
import type { WrittenBriefing } from './synthesis.ts';

/** Passages that stay known, those that were read last: the next run gets them twice in a payload, and all is some 300 kB. */
const MOST_KNOWN = 6_000;

/** What the output says of each theme. */
export function themeOutputs(
  { themes, diagnostics }: Evaluation,
  { claims, summaries, beside }: WrittenBriefing,
  next: NextThemes,
): ThemeOutput[] {
  return themes.map(({ theme, delta, said }) => {
    const { id: themeId, title, conviction } = theme;
    const { status, tomorrowsFocus, watchpoints } = next.themes.find(({ id }) => id === themeId) ?? theme;
    return {
      themeId,
      title,
      status,
      conviction,
      delta,
      summary: [...(summaries.get(themeId) ?? [])],
      claims: claims.filter((claim) => claim.themeId === themeId),
      documents: said === null ? null : withBeside(said, beside),
      caveats: caveatsOf(themeId, diagnostics),
      focus: tomorrowsFocus,
      addedFocus: [...(next.addedFocus.get(themeId) ?? [])],
      watchpoints,
    };
  });
}

/** Everything behind the output but its themes and its issues. */
export function recordOf(
  run: BriefingRun,
  { documents }: Pick<CorpusContext, 'documents'>,
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
    notes: [...known.notes, ...context.notes, ...gapNotes(run)],
    stateLoaded: hasAll ? 'yes' : 'partial',
    loaded: [...known.loaded, 'open-issues'],
    ...searched(run, evidence),
    documents: documentsOf(settings, documents),
    knownPassages: knownPassages(run, documents),
    elsewhere: elsewhereOf(documents, written),
    signals: [...signals],
    interactions: [...written.interactions],
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
    findings: [...citedBy(written, evaluated, documents)],
  };
}

function withBeside(said: DocumentsOnTheme, beside: ReadonlySet<string>): DocumentsOnTheme {
  const mark = (passage: DocumentsOnTheme['passages'][number]) =>
    passage.citations.some((key) => beside.has(key)) ? { ...passage, isBeside: true as const } : passage;
  return { ...said, passages: said.passages.map(mark) };
}

function elsewhereOf(
  { elsewhere }: ReadDocuments,
  { summaries, beside }: WrittenBriefing,
): BriefingRecord['elsewhere'] {
  if (elsewhere === null) return null;
  const { said, unread } = elsewhere;
  return { summary: [...(summaries.get(OUTSIDE_THEMES) ?? [])], documents: withBeside(said, beside), unread };
}

function documentsOf(
  { corpus }: BriefingRun['settings'],
  { documents: count, undated: { count: unknown, first } }: ReadDocuments,
): BriefingRecord['documents'] {
  return { places: corpus, count, undated: { count: unknown, first: [...first] } };
}

function searched({ accounts }: BriefingRun, { queries, refused, dropped, results, items }: LiveEvidence) {
  const requests = accounts.telemetry.counts.issued;
  return { queries, refusedQueries: refused, droppedQueries: dropped, requests, results, items };
}

/** What a search did not bring this time was read nevertheless. */
function knownPassages({ known }: BriefingRun, { themes, elsewhere }: ReadDocuments): string[] {
  const read = [...themes, elsewhere].flatMap((reading) => reading?.wordsIds ?? []);
  return [...new Set([...read, ...(known.previous?.knownPassages ?? [])])].slice(0, MOST_KNOWN);
}

/** Evidence of everything shown. */
function citedBy(
  { claims, summaries, interactions, findings }: WrittenBriefing,
  { signals, themes, findings: all }: Evaluation,
  { elsewhere }: ReadDocuments,
): readonly Finding[] {
  const passages = [...themes, elsewhere].flatMap((read) => read?.said?.passages ?? []);
  const shown = [...claims, ...[...summaries.values()].flat(), ...interactions, ...signals, ...passages];
  const keys = new Set(shown.flatMap(({ citations }) => citations));
  // What a model mended cites by address.
  const ids = new Set([...keys].map(findingIdIn));
  const held = new Map([...all, ...findings].map((finding) => [finding.findingId, finding]));
  return [...held.values()].filter(
    ({ findingId, quotes }) => ids.has(findingId) || quotes.some(({ key }) => keys.has(key)),
  );
}

function gapNotes({ settings, accounts }: BriefingRun): string[] {
  const noSearch = settings.web === null ? ['No search service is set up: nothing was searched live.'] : [];
  const degraded = accounts.degradations.map(
    ({ step, cause, count }) => `${step}: ${cause} (${counted(count, 'time')})`,
  );
  return [...noSearch, ...accounts.gaps.map(({ description }) => description), ...degraded];
}

function caveatsOf(themeId: string, diagnostics: readonly BriefingDiagnostic[]): string[] {
  return diagnostics.filter((one) => one.themeId === themeId).map(({ detail }) => detail);
}
