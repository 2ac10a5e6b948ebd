import type { ChangedDecision, ReplaySettings } from '../../workflows/contracts/replay-evaluation.ts';
import type { ResearchRecord } from '../../workflows/contracts/report.ts';
import { selectHit } from '../reranking/hit-selection.ts';
import { isThresholdSteered, passesGate } from './finding-reading.ts';
import { recordedFindings } from './recorded-findings.ts';

type RecordedHit = ResearchRecord['report']['telemetry']['relevanceScores'][number];

const NO_SCORES = { hit: null, first: null, final: null };
const UNKNOWN_STANDING = { isNamed: false, isNearInMeaning: false, isLeading: false };

/** Hits and refused references that brought no recorded finding, and stand on the other side of a threshold now. */
export function compareHits(
  record: ResearchRecord,
  recorded: ReplaySettings,
  settings: ReplaySettings,
): ChangedDecision[] {
  const { references } = record.report.telemetry;
  const passesNow = references.refused.filter(({ score }) => passesGate(score, settings.referenceGate));
  return [
    ...changedHits(record, recorded, settings),
    ...passesNow.map(({ reference, locator, score }): ChangedDecision => {
      const change = { effect: 'read', before: 'refused', after: 'passes the gate' } as const;
      const place = `${reference} → ${locator}`;
      return {
        ...change,
        subject: 'reference',
        findingId: null,
        place,
        scores: { ...NO_SCORES, hit: score },
        excerpt: null,
      };
    }),
  ];
}

function changedHits(record: ResearchRecord, recorded: ReplaySettings, settings: ReplaySettings): ChangedDecision[] {
  if (isThresholdSteered(record)) return [];
  const hasPassed = ({ score }: RecordedHit, { relevanceThreshold }: ReplaySettings): boolean =>
    selectHit(score, UNKNOWN_STANDING, relevanceThreshold) === 'passed';
  return hitsWithoutFinding(record).flatMap((hit): ChangedDecision[] => {
    const [before, after] = [hasPassed(hit, recorded), hasPassed(hit, settings)];
    if (before === after) return [];
    const { locator, score } = hit;
    return [
      {
        effect: after ? 'read' : 'unread',
        subject: 'hit',
        findingId: null,
        place: locator,
        before: stateOf(before),
        after: stateOf(after),
        scores: { ...NO_SCORES, hit: score },
        excerpt: null,
      },
    ];
  });
}

function stateOf(hasPassed: boolean): string {
  return hasPassed ? 'reaches the threshold' : 'below the threshold';
}

/** A recorded score has no id: a finding of the same place and score is taken for its finding. */
export function hitsWithoutFinding(record: ResearchRecord): readonly RecordedHit[] {
  const found = recordedFindings(record).accepted.map(({ locator, hitScore }) => keyOf({ locator, score: hitScore }));
  return record.report.telemetry.relevanceScores.filter((hit) => {
    const index = found.indexOf(keyOf(hit));
    if (index === -1) return true;
    found.splice(index, 1);
    return false;
  });
}

function keyOf({ locator, score }: RecordedHit): string {
  return `${score} ${locator}`;
}
