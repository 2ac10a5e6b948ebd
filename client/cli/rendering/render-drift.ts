import { counted } from '@plumbline/contracts/common/counted';
import type { Drift, DriftCounts, DroppedFinding } from '@plumbline/contracts/evidence/drift';
import { countDrift } from '../runs/run-measures.ts';
import { toPlainLine } from '../terminal/plain-text.ts';
import { wrap } from '../terminal/text-layout.ts';

/** `3 of 20 findings dropped`. */
export function describeDrift(drift: DriftCounts): string {
  const { total, dropped } = countDrift(drift);
  return `${dropped} of ${counted(total, 'finding')} dropped`;
}

/**
 * The findings that validation dropped before the report was written.
 *
 * @param drift null: validation has not run
 */
export function renderDrift(drift: Drift | null, columns: number): string {
  if (drift === null) return 'Drift is unknown: validation has not run.';
  const tiers = drift.tiers.map(({ tier, total, kept }) => `tier ${tier}: ${total - kept} of ${total}`);
  const hidden = countHidden(drift);
  return [
    `${describeDrift(drift)}${tiers.length === 0 ? '' : ` (${tiers.join(', ')})`}`,
    ...drift.dropped.flatMap((finding) => renderDropped(finding, columns)),
    ...(hidden > 0 ? [`  … and ${hidden} more`] : []),
  ].join('\n');
}

/** Dropped findings that are only counted. */
export function countHidden(drift: Drift): number {
  return countDrift(drift).dropped - drift.dropped.length;
}

function renderDropped(finding: DroppedFinding, columns: number): string[] {
  const { findingId, contextTier, origin, relevance, finalRelevance, locator, headingPath, reason, excerpt } = finding;
  const scores = `relevance ${scoreText(relevance)} -> ${scoreText(finalRelevance)}`;
  const details = [[locator, ...headingPath].join(' › '), reason === '' ? '' : `why: ${reason}`, `"${excerpt}"`];
  return [
    `  - ${toPlainLine(findingId)}: tier ${contextTier}, ${origin}, ${scores}`,
    ...details
      .filter((detail) => detail !== '')
      .flatMap((detail) => wrap(toPlainLine(detail), Math.max(20, columns - 6)).map((line) => `    ${line}`)),
  ];
}

function scoreText(score: number | null): string {
  return score === null ? 'unknown' : score.toFixed(2);
}
