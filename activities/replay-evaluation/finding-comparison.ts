import type { Finding } from '../../workflows/contracts/evidence.ts';
import type { ChangedDecision, DecisionEffect } from '../../workflows/contracts/replay-evaluation.ts';
import type { FindingDecision, FindingDecisions, FindingState } from './finding-decisions.ts';

const EXCERPT_LENGTH = 160;

const STATES: Readonly<Record<FindingState, string>> = {
  accepted: 'accepted',
  'left-out': 'left out of the report',
  dropped: 'dropped by validation',
  unread: 'not read',
};

/** Findings on which two ways to decide differ. */
export function compareFindings(recorded: FindingDecisions, replayed: FindingDecisions): ChangedDecision[] {
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
  return isAccepted && gradeOf(before.finding) !== gradeOf(after.finding) ? 'regraded' : null;
}

function changeOf(effect: DecisionEffect, before: FindingDecision, after: FindingDecision): ChangedDecision {
  const { findingId, locator, headingPath, hitScore, relevance, finalRelevance, extractedInfo } = before.finding;
  const isGrade = effect === 'regraded';
  return {
    effect,
    subject: 'finding',
    findingId,
    place: [locator, ...headingPath].join(' › '),
    before: isGrade ? gradeOf(before.finding) : STATES[before.state],
    after: isGrade ? gradeOf(after.finding) : STATES[after.state],
    scores: { hit: hitScore, first: relevance, final: finalRelevance },
    excerpt: extractedInfo.replaceAll(/\s+/gu, ' ').trim().slice(0, EXCERPT_LENGTH),
  };
}

function gradeOf({ contextTier, weight }: Finding): string {
  return `tier ${contextTier}, weight ${Number(weight.toFixed(3))}`;
}
