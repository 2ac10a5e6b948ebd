import { callActivity } from '../calls/activity-options.ts';
import type { BriefingOutcome } from '../contracts/briefing-activities.ts';
import { resultPhrasesFor } from '../domain/answers/result-phrases.ts';
import { convictionEntriesOf, nextThemes } from '../domain/briefing/next-state.ts';
import { watchpointHitsOf } from '../domain/briefing/watchpoint-hits.ts';
import type { BriefingRun } from './briefing-run.ts';
import type { CorpusContext } from './corpus-context.ts';
import type { Evaluation } from './evaluation.ts';
import { fileIssues } from './issue-filing.ts';
import type { LiveEvidence } from './live-evidence.ts';
import { recordOf, themeOutputs } from './output-record.ts';
import type { WrittenBriefing } from './synthesis.ts';

/** Files the issues, then writes output, record and state. A backfill writes its output alone. */
export async function publish(
  run: BriefingRun,
  corpus: CorpusContext,
  evidence: LiveEvidence,
  evaluated: Evaluation,
  written: WrittenBriefing,
): Promise<BriefingOutcome> {
  const { input, slot, settings, openIssues, themes, shown } = run;
  const { folder, isBackfill } = input;
  const { diagnostics, items } = evaluated;
  shown.enter('issues');
  const filed = await fileIssues({ input, settings, slot, openIssues, diagnostics, themes });
  const next = nextThemes(nextStateOf(run, corpus, evaluated, written));
  const outputs = themeOutputs(evaluated, written, next);
  const { notes, ...rest } = recordOf(run, evidence, evaluated, written);
  const { skippedFiles, skippedCount } = corpus.corpus;
  const unread = skippedCount === 0 ? [] : [resultPhrasesFor(settings.language).unread(skippedFiles, skippedCount)];
  const record = { ...rest, notes: [...notes, ...unread], ...filed, themes: outputs };
  const convictionEntries = convictionEntriesOf(themes, evaluated.updated.claims, items, evidence.relations, slot);
  shown.enter('publishing');
  const after = isBackfill ? { themes: [], convictionEntries: [] } : { themes: next.themes, convictionEntries };
  const { outputPath } = await callActivity('publishBriefing', { folder, record, ...after }, `write ${slot.slotId}`);
  shown.enter('done');
  shown.note(...outputs.map(({ title, delta }) => `${title}: ${delta}`), outputPath);
  const { slotId } = slot;
  return { status: 'published', slotId, outputPath, reason: '', diagnostics, issues: filed.issues };
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
