import type { QualityScores } from '../contracts/report.ts';

/** Query adherence or citation support below this, in percent, sends a report back once. */
const REPAIR_BELOW = 70;

export function isLow({ queryAdherence, citationSupport }: QualityScores): boolean {
  return queryAdherence < REPAIR_BELOW || citationSupport < REPAIR_BELOW;
}

/** Whether a repaired report is worth taking: the weaker of the two repaired scores rose and the answer lost nothing. */
export function isBetter(repaired: QualityScores, former: QualityScores): boolean {
  const weaker = ({ queryAdherence, citationSupport }: QualityScores): number =>
    Math.min(queryAdherence, citationSupport);
  return weaker(repaired) > weaker(former) && repaired.completeness >= former.completeness;
}
