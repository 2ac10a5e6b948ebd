import { z } from 'zod';
import { counted } from '../common/counted.ts';
import type { Claim } from '../evidence/claim.ts';
import type { Engine } from '../research/accounting.ts';
import { allClaims } from './report-claims.ts';
import type { ReportDraft, Verification } from './report.ts';

/** What judges statements, as degradations name it. */
export const JUDGES: ReadonlySet<string> = new Set(['verifyParts', 'judge-entailment']);

interface TrustedReport extends ReportDraft {
  readonly quality: Pick<Verification, 'quotesChecked' | 'quotesRejected' | 'refused'>;
  readonly stats: { readonly engine: Engine };
}

/** What a report's trust is made of, in counts: nothing here is an estimate. */
export const trustSchema = z.object({
  /** Quotations that were compared with their stored sources, and those that equal them. */
  quotations: z.int(),
  equal: z.int(),
  /** Statements that a judge confirmed, and those that are the words of their source. */
  confirmed: z.int(),
  /** The judge was not sure of them: they stand, marked. Refused ones that could not be mended are left out. */
  unsure: z.int(),
  leftOut: z.int(),
  /** The judge was down, or could not be relied on. */
  notJudged: z.int(),
});
export type Trust = z.infer<typeof trustSchema>;

/** The one source of every sign of trust. Without a model nothing is stated, so that only quotations count. */
export function trustOf(report: TrustedReport): Trust {
  const { quotesChecked, quotesRejected, refused = [] } = report.quality;
  const stated = report.stats.engine === 'model' ? allClaims(report).filter(isStatement) : [];
  const judged = stated.filter((claim) => claim.notJudged !== true);
  const unsure = judged.filter(({ isUnverified }) => isUnverified === true).length;
  return {
    quotations: quotesChecked,
    equal: quotesChecked - quotesRejected,
    confirmed: judged.length - unsure,
    unsure,
    leftOut: refused.filter(({ outcome }) => outcome === 'left-out').length,
    notJudged: stated.length - judged.length,
  };
}

/** "31 statements confirmed, 2 unsure, 1 left out", in English. */
export function describeStatements({
  confirmed,
  unsure,
  leftOut,
  notJudged,
}: Omit<Trust, 'quotations' | 'equal'>): string {
  const others = { unsure, 'left out': leftOut, 'not judged': notJudged };
  const said = Object.entries(others).flatMap(([what, count]) => (count > 0 ? [`${count} ${what}`] : []));
  return [`${counted(confirmed, 'statement')} confirmed`, ...said].join(', ');
}

/** What cites a source, and what was judged without: limits, lead-ins and places that a search found state nothing. */
function isStatement({ citations, isEntailed, isUnverified, notJudged, isPassage }: Claim): boolean {
  if (isPassage === true) return false;
  return citations.length > 0 || isEntailed === true || isUnverified === true || notJudged === true;
}
