import { canonicalJson } from '../../workflows/contracts/canonical-json.ts';
import { counted } from '../../workflows/contracts/counted.ts';
import { countEffects, type ReplayedRun, type ReplaySettings } from '../../workflows/contracts/replay-evaluation.ts';
import type { ResearchRecord } from '../../workflows/contracts/report.ts';
import { compareWarnings, replayedTiers } from './drift-warnings.ts';
import { compareFindings } from './finding-comparison.ts';
import { decideFindings } from './finding-decisions.ts';
import { isThresholdSteered } from './finding-reading.ts';
import { compareHits, hitsWithoutFinding } from './hit-decisions.ts';
import { differencesFromRecord } from './recorded-decisions.ts';
import { recordedFindings } from './recorded-findings.ts';

/** A run notes no more scores of hits than these. */
const MOST_SCORES = 200;

/** What other settings would have decided about what a run found. Nothing is asked, searched or read. */
export async function replayRecord(record: ResearchRecord, changes: Partial<ReplaySettings>): Promise<ReplayedRun> {
  const run = { researchId: record.researchId, question: record.anchor.originalQuestion };
  const recorded: ReplaySettings = { ...record.request.settings, scoring: 'final' };
  const settings: ReplaySettings = { ...recorded, ...changes };
  const before = await decideFindings(record, recorded);
  const differences = differencesFromRecord(record, recorded, before);
  if (differences.length > 0) return { ...run, state: 'recorded-by-other-rules', differences };
  const after = await decideFindings(record, settings);
  const found = [
    ...compareFindings(before, after),
    ...compareHits(record, recorded, settings),
    ...compareWarnings(record, replayedTiers(record, before, after), settings.driftWarning),
  ];
  return {
    ...run,
    state: 'compared',
    decisions: before.byId.size + hitsWithoutFinding(record).length + refusedIn(record).length,
    changes: found,
    counts: countEffects(found),
    notRecorded: notRecorded(record, differing(changes, recorded)),
  };
}

function differing(changes: Partial<ReplaySettings>, recorded: ReplaySettings): Partial<ReplaySettings> {
  const others = Object.entries(changes).filter(
    ([name, value]) => canonicalJson(value) !== canonicalJson(recorded[name as keyof ReplaySettings]),
  );
  return Object.fromEntries(others);
}

function refusedIn({ report }: ResearchRecord) {
  return report.telemetry.references.refused;
}

/** What the settings that change might have decided otherwise, too. */
function notRecorded(record: ResearchRecord, changes: Partial<ReplaySettings>): string[] {
  const { accepted, dropped } = recordedFindings(record);
  const { references, relevanceScores, isComplete } = record.report.telemetry;
  const sum = (part: 'total' | 'kept') => (record.drift?.tiers ?? []).reduce((total, tier) => total + tier[part], 0);
  const leftOut = Math.max(0, sum('kept') - accepted.length);
  const unlisted = Math.max(0, sum('total') - sum('kept') - dropped.length);
  const { driftWarning: _, referenceGate, relevanceThreshold, ...ofFindings } = changes;
  const isOfFindings = Object.keys(ofFindings).length > 0 || relevanceThreshold !== undefined;
  return [
    ...(isThresholdSteered(record) && relevanceThreshold !== undefined
      ? ['relevance-threshold: it was changed during this run, and which hits came after is not recorded']
      : []),
    ...(isOfFindings && leftOut > 0
      ? [`${counted(leftOut, 'finding')} that validation kept and the report left out`]
      : []),
    ...(isOfFindings && unlisted > 0 ? [`${counted(unlisted, 'more finding')} that validation dropped`] : []),
    ...(relevanceThreshold !== undefined && isComplete !== true && relevanceScores.length >= MOST_SCORES
      ? [`hits beyond the first ${MOST_SCORES}, whose scores a record does not keep`]
      : []),
    ...(referenceGate !== undefined && references.refusedCount > references.refused.length
      ? [`${counted(references.refusedCount - references.refused.length, 'more refused reference')}`]
      : []),
  ];
}
