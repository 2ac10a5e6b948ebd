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
  MatchBasis,
  ReportComparison,
  SourceComparison,
} from '@plumbline/contracts/report/report-comparison';
import { trustOf } from '@plumbline/contracts/report/trust';
import { compareSettings } from '@plumbline/contracts/research/setting-comparison';
import {
  compareStatements,
  readInOwnLanguage,
  type ReadStatement,
  shareInCommon,
} from '@plumbline/evidence/comparison';
import { normaliseText } from '@plumbline/language/normalised-text';
import { createPauses, forEachPair } from '@plumbline/text/pauses';

/** Quotes that share less of the shorter one only touch: the end of one sentence is the beginning of another quote. */
const LEAST_SHARED = 0.5;

/** Least share of the stems of both that stand in both where no quotation shows that two claims are about one thing. */
const SAME_MATTER = 0.5;
/** A text of several statements says nothing single. */
const PASSAGE = { relation: 'unrelated', reasons: [] } as const;
const KIND = { evidenceAlone: 0, contradiction: 1, sameMeaning: 2, sameWords: 3 } as const;

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
    trust: trustOf(report),
  };
}

function isEqual({ a, b, claims, sources, settings }: Omit<ReportComparison, 'isEqual'>): boolean {
  const onlyOne = [claims.onlyA, claims.onlyB, sources.onlyA, sources.onlyB, claims.contradicting, settings];
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

interface Candidate extends ClaimRelation {
  readonly own: number;
  readonly other: number;
}

/** Pairs the claims of two reports, the most certain relation first; no claim is used twice. */
export async function matchClaims(
  a: readonly ComparableClaim[],
  b: readonly ComparableClaim[],
): Promise<ClaimComparison> {
  const candidates: Candidate[] = [];
  await forEachPair([...a.entries()], [...b.entries()], ([own, claim], [other, counterpart]) => {
    const relation = relateClaims(claim, counterpart);
    if (relation !== null) candidates.push({ ...relation, own, other });
  });
  const pairs = chooseBest(candidates);
  const shown = pairs.flatMap(({ own, other, basis, difference }) => {
    const [claim, counterpart] = [a[own], b[other]];
    if (claim === undefined || counterpart === undefined) return [];
    return [{ pair: { a: claim.shown, b: counterpart.shown, basis }, difference }];
  });
  const [matchedOfA, matchedOfB] = [new Set(pairs.map(({ own }) => own)), new Set(pairs.map(({ other }) => other))];
  return {
    both: shown.flatMap(({ pair, difference }) => (difference === null ? [pair] : [])),
    contradicting: shown.flatMap(({ pair, difference }) => (difference === null ? [] : [{ ...pair, difference }])),
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
 * Among equals, those that stand at nearly the same place of their reports. Both keys are the same when the reports are
 * exchanged; two candidates that are equal in all of them (1 with 2, 2 with 1) have no claim in common.
 */
function byCertainty(first: Candidate, second: Candidate): number {
  const differences = first.rank.map((value, index) => (second.rank[index] ?? 0) - value);
  const distance = Math.abs(first.own - first.other) - Math.abs(second.own - second.other);
  const place = Math.min(first.own, first.other) - Math.min(second.own, second.other);
  return [...differences, distance, place].find((difference) => difference !== 0) ?? 0;
}

/** How two claims belong together. */
interface ClaimRelation {
  readonly basis: MatchBasis;
  /** For people; null where they do not contradict each other. */
  readonly difference: string | null;
  /** Higher is more certain: first by the kind of relation, then by what they share. */
  readonly rank: readonly [kind: number, evidence: number, words: number];
}

/**
 * How two claims of two reports stand to each other; null where they have nothing to do with each other, or nothing
 * shows how they stand. The same in either order.
 */
function relateClaims(first: ComparableClaim, second: ComparableClaim): ClaimRelation | null {
  const evidence = sharedEvidence(first.quotes, second.quotes);
  const words = shareInCommon(first.read.subject, second.read.subject);
  const isEvident = evidence > 0;
  const basis = isEvident ? 'evidence-and-words' : 'words';
  const related = (kind: number, difference: string | null): ClaimRelation => ({
    basis,
    difference,
    rank: [kind, evidence, words],
  });
  if (first.wording === second.wording) return related(KIND.sameWords, null);
  const isPassage = first.isPassage || second.isPassage;
  const { relation, reasons } = isPassage
    ? PASSAGE
    : compareStatements(first.read, second.read, { isOneMatter: isEvident });
  if (relation === 'contradicts') return related(KIND.contradiction, reasons.join(', '));
  if (relation === 'same' && (isEvident || words >= SAME_MATTER)) return related(KIND.sameMeaning, null);
  if (!isEvident || relation === 'differs') return null;
  return { ...related(KIND.evidenceAlone, null), basis: 'evidence' };
}

/** A claim, read for comparison with the claims of another report. */
interface ComparableClaim {
  readonly shown: ComparedClaim;
  /** Without differences of typography. */
  readonly wording: string;
  readonly quotes: readonly PlacedQuotation[];
  readonly read: ReadStatement;
  /** It repeats a passage. */
  readonly isPassage: boolean;
}

/** What is read of a record. */
interface RecordOfClaims extends Pick<ResearchRecord, 'findings'> {
  readonly anchor: Pick<ResearchRecord['anchor'], 'language'>;
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
      read: readInOwnLanguage(statementOf(claim), claim.quotedLanguage ?? record.anchor.language),
      isPassage: placed.some((twin) => twin.claim.isPassage === true),
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
