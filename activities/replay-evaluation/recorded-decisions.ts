import type { ReplaySettings } from '../../workflows/contracts/replay-evaluation.ts';
import type { ResearchRecord } from '../../workflows/contracts/report.ts';
import { compareWarnings } from './drift-warnings.ts';
import type { FindingDecisions } from './finding-decisions.ts';
import { passesGate, selectionsOf } from './finding-reading.ts';
import { recordedFindings } from './recorded-findings.ts';

/** Where the recorded settings do not lead to what is recorded; empty where they do. For people. */
export function differencesFromRecord(
  record: ResearchRecord,
  recorded: ReplaySettings,
  decisions: FindingDecisions,
): string[] {
  return [
    ...differentFindings(record, decisions),
    ...differentHits(record, recorded),
    ...differentReferences(record, recorded),
    ...compareWarnings(record, record.drift?.tiers ?? [], recorded.driftWarning).map(
      ({ place, effect }) => `${place} is ${effect === 'warned' ? 'not warned of' : 'warned of'}`,
    ),
  ];
}

function differentFindings(record: ResearchRecord, { byId, accepted }: FindingDecisions): string[] {
  const known = recordedFindings(record);
  const states = [
    ...known.accepted.map((finding) => ({ finding, state: 'accepted' })),
    ...known.dropped.map((finding) => ({ finding, state: 'dropped' })),
  ];
  const differences = states.flatMap(({ finding, state }) => {
    const { findingId, contextTier, weight } = finding;
    const decided = byId.get(findingId);
    if (decided?.state !== state) return [`${findingId} is recorded as ${state}, and would be ${decided?.state}`];
    const isGradedAlike = decided.finding.contextTier === contextTier && decided.finding.weight === weight;
    return isGradedAlike ? [] : [`${findingId} has another tier or weight`];
  });
  const isOrdered = known.accepted.every(({ findingId }, index) => accepted[index] === findingId);
  return differences.length === 0 && !isOrdered ? ['the findings are in another order'] : differences;
}

/** What was read although it was below the threshold is marked so. */
function differentHits(record: ResearchRecord, { relevanceThreshold }: ReplaySettings): string[] {
  const { accepted } = recordedFindings(record);
  return [...selectionsOf(record, accepted, relevanceThreshold)].flatMap(
    ([{ findingId, belowThreshold }, selection]) => {
      const isBelow = selection === 'below' || selection === 'leading';
      return isBelow === belowThreshold ? [] : [`the hit of ${findingId} stands otherwise to the threshold`];
    },
  );
}

function differentReferences({ report }: ResearchRecord, { referenceGate }: ReplaySettings): string[] {
  const { refused } = report.telemetry.references;
  return refused
    .filter(({ score }) => passesGate(score, referenceGate))
    .map(({ reference }) => `the reference ${reference} is recorded as refused, and would pass`);
}
