import type { Claim } from '../../workflows/contracts/claim.ts';
import type { ContextTier, Finding } from '../../workflows/contracts/evidence.ts';
import type { ResearchRecord } from '../../workflows/contracts/report.ts';
import { citedClaims } from '../../workflows/domain/report-claims.ts';
import type { EvidenceWalk, WalkedCitation } from './evidence-walk.ts';
import { isAt, isExpectedPlace, type Place } from './expected-place.ts';
import type { ExpectedPassage, Question } from './question-file.ts';
import { type Count, countOf } from './share.ts';

export type TierPrecision = Readonly<Record<ContextTier, Count>>;

/** An expected phrase that is not quoted, and how far its passage came. */
export interface MissedPhrase extends ExpectedPassage {
  readonly lostAt: 'not among the findings' | 'dropped by validation' | 'not cited' | 'cited with other words';
}

export interface EvidenceFigures {
  readonly residualDrift: Count;
  readonly traceable: Count;
  readonly exactQuotes: Count;
  readonly faults: readonly string[];
  readonly missedPhrases: readonly MissedPhrase[];
}

/** Walks from every claim to the stored bytes. */
export async function measureEvidence(
  question: Question,
  record: ResearchRecord,
  walk: EvidenceWalk,
  isQuoted: (expected: ExpectedPassage) => boolean,
): Promise<EvidenceFigures> {
  const claims = citedClaims(record.report);
  const walked = await walkAll(claims, walk);
  // Limitations need no citation, but a given citation must be valid.
  const limits = await walkAll(record.report.limitations, walk);
  const checked = [...walked, ...limits.filter(({ citations }) => citations.length > 0)];
  const quotes = await checkQuotes(record, walk);
  return {
    residualDrift: question.unanswerable
      ? { count: 0, n: 0 }
      : countOf(walked, ({ citations }) => !citations.some((citation) => isExpected(citation, question))),
    traceable: countOf(checked, (entry) => faultOf(entry) === null),
    exactQuotes: { count: quotes.n - quotes.faults.length, n: quotes.n },
    faults: [...checked.map(faultOf).filter((fault) => fault !== null), ...quotes.faults],
    missedPhrases: await locateMisses(
      question.expect.filter((expected) => !isQuoted(expected)),
      record,
      walk,
    ),
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

async function locateMisses(
  missed: readonly ExpectedPassage[],
  record: ResearchRecord,
  walk: EvidenceWalk,
): Promise<MissedPhrase[]> {
  const found = await placesOf(record.findings, walk);
  const cited = new Set(record.report.citations.map(({ quote }) => quote.key));
  const dropped = (record.drift?.dropped ?? []).map((finding): Place => ({ ...finding, passageText: null }));
  return missed.map((expected) => {
    const here = found.filter((finding) => isAt(finding, expected));
    if (here.some(({ quotes }) => quotes.some(({ key }) => cited.has(key)))) {
      return { ...expected, lostAt: 'cited with other words' };
    }
    if (here.length > 0) return { ...expected, lostAt: 'not cited' };
    const wasDropped = dropped.some((place) => isAt(place, expected));
    return { ...expected, lostAt: wasDropped ? 'dropped by validation' : 'not among the findings' };
  });
}

function placesOf(findings: readonly Finding[], walk: EvidenceWalk): Promise<(Finding & Place)[]> {
  return Promise.all(findings.map(async (finding) => ({ ...finding, passageText: await walk.passageOf(finding) })));
}
