import type { Claim } from '@plumbline/contracts/evidence/claim';
import type { ContextTier, Finding } from '@plumbline/contracts/evidence/finding';
import type { ResearchRecord } from '@plumbline/contracts/report/report';
import { citedClaims } from '@plumbline/contracts/report/report-claims';
import type { EvidenceWalk, WalkedCitation } from './evidence-walk.ts';
import { isExpectedPlace, type Place } from './expected-place.ts';
import type { Question } from './question-file.ts';
import { type Count, countOf } from './share.ts';

export type TierPrecision = Readonly<Record<ContextTier, Count>>;

export interface EvidenceFigures {
  readonly residualDrift: Count;
  readonly traceable: Count;
  readonly exactQuotes: Count;
  readonly faults: readonly string[];
}

/** Walks from every claim to the stored bytes. */
export async function measureEvidence(
  question: Question,
  record: ResearchRecord,
  walk: EvidenceWalk,
): Promise<EvidenceFigures> {
  const walked = await walkAll(citedClaims(record.report), walk);
  // Passages are shown for the reader to judge.
  const stated = walked.filter(({ claim }) => claim.isPassage !== true);
  // Limitations need no citation, but a given citation must be valid.
  const limits = await walkAll(record.report.limitations, walk);
  const checked = [...walked, ...limits.filter(({ citations }) => citations.length > 0)];
  const quotes = await checkQuotes(record, walk);
  return {
    residualDrift: question.unanswerable
      ? { count: 0, n: 0 }
      : countOf(stated, ({ citations }) => !citations.some((citation) => isExpected(citation, question))),
    traceable: countOf(checked, (entry) => faultOf(entry) === null),
    exactQuotes: { count: quotes.n - quotes.faults.length, n: quotes.n },
    faults: [...checked.map(faultOf).filter((fault) => fault !== null), ...quotes.faults],
  };
}

interface WalkedClaim {
  readonly claim: Claim;
  readonly citations: readonly WalkedCitation[];
}

function walkAll(claims: readonly Claim[], walk: EvidenceWalk): Promise<WalkedClaim[]> {
  return Promise.all(
    claims.map(async (claim) => ({
      claim,
      citations: await Promise.all(claim.citations.map((key) => walk.walk(key))),
    })),
  );
}

function faultOf({ claim, citations }: WalkedClaim): string | null {
  const fault = citations.length === 0 ? 'no citation' : citations.find((citation) => citation.fault !== null)?.fault;
  return fault === undefined || fault === null ? null : `"${claim.text.slice(0, 60)}": ${fault}`;
}

function isExpected({ finding, passageText }: WalkedCitation, question: Question): boolean {
  return finding !== null && isExpectedPlace({ ...finding, passageText }, question);
}

/** Every quotation of the record: in citations, findings and task summaries. */
async function checkQuotes(
  { report, findings, taskSummaries }: ResearchRecord,
  walk: EvidenceWalk,
): Promise<{ readonly n: number; readonly faults: string[] }> {
  const quotes = [
    ...report.citations.map(({ quote }) => quote),
    ...findings.flatMap((finding) => finding.quotes),
    ...taskSummaries.flatMap((summary) => summary.quotes),
  ];
  const faults = await Promise.all(
    quotes.map(async (quote) => ((await walk.isExact(quote)) ? [] : [`quote ${quote.key} is not what is stored`])),
  );
  return { n: quotes.length, faults: faults.flat() };
}

/** The findings of each tier that come from a place with the answer. */
export async function countPrecisionPerTier(
  question: Question,
  { findings }: ResearchRecord,
  walk: EvidenceWalk,
): Promise<TierPrecision> {
  const places = await placesOf(findings, walk);
  const precision = (tier: ContextTier): Count =>
    countOf(
      places.filter(({ contextTier }) => contextTier === tier),
      (place) => isExpectedPlace(place, question),
    );
  return { 1: precision(1), 2: precision(2), 3: precision(3) };
}

function placesOf(findings: readonly Finding[], walk: EvidenceWalk): Promise<(Finding & Place)[]> {
  return Promise.all(findings.map(async (finding) => ({ ...finding, passageText: await walk.passageOf(finding) })));
}
