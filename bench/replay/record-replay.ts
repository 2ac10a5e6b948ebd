import { canonicalJson } from '@plumbline/contracts/common/canonical-json';
import { counted } from '@plumbline/contracts/common/counted';
import type { Drift } from '@plumbline/contracts/evidence/drift';
import type { ResearchRecord } from '@plumbline/contracts/report/report';
import type { DecidedHit } from '@plumbline/contracts/research/task-decisions';
import { selectHit } from '@plumbline/ranking/hit-decisions';
import { driftedTiers } from '../../workflows/domain/finding-validation.ts';
import { decideFindings, type FindingDecision, type FindingDecisions, type FindingState } from './finding-decisions.ts';
import { isThresholdSteered, recordedFindings, selectionsOf } from './finding-reading.ts';
import {
  type ChangedDecision,
  countEffects,
  type DecisionEffect,
  type ReplayedRun,
  type ReplaySettings,
} from './replayed-run.ts';

const NO_SCORES = { hit: null, first: null, final: null };
const UNKNOWN_STANDING = { isNamed: false, isBeyondWords: false, isLeading: false };

const EXCERPT_LENGTH = 160;

const STATES: Readonly<Record<FindingState, string>> = {
  accepted: 'accepted',
  'left-out': 'left out of the report',
  dropped: 'dropped by validation',
  unread: 'not read',
};

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
    ...changedHits(record, recorded, settings),
    ...compareWarnings(record, replayedTiers(record, before, after), settings.driftWarning),
  ];
  return {
    ...run,
    state: 'compared',
    decisions: before.byId.size + hitsWithoutFinding(record).length,
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

/** What the settings that change might have decided otherwise, too. */
function notRecorded(record: ResearchRecord, changes: Partial<ReplaySettings>): string[] {
  const { accepted, dropped } = recordedFindings(record);
  const sum = (part: 'total' | 'kept') => (record.drift?.tiers ?? []).reduce((total, tier) => total + tier[part], 0);
  const leftOut = Math.max(0, sum('kept') - accepted.length);
  const unlisted = Math.max(0, sum('total') - sum('kept') - dropped.length);
  const { driftWarning: _, relevanceThreshold, ...ofFindings } = changes;
  const isOfFindings = Object.keys(ofFindings).length > 0 || relevanceThreshold !== undefined;
  return [
    ...(relevanceThreshold === undefined ? [] : unrecordedHits(record)),
    ...(isOfFindings && leftOut > 0
      ? [`${counted(leftOut, 'finding')} that validation kept and the report left out`]
      : []),
    ...(isOfFindings && unlisted > 0 ? [`${counted(unlisted, 'more finding')} that validation dropped`] : []),
  ];
}

/** What another threshold might have decided otherwise about hits. */
function unrecordedHits(record: ResearchRecord): string[] {
  if (isThresholdSteered(record)) {
    return ['relevance-threshold: it was changed during this run, and which hits came after is not recorded'];
  }
  return record.report.telemetry.tasks === undefined ? ['hits without a finding, whose scores were lost'] : [];
}

/** Findings on which two ways to decide differ. */
function compareFindings(recorded: FindingDecisions, replayed: FindingDecisions): ChangedDecision[] {
  return [...recorded.byId.values()].flatMap((before) => {
    const after = replayed.byId.get(before.finding.findingId);
    const effect = after === undefined ? null : effectOf(before, after);
    return after === undefined || effect === null ? [] : [changeOf(effect, before, after)];
  });
}

function effectOf(before: FindingDecision, after: FindingDecision): DecisionEffect | null {
  if (before.state !== 'unread' && after.state === 'unread') return 'unread';
  const [wasAccepted, isAccepted] = [before.state === 'accepted', after.state === 'accepted'];
  if (wasAccepted !== isAccepted) return isAccepted ? 'accepted' : 'rejected';
  return null;
}

function changeOf(effect: DecisionEffect, before: FindingDecision, after: FindingDecision): ChangedDecision {
  const { findingId, locator, headingPath, hitScore, relevance, finalRelevance, extractedInfo } = before.finding;
  return {
    effect,
    subject: 'finding',
    findingId,
    place: [locator, ...headingPath].join(' › '),
    before: STATES[before.state],
    after: STATES[after.state],
    scores: { hit: hitScore, first: relevance, final: finalRelevance },
    excerpt: extractedInfo.replaceAll(/\s+/gu, ' ').trim().slice(0, EXCERPT_LENGTH),
  };
}

/** Where the recorded settings do not lead to what is recorded; empty where they do. For people. */
function differencesFromRecord(
  record: ResearchRecord,
  recorded: ReplaySettings,
  decisions: FindingDecisions,
): string[] {
  return [
    ...differentFindings(record, decisions),
    ...differentHits(record, recorded),
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
      return isBelow === belowThreshold ? [] : [`the hit of ${findingId} is on the other side of the threshold`];
    },
  );
}

type Tiers = Drift['tiers'];

/** Tiers that the record warns of. */
function warnedTiers({ report }: ResearchRecord): readonly number[] {
  return report.diagnostics.flatMap((diagnostic) => (diagnostic.code === 'DRIFT' ? [diagnostic.tier] : []));
}

/** Tiers of a run, changed by as much as its recorded findings are decided otherwise. */
function replayedTiers({ drift }: ResearchRecord, recorded: FindingDecisions, replayed: FindingDecisions): Tiers {
  const of = (tiers: Tiers, tier: number) => tiers.find((each) => each.tier === tier) ?? { total: 0, kept: 0 };
  const all = drift?.tiers ?? [];
  const tiers = ([1, 2, 3] as const).map((tier) => {
    const [run, before, after] = [of(all, tier), of(recorded.tiers, tier), of(replayed.tiers, tier)];
    return { tier, total: run.total + after.total - before.total, kept: run.kept + after.kept - before.kept };
  });
  return tiers.filter(({ total }) => total > 0);
}

/** Tiers that the report would now warn about, or no longer warn about. */
function compareWarnings(record: ResearchRecord, tiers: Tiers, driftWarning: number): ChangedDecision[] {
  const before = warnedTiers(record);
  const after: readonly number[] = driftedTiers({ tiers, dropped: [] }, driftWarning).map(({ tier }) => tier);
  const changed = ([1, 2, 3] as const).filter((tier) => before.includes(tier) !== after.includes(tier));
  return changed.map((tier) => {
    const share = (found: Tiers): string => {
      const { kept, total } = found.find((each) => each.tier === tier) ?? { kept: 0, total: 0 };
      return `${kept} of ${total} kept`;
    };
    return {
      effect: after.includes(tier) ? 'warned' : 'no-longer-warned',
      subject: 'tier',
      findingId: null,
      place: `tier ${tier}`,
      before: share(record.drift?.tiers ?? []),
      after: share(tiers),
      scores: { hit: null, first: null, final: null },
      excerpt: null,
    };
  });
}

type RecordedHit = Pick<DecidedHit, 'locator' | 'score'>;

/** Hits that brought no recorded finding, and are on the other side of the threshold now. */
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

/** Several passages of a web page are one hit: a finding of the same place and score is taken for its finding. */
function hitsWithoutFinding(record: ResearchRecord): readonly RecordedHit[] {
  const found = recordedFindings(record).accepted.map(({ locator, hitScore }) => keyOf({ locator, score: hitScore }));
  const hits = (record.report.telemetry.tasks ?? []).flatMap((task) => task.hits);
  return hits.filter((hit) => {
    const index = found.indexOf(keyOf(hit));
    if (index === -1) return true;
    found.splice(index, 1);
    return false;
  });
}

function keyOf({ locator, score }: RecordedHit): string {
  return `${score} ${locator}`;
}
