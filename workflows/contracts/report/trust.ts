import { z } from 'zod';
import { counted } from '../common/counted.ts';
import type { Claim } from '../evidence/claim.ts';
import type { QueryAnchor } from '../evidence/query-anchor.ts';
import type { Engine } from '../research/accounting.ts';
import { allClaims } from './report-claims.ts';
import type { ReportDraft, Verification } from './report.ts';

/** What judges statements, as degradations name it. */
export const JUDGES: ReadonlySet<string> = new Set(['verifyParts', 'judge-entailment']);

interface TrustedReport extends ReportDraft {
  readonly quality: Pick<Verification, 'quotesChecked' | 'quotesRejected' | 'refused'>;
  readonly stats: { readonly engine: Engine };
}

const shareSchema = z.object({ of: z.int(), count: z.int() });

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
  /** Statements of which a judge says whether they serve the question, and those that do; null: of none. */
  adherence: shareSchema.nullable(),
  /** Answers of the person who asks, and those that a statement takes into account; null: none was given, or none was judged. */
  clarificationUse: shareSchema.nullable(),
});
export type Trust = z.infer<typeof trustSchema>;

/** The one source of every sign of trust. Without a model nothing is stated, so that only quotations count. */
export function trustOf(report: TrustedReport, { refinements }: Pick<QueryAnchor, 'refinements'>): Trust {
  const { quotesChecked, quotesRejected, refused = [] } = report.quality;
  const stated = report.stats.engine === 'model' ? allClaims(report).filter(isStatement) : [];
  const judged = stated.filter((claim) => claim.notJudged !== true);
  const borne = allClaims(report).flatMap(({ bearing }) => bearing ?? []);
  const used = new Set(borne.flatMap(({ answers = [] }) => answers).filter((number) => number <= refinements.length));
  const unsure = judged.filter(({ isUnverified }) => isUnverified === true).length;
  return {
    quotations: quotesChecked,
    equal: quotesChecked - quotesRejected,
    confirmed: judged.length - unsure,
    unsure,
    leftOut: refused.filter(({ outcome }) => outcome === 'left-out').length,
    notJudged: stated.length - judged.length,
    adherence: borne.length === 0 ? null : { of: borne.length, count: borne.filter((one) => !one.isBeside).length },
    clarificationUse: refinements.length * borne.length === 0 ? null : { of: refinements.length, count: used.size },
  };
}

/** "31 statements confirmed, 2 unsure, 1 left out", in English. */
export function describeStatements({
  confirmed,
  unsure,
  leftOut,
  notJudged,
  adherence,
  clarificationUse,
}: Omit<Trust, 'quotations' | 'equal'>): string {
  const others = { unsure, 'left out': leftOut, 'not judged': notJudged };
  const said = Object.entries(others).flatMap(([what, count]) => (count > 0 ? [`${count} ${what}`] : []));
  const borne = adherence === null ? [] : [`${adherence.count} of ${adherence.of} serve the question`];
  const used = clarificationUse === null ? [] : [`${clarificationUse.count} of ${clarificationUse.of} answers used`];
  return [`${counted(confirmed, 'statement')} confirmed`, ...said, ...borne, ...used].join(', ');
}

/** What cites a source, and what was judged without: limits, lead-ins and places that a search found state nothing. */
function isStatement({ citations, isEntailed, isUnverified, notJudged, isPassage }: Claim): boolean {
  if (isPassage === true) return false;
  return citations.length > 0 || isEntailed === true || isUnverified === true || notJudged === true;
}
