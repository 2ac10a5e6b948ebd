import { z } from 'zod';
import type { Claim } from '../evidence/claim.ts';
import type { Engine } from '../research/accounting.ts';
import { allClaims } from './report-claims.ts';
import type { ReportDraft, Verification } from './report.ts';

/** What judges statements, as degradations name it. */
export const JUDGES: ReadonlySet<string> = new Set(['verifyParts', 'judge-entailment']);

/** A report as far as its trust depends on it. */
type TrustedReport = ReportDraft & {
  readonly quality: Pick<Verification, 'quotesChecked' | 'quotesRejected' | 'refused'>;
  readonly stats: { readonly engine: Engine };
};

/** What a report's trust is made of, in counts: nothing here is an estimate. */
export const trustSchema = z.object({
  /** Quotations that were compared with their stored sources, and those that equal them. */
  quotations: z.int(),
  equal: z.int(),
  /** Statements that a judge confirmed, and those that are the words of their source. */
  confirmed: z.int(),
  /** Statements of which the judge was not sure; they stand, marked. */
  unsure: z.int(),
  /** Statements that were refused and could not be mended. */
  leftOut: z.int(),
  /** Statements that nobody judged: the judge was down, or could not be relied on. */
  notJudged: z.int(),
});
export type Trust = z.infer<typeof trustSchema>;

/** The one source of every sign of trust. Without a model nothing is stated, so that only quotations count. */
export function trustOf(report: TrustedReport): Trust {
  const { quotesChecked, quotesRejected, refused = [] } = report.quality;
  const stated = report.stats.engine === 'model' ? allClaims(report).filter(isStatement) : [];
  const notJudged = stated.filter((claim) => claim.notJudged === true).length;
  const unsure = stated.filter((claim) => claim.notJudged !== true && claim.isUnverified === true).length;
  return {
    quotations: quotesChecked,
    equal: quotesChecked - quotesRejected,
    confirmed: stated.length - notJudged - unsure,
    unsure,
    leftOut: refused.filter(({ outcome }) => outcome === 'left-out').length,
    notJudged,
  };
}

/** What cites a source, and what was judged without: limits and lead-ins state nothing of the sources. */
function isStatement({ citations, isEntailed, isUnverified, notJudged }: Claim): boolean {
  return citations.length > 0 || isEntailed === true || isUnverified === true || notJudged === true;
}
