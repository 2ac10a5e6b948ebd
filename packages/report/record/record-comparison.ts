import { canonicalJson } from '@plumbline/contracts/common/canonical-json';
import { statementOf } from '@plumbline/contracts/evidence/claim';
import type { Quote } from '@plumbline/contracts/evidence/finding';
import type { Source } from '@plumbline/contracts/evidence/source';
import type { ResearchRecord } from '@plumbline/contracts/report/report';
import { placeClaims } from '@plumbline/contracts/report/report-claims';
import type {
  ClaimComparison,
  ComparedClaim,
  ComparedRun,
  ComparedSource,
  ReportComparison,
  SourceComparison,
} from '@plumbline/contracts/report/report-comparison';
import { trustOf } from '@plumbline/contracts/report/trust';
import { compareSettings } from '@plumbline/contracts/research/setting-comparison';
import { normaliseText } from '@plumbline/language/normalised-text';
import { createPauses, forEachPair } from '@plumbline/text/pauses';

/** Quotes that share less of the shorter one only touch: the end of one sentence is the beginning of another quote. */
const LEAST_SHARED = 0.5;

/** What two reports have in common, and where they differ; from their records alone. */
export async function compareRecords(a: ResearchRecord, b: ResearchRecord): Promise<ReportComparison> {
  const compared = {
    a: runOf(a),
    b: runOf(b),
    claims: await matchClaims(await readClaims(a), await readClaims(b)),
    sources: compareSources(a.sources, b.sources),
    settings: compareSettings(a.request, b.request),
  };
  return { ...compared, isEqual: isEqual(compared) };
}

function runOf({ researchId, anchor, outcome, publishedAt, report }: ResearchRecord): ComparedRun {
  const { engine, usage, workedSeconds } = report.stats;
  return {
    researchId,
    question: anchor.originalQuestion,
    language: anchor.language,
    outcome,
    publishedAt,
    engine,
    costs: { ...usage, workedSeconds },
    trust: trustOf(report, anchor),
  };
}

function isEqual({ a, b, claims, sources, settings }: Omit<ReportComparison, 'isEqual'>): boolean {
  const onlyOne = [claims.onlyA, claims.onlyB, sources.onlyA, sources.onlyB, claims.sameEvidence, settings];
  const areClaimsEqual = claims.both.every((pair) => pair.a.text === pair.b.text);
  const areTextsEqual = sources.both.every(({ isSameText }) => isSameText);
  return onlyOne.every(({ length }) => length === 0) && areClaimsEqual && areTextsEqual && isSameRun(a, b);
}

function isSameRun(a: ComparedRun, b: ComparedRun): boolean {
  const withoutIdentity = (run: ComparedRun) => canonicalJson({ ...run, researchId: '', publishedAt: '' });
  return withoutIdentity(a) === withoutIdentity(b);
}

/** Documents and pages of two records, matched by place, and what was moved by its text. */
export function compareSources(a: readonly Source[], b: readonly Source[]): SourceComparison {
  const both: SourceComparison['both'] = [];
  const restOfB = new Set(inOrder(b));
  const matchBy = (sources: readonly Source[], keyOf: (source: Source) => string): Source[] =>
    sources.filter((source) => {
      const other = [...restOfB].find((candidate) => keyOf(candidate) === keyOf(source));
      if (other === undefined) return true;
      restOfB.delete(other);
      both.push({ a: shown(source), b: shown(other), isSameText: source.text.sha256 === other.text.sha256 });
      return false;
    });
  const unplaced = matchBy(inOrder(a), ({ locator }) => locator);
  const onlyA = matchBy(unplaced, ({ text }) => text.sha256);
  return {
    both: both.sort((first, second) => byLocator(first.a, second.a)),
    onlyA: onlyA.map(shown),
    onlyB: [...restOfB].map(shown),
  };
}

function shown({ locator, title }: Source): ComparedSource {
  return { locator, title };
}

function inOrder(sources: readonly Source[]): Source[] {
  return sources.toSorted(byLocator);
}

function byLocator(first: ComparedSource, second: ComparedSource): number {
  return first.locator < second.locator ? -1 : first.locator > second.locator ? 1 : 0;
}

/** Two claims that may belong together, by their places in their reports. */
interface Candidate {
  readonly own: number;
  readonly other: number;
  readonly isSameWording: boolean;
  /** The largest share of a quotation that both rest on, 0..1. */
  readonly evidence: number;
}

/** Pairs the claims of two reports, those in the same words first; no claim is used twice. */
export async function matchClaims(
  a: readonly ComparableClaim[],
  b: readonly ComparableClaim[],
): Promise<ClaimComparison> {
  const candidates: Candidate[] = [];
  await forEachPair([...a.entries()], [...b.entries()], ([own, claim], [other, counterpart]) => {
    const evidence = sharedEvidence(claim.quotes, counterpart.quotes);
    const isSameWording = claim.wording === counterpart.wording;
    if (isSameWording || evidence > 0) candidates.push({ own, other, isSameWording, evidence });
  });
  const pairs = chooseBest(candidates);
  const pairsWhere = (isSame: boolean): ClaimComparison['both'] =>
    pairs.flatMap(({ own, other, isSameWording }) => {
      const [claim, counterpart] = [a[own], b[other]];
      if (isSameWording !== isSame || claim === undefined || counterpart === undefined) return [];
      return [{ a: claim.shown, b: counterpart.shown }];
    });
  const [matchedOfA, matchedOfB] = [new Set(pairs.map(({ own }) => own)), new Set(pairs.map(({ other }) => other))];
  return {
    both: pairsWhere(true),
    sameEvidence: pairsWhere(false),
    onlyA: a.filter((_, index) => !matchedOfA.has(index)).map((claim) => claim.shown),
    onlyB: b.filter((_, index) => !matchedOfB.has(index)).map((claim) => claim.shown),
  };
}

/** In the order of the first report. */
function chooseBest(candidates: readonly Candidate[]): Candidate[] {
  const taken = { own: new Set<number>(), other: new Set<number>() };
  return candidates
    .toSorted(byCertainty)
    .filter(({ own, other }) => {
      if (taken.own.has(own) || taken.other.has(other)) return false;
      taken.own.add(own);
      taken.other.add(other);
      return true;
    })
    .toSorted((first, second) => first.own - second.own);
}

/**
 * Among equals, those that stand at nearly the same place of their reports. All keys are the same when the reports are
 * exchanged; two candidates that are equal in all of them (1 with 2, 2 with 1) have no claim in common.
 */
function byCertainty(first: Candidate, second: Candidate): number {
  const wording = Number(second.isSameWording) - Number(first.isSameWording);
  const evidence = second.evidence - first.evidence;
  const distance = Math.abs(first.own - first.other) - Math.abs(second.own - second.other);
  const place = Math.min(first.own, first.other) - Math.min(second.own, second.other);
  return wording || evidence || distance || place;
}

/** A claim, read for comparison with the claims of another report. */
interface ComparableClaim {
  readonly shown: ComparedClaim;
  /** Without differences of typography. */
  readonly wording: string;
  readonly quotes: readonly PlacedQuotation[];
}

/** What is read of a record. */
interface RecordOfClaims extends Pick<ResearchRecord, 'findings'> {
  readonly report: Parameters<typeof placeClaims>[0] & Pick<ResearchRecord['report'], 'citations'>;
}

/** The claims of a report in its order; what it says twice in the same words is one claim. */
export async function readClaims(record: RecordOfClaims): Promise<ComparableClaim[]> {
  const quotes = new Map(
    record.findings.flatMap((finding) =>
      finding.quotes.map((quote) => [quote.key, { ...quote, wording: normaliseText(quote.text).text }]),
    ),
  );
  const numbers = new Map(record.report.citations.map(({ number, quote }) => [quote.key, number]));
  const byWording = Map.groupBy(
    placeClaims(record.report),
    ({ claim }) => normaliseText(statementOf(claim, true)).text,
  );
  const pause = createPauses();
  const claims: ComparableClaim[] = [];
  for (const [wording, placed] of byWording) {
    await pause();
    const claim = placed[0]?.claim;
    if (claim === undefined) continue;
    const keys = [...new Set(placed.flatMap((twin) => twin.claim.citations))];
    claims.push({
      shown: {
        numbers: placed.map(({ number }) => number),
        text: statementOf(claim, true),
        citations: keys.flatMap((key) => numbers.get(key) ?? []).sort((first, second) => first - second),
      },
      wording,
      quotes: keys.flatMap((key) => quotes.get(key) ?? []),
    });
  }
  return claims;
}

/** A quotation and its place in a stored text. */
interface PlacedQuotation extends Pick<Quote, 'textHash' | 'start' | 'end'> {
  /** Without differences of typography. */
  readonly wording: string;
}

/** The largest share of a quotation that both sides have, 0..1; 0 where they rest on different words. */
function sharedEvidence(first: readonly PlacedQuotation[], second: readonly PlacedQuotation[]): number {
  return Math.max(0, ...first.flatMap((own) => second.map((other) => sharedWords(own, other))));
}

function sharedWords(first: PlacedQuotation, second: PlacedQuotation): number {
  if (first.wording === second.wording) return 1;
  if (first.textHash !== second.textHash) return 0;
  const overlap = Math.min(first.end, second.end) - Math.max(first.start, second.start);
  const share = overlap / Math.max(1, Math.min(first.end - first.start, second.end - second.start));
  return share >= LEAST_SHARED ? share : 0;
}
