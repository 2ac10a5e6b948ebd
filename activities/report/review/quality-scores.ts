import { type Claim, statementOf } from '@plumbline/contracts/evidence/claim';
import type { Finding } from '@plumbline/contracts/evidence/finding';
import { questionLanguageOf } from '@plumbline/contracts/evidence/query-anchor';
import { placeOf } from '@plumbline/contracts/evidence/source';
import { isUntrusted } from '@plumbline/contracts/evidence/untrusted-findings';
import { type QualityScores, type ReportDraft, reportDraftSchema } from '@plumbline/contracts/report/report';
import type { QualityTerms, VerifiedDraft, VerifyReportInput } from '@plumbline/contracts/report/report-activities';
import { allClaims, citedClaims } from '@plumbline/contracts/report/report-claims';
import { addressedShare, type ClaimEvidence, type ClaimVerifier } from '@plumbline/evidence/claims';
import { languageShares, proseOf } from '@plumbline/evidence/languages';
import { mentionsEntity } from '@plumbline/language/questions';
import { contentTerms } from '@plumbline/language/terms';
import { coverByQuotes, createPartTest, needsOf, type TaskNeed } from '@plumbline/offline/needs';
import { isForeignFinding, withStatements } from '@plumbline/offline/statements';
import { quotationsIn } from '@plumbline/quotes/quotes';
import { findQuoteFault, type StoredTexts } from '@plumbline/quotes/stored-quotes';
import type { CorpusIndex } from '@plumbline/search/corpus-index';
import { mapWithPauses } from '@plumbline/text/pauses';
import {
  RELEVANT_FROM,
  type ScoredClaim,
  type ScoredReport,
  scoreReport,
} from '../../../workflows/domain/report-quality.ts';

/** A claim with the findings whose quotes it cites. */
interface CitedClaim extends Claim {
  readonly findings: readonly Finding[];
  /** Text that addresses a program is only marked elsewhere; in the answer it is a fault. */
  readonly isAnswer: boolean;
}

/** What a draft is scored from. */
export interface ScoringEvidence extends ClaimEvidence {
  readonly corpus: CorpusIndex;
  readonly verifier: ClaimVerifier;
}

/** Scores a verified draft of the rules by the formulas of `report-quality.ts`, from the findings and the stored texts, without an engine. */
export async function scoreDraft(
  { draft: verified, quality }: Pick<VerifiedDraft, 'draft' | 'quality'>,
  { corpusId, taskTexts }: QualityTerms,
  { anchor, findings, texts, corpus, verifier }: ScoringEvidence,
): Promise<QualityScores | null> {
  const draft = reportDraftSchema.parse(verified);
  const citing = findingsByKey(findings);
  const claims = citedClaims(draft)
    .filter((claim) => isStated(claim, draft))
    .map((claim) => withFindings(claim, citing, draft.summary.includes(claim)));
  const askedTexts = [anchor.originalQuestion, ...taskTexts];
  const needs = await needsOf(corpus, corpusId, anchor, askedTexts);
  const asked = needs.map((need, index) => ({ text: askedTexts[index] ?? '', need }));
  const tasks = asked.slice(1);
  const language = questionLanguageOf(anchor);
  const reach = await createReach(draft, findings, asked, language, texts);

  const report: ScoredReport = {
    claims: await scoreClaims(claims, verifier),
    removed: quality.statementsRemoved,
    repaired: quality.claimsRepaired,
    addressed: Math.max(0, ...asked.map((part) => Math.min(reach(part), addresses(claims[0], part, language)))),
    wanted: wantedOf({ anchor, draft }, tasks.length === 0 ? asked : tasks, claims, reach),
    quotations: await countQuotations(draft, findings, texts),
    prose: languageShares(proseOf(draft), anchor.language),
  };
  return scoreReport(report);
}

/** What a report shows next to its answer for the reader to judge is not a claim of its own. */
function isStated({ unjudged, isPassage }: Claim, { summary }: ReportDraft): boolean {
  return unjudged !== true && (isPassage !== true || summary.length === 0);
}

/** The findings that hold a quote, with their places among all. */
type FindingsByKey = ReadonlyMap<string, readonly (readonly [place: number, finding: Finding])[]>;

function findingsByKey(findings: readonly Finding[]): FindingsByKey {
  const keyed = findings.flatMap((finding, place) =>
    finding.quotes.map(({ key }) => [key, [place, finding] as const] as const),
  );
  return new Map([...Map.groupBy(keyed, ([key]) => key)].map(([key, group]) => [key, group.map(([, held]) => held)]));
}

/** In the order of the findings. */
function withFindings(claim: Claim, citing: FindingsByKey, isAnswer = false): CitedClaim {
  const cited = new Map(claim.citations.flatMap((key) => citing.get(key) ?? []));
  const findings = [...cited].sort(([a], [b]) => a - b).map(([, finding]) => finding);
  return { ...claim, findings, isAnswer };
}

function scoreClaims(claims: readonly CitedClaim[], verifier: ClaimVerifier): Promise<ScoredClaim[]> {
  return mapWithPauses(claims, (claim) => scoreClaim(claim, verifier));
}

async function scoreClaim(claim: CitedClaim, { verify }: ClaimVerifier): Promise<ScoredClaim> {
  const { citations, findings, isAnswer } = claim;
  const quotes = findings.flatMap((finding) => finding.quotes).filter(({ key }) => citations.includes(key));
  const { reasons, coverage } = await verify(claim, quotes);
  return {
    text: statementOf(claim),
    relevance: relevanceOf(claim),
    reasons,
    coverage,
    isUntrusted: isAnswer && findings.some(isUntrusted),
  };
}

/** Relevance of the best finding that it cites. */
function relevanceOf({ findings }: CitedClaim): number | null {
  const relevances = findings.flatMap(({ finalRelevance, relevance }) => finalRelevance ?? relevance ?? []);
  return relevances.length === 0 ? null : Math.max(...relevances);
}

/**
 * Upper bound on how far the answer, or the nearest candidate, addresses each part of the question: the share of the
 * part's words that its passages contain. Passages in another language are not counted, because they use other words.
 */
async function createReach(
  { summary, ...draft }: ReportDraft,
  findings: readonly Finding[],
  parts: readonly TaskNeed[],
  language: string,
  texts: StoredTexts,
): Promise<(part: TaskNeed) => number> {
  const answering = summary.length > 0 ? summary : citedClaims({ ...draft, summary });
  const keys = new Set(answering.flatMap(({ citations }) => citations));
  const isCited = ({ quotes }: Finding): boolean => quotes.some(({ key }) => keys.has(key));
  const cited = await withStatements(findings.filter(isCited), texts);
  if (cited.some((finding) => isForeignFinding(finding, language))) return () => 1;
  const said = new Map(parts.map((part) => [part, coverByQuotes(part.need, keys, cited)]));
  // A report without an answer addresses nothing in full, however many words its nearest passages share.
  const answers = summary.length > 0 ? createPartTest([...said.values()]) : () => false;
  return (part) => {
    const coverage = said.get(part);
    return coverage === undefined || answers(coverage) ? 1 : coverage.share;
  };
}

function addresses(claim: CitedClaim | undefined, { need }: TaskNeed, language: string): number {
  if (claim === undefined) return 0;
  const headings = claim.findings.map(placeOf).join('\n');
  const isRelevant = (relevanceOf(claim) ?? 0) >= RELEVANT_FROM;
  return addressedShare({ text: statementOf(claim), headings, isRelevant }, need, language);
}

function wantedOf(
  { anchor, draft }: Pick<VerifyReportInput, 'anchor' | 'draft'>,
  tasks: readonly TaskNeed[],
  claims: readonly CitedClaim[],
  reach: (part: TaskNeed) => number,
): ScoredReport['wanted'] {
  const { keyEntities } = anchor;
  const language = questionLanguageOf(anchor);
  const missing = new Set(draft.missingSubject?.words);
  // "Geld" is mentioned by "Kindergeld" but does not cover it.
  const isMissing = (name: string): boolean => contentTerms(name, language).some(({ surface }) => missing.has(surface));
  const cited = claims.filter(({ findings }) => findings.length > 0);
  const said = cited.map((claim) => [statementOf(claim), ...claim.findings.map(placeOf)].join('\n'));
  return [
    ...keyEntities.map((name) => ({
      name,
      isCovered: !isMissing(name) && said.some((text) => mentionsEntity(text, name, language)),
    })),
    ...tasks.map((task) => ({
      name: task.text,
      isCovered: reach(task) === 1 && cited.some((claim) => addresses(claim, task, language) === 1),
    })),
  ];
}

async function countQuotations(draft: ReportDraft, findings: readonly Finding[], texts: StoredTexts) {
  const claims = allClaims(draft);
  const keys = new Set(claims.flatMap(({ citations }) => citations));
  const quotes = findings.flatMap((finding) => finding.quotes).filter(({ key }) => keys.has(key));
  const faults = await Promise.all(quotes.map((quote) => findQuoteFault(quote, texts)));
  const citing = findingsByKey(findings);
  const quoted = await Promise.all(claims.map((claim) => findQuoted(claim, citing, texts)));
  return {
    checked: quotes.length + quoted.flat().length,
    exact: faults.filter((fault) => fault === null).length + quoted.flat().filter((isExact) => isExact).length,
  };
}

/** For each quotation in a claim: whether a cited text contains its characters, ignoring white space. */
async function findQuoted(claim: Claim, citing: FindingsByKey, texts: StoredTexts): Promise<boolean[]> {
  const quotations = quotationsIn(claim.text);
  if (quotations.length === 0) return [];
  const cited = withFindings(claim, citing).findings.flatMap(({ quotes }) => quotes);
  const stored = await Promise.all(cited.map(({ textHash }) => texts.read(textHash)));
  const sources = stored.flatMap(({ text }) => (text === null ? [] : inOneLine(text)));
  return quotations.map(({ text }) => sources.some((source) => source.includes(inOneLine(text))));
}

function inOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
