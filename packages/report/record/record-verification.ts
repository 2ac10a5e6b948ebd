import { isDeepStrictEqual } from 'node:util';
import { counted } from '@plumbline/contracts/common/counted';
import type { Finding, Quote } from '@plumbline/contracts/evidence/finding';
import { questionLanguageOf } from '@plumbline/contracts/evidence/query-anchor';
import type { Source } from '@plumbline/contracts/evidence/source';
import { createUntrustedTest, hasTrusted } from '@plumbline/contracts/evidence/untrusted-findings';
import type { ResearchRecord } from '@plumbline/contracts/report/report';
import { placeClaims } from '@plumbline/contracts/report/report-claims';
import { type Trust, trustOf } from '@plumbline/contracts/report/trust';
import { hashOfMeaning } from '@plumbline/contracts/research/frozen-anchor';
import { isQuotationOf } from '@plumbline/evidence/claims';
import { createAttributions, isInsidePassage } from '@plumbline/quotes/attribution';
import { createStoredTexts, findQuoteFault, type StoredTexts } from '@plumbline/quotes/stored-quotes';
import type { BlobStore } from '@plumbline/storage/blobs';
import type { StoredReport } from '@plumbline/storage/runs';
import { S3Error } from '@plumbline/storage/s3';
import { mapWithPauses } from '@plumbline/text/pauses';
import { describeDiagnostic } from '../wording/diagnostic-phrases.ts';
import { createClaimCheck } from './record-claims.ts';
import { parseRecord, RecordDamagedError } from './record-reading.ts';
import { diagnoseSources } from './record-sources.ts';
import { RULES_VERSION } from './report-record.ts';
import { renderRecord } from './report-rendering.ts';

export interface RecordVerification {
  /** Empty when everything is correct. */
  readonly problems: readonly string[];
  readonly quotes: number;
  readonly citations: number;
  readonly claims: number;
  /** What a judge said of the statements when they were written; null: the record is damaged. */
  readonly trust: Trust | null;
  /** What the reader sees but no stored text can confirm, for people. */
  readonly unchecked: readonly string[];
}

/**
 * Checks a published report again, using only its record and the stored texts: every quote character by character,
 * every offset, every citation, every claim, and record and Markdown against a new rendering.
 *
 * @throws {RecordUnreadableError}
 */
export async function verifyReport(
  report: StoredReport,
  blobs: Pick<BlobStore, 'getText'>,
): Promise<RecordVerification> {
  const record = parseOrDamage(report);
  if (record instanceof RecordDamagedError) {
    return { problems: [record.message], quotes: 0, citations: 0, claims: 0, trust: null, unchecked: [] };
  }
  const hasPresentRules = record.rulesVersion === RULES_VERSION;
  const texts = createStoredTexts(blobs);
  return checkRecord({ record, texts, markdown: report.markdown, markdownPath: 'report.md', hasPresentRules });
}

export interface RecordToCheck {
  readonly record: ResearchRecord;
  readonly texts: StoredTexts;
  /** Of `report.md`; null: it cannot be read. */
  readonly markdown: string | null;
  readonly markdownPath: string;
  /** False: it was written under other rules than these, so that what depends on them cannot be checked. */
  readonly hasPresentRules: boolean;
}

/** Checks a record that was read. */
export async function checkRecord(checked: RecordToCheck): Promise<RecordVerification> {
  const { record, texts, hasPresentRules } = checked;
  const quotes = quotesOfRecord(record);
  const claims = placeClaims(record.report);
  const attributionOf = createAttributions(record);
  const checkClaim = createClaimCheck(record, texts, hasPresentRules);
  const faults = await mapWithPauses(claims, (placed) => checkClaim(placed, placed.claim.citations.map(attributionOf)));
  const problems = [
    ...checkQuestion(record),
    ...(await checkSources(record, texts)),
    ...(await checkQuotes(quotes, record.sources, texts)),
    ...checkFindings(record),
    ...(await checkPassages(record.findings, texts)),
    ...faults.flat(),
    ...(hasPresentRules ? checkRules(record) : []),
    ...checkMarkdown(checked),
  ];
  return {
    problems,
    quotes: quotes.length,
    citations: record.report.citations.length,
    claims: claims.length,
    trust: trustOf(record.report, record.anchor),
    unchecked: [
      ...(hasPresentRules ? [] : ['the rendering, and the claims against their quotes: other rules wrote the report']),
      ...(await uncheckedParts(record, texts)),
    ],
  };
}

/** Reports missing or malformed parts of a record as problems, like any others. */
function parseOrDamage(report: StoredReport): ResearchRecord | RecordDamagedError {
  try {
    return parseRecord(report);
  } catch (error) {
    if (error instanceof RecordDamagedError) return error;
    throw error;
  }
}

export interface PlacedQuote {
  readonly place: string;
  readonly quote: Quote;
}

/** Every quote of a record, with the place that it has there. */
export function quotesOfRecord({ findings, report, taskSummaries }: ResearchRecord): PlacedQuote[] {
  return [
    ...findings.flatMap(({ findingId, quotes }) => quotes.map((quote) => ({ place: `finding ${findingId}`, quote }))),
    ...report.citations.map(({ number, quote }) => ({ place: `citation [${number}]`, quote })),
    ...taskSummaries.flatMap(({ taskId, quotes }) => quotes.map((quote) => ({ place: `summary of ${taskId}`, quote }))),
  ];
}

async function checkSources({ sources }: ResearchRecord, texts: StoredTexts): Promise<string[]> {
  const faults = await Promise.all(
    sources.map(async ({ locator, text }) => {
      const { fault } = await texts.read(text.sha256).catch(toFault);
      return fault === null ? [] : [`source ${locator}: ${fault}`];
    }),
  );
  return faults.flat();
}

/** Checks that each quote is in the text that it names, which may be older than its source's present text. */
async function checkQuotes(
  quotes: readonly PlacedQuote[],
  sources: readonly Source[],
  texts: StoredTexts,
): Promise<string[]> {
  const known = new Set(sources.map(({ sourceId }) => sourceId));
  const faults = await Promise.all(
    quotes.map(async ({ place, quote }) => {
      const fault = known.has(quote.sourceId)
        ? await findQuoteFault(quote, texts).catch((error: unknown) => toFault(error).fault)
        : `unknown source ${quote.sourceId}`;
      return fault === null ? [] : [`${place}, quote ${quote.key}: ${fault}`];
    }),
  );
  return faults.flat();
}

/** Checks that each passage lies inside the text that it names. */
async function checkPassages(findings: readonly Finding[], texts: StoredTexts): Promise<string[]> {
  const faults = await Promise.all(
    findings.map(async ({ findingId, passageSpan }) => {
      const { text, fault } = await texts.read(passageSpan.textHash).catch(toFault);
      if (text === null) return [`passage of finding ${findingId}: ${fault}`];
      const { start, end } = passageSpan;
      return start < end && end <= text.length ? [] : [`passage of finding ${findingId}: it is not in its text`];
    }),
  );
  return faults.flat();
}

/** Checks that each quote is from its finding's source and page, and that no two quotes share a key. */
function checkFindings({ findings, sources }: ResearchRecord): string[] {
  const seen = new Set<string>();
  const locators = new Map(sources.map(({ sourceId, locator }) => [sourceId, locator]));
  return findings.flatMap((finding) => {
    const { findingId, sourceId, locator, page, quotes } = finding;
    const misplaced = locators.get(sourceId) === locator ? [] : [`finding ${findingId}: its source is not ${locator}`];
    const faults = quotes.flatMap((quote) => {
      const isRepeated = seen.has(quote.key);
      seen.add(quote.key);
      const isElsewhere = quote.sourceId !== sourceId || quote.page !== page || !isInsidePassage(quote, finding);
      return [
        ...(isRepeated ? [`quote ${quote.key} exists twice`] : []),
        ...(isElsewhere ? [`quote ${quote.key} is not from the place of finding ${findingId}`] : []),
      ];
    });
    return [...misplaced, ...faults];
  });
}

/**
 * Compares the question with its frozen hash, in the question's language: steering may change the report's language.
 */
function checkQuestion({ anchor, request }: ResearchRecord): string[] {
  if (anchor.originalQuestion !== request.question) return ['the question differs from the one that was asked'];
  const frozen = { ...anchor, language: questionLanguageOf(anchor) };
  if (hashOfMeaning(frozen) === anchor.anchorHash) return [];
  return ['the question or its interpretation differs from what was frozen'];
}

async function uncheckedParts({ sources, report }: ResearchRecord, texts: StoredTexts): Promise<string[]> {
  const untitled = await Promise.all(
    sources.map(async ({ title, text }) => {
      const stored = await texts.read(text.sha256).catch(toFault);
      return stored.text?.includes(title) === true ? [] : [title];
    }),
  );
  const remarks = report.limitations.length + report.remainingGaps.length;
  return [
    ...(untitled.flat().length > 0
      ? [`titles that do not occur in their documents: ${untitled.flat().join('; ')}`]
      : []),
    ...(remarks > 0 ? [`${counted(remarks, 'remark')} on what the evidence does not contain`] : []),
    ...(report.fixedWords === undefined ? [] : ['the fixed words that the model gave']),
    'the account of the run: engine, counts, files not read, notes',
  ];
}

function checkMarkdown({ record, markdown, markdownPath }: RecordToCheck): string[] {
  if (markdown === null) return [`${markdownPath} cannot be read`];
  return markdown === record.report.markdown ? [] : [`${markdownPath} differs from the Markdown in the record`];
}

/** Checks that hold only for records written under the present rules. */
function checkRules(record: ResearchRecord): string[] {
  return [...checkDocumentChanges(record), ...checkUntrustedClaims(record), ...checkRendering(record)];
}

/** Reports an unreadable text as a problem of the report that rests on it, unless its bucket is away. */
function toFault(error: unknown): { readonly text: null; readonly fault: string } {
  if (error instanceof S3Error) throw error;
  return {
    text: null,
    fault: `the stored text cannot be read: ${error instanceof Error ? error.message : String(error)}`,
  };
}

/** Checks that the report mentions every source whose quotations are not from its present text. */
function checkDocumentChanges(record: ResearchRecord): string[] {
  const { diagnostics } = record.report;
  return diagnoseSources(record.sources, record)
    .filter((change) => !diagnostics.some((diagnostic) => isDeepStrictEqual(diagnostic, change)))
    .map((change) => `the report does not say: ${describeDiagnostic(change, 'en')}`);
}

function checkRendering(record: ResearchRecord): string[] {
  const { markdown, citations } = renderRecord(record);
  const { report } = record;
  const numbers = report.citations.map(({ number }) => number);
  return [
    ...(numbers.every((number, index) => number === index + 1) ? [] : ['the citation numbers are not 1 to n in order']),
    ...(isDeepStrictEqual(citations, report.citations) ? [] : ['the citations differ from those of the claims']),
    ...(markdown === report.markdown ? [] : ['the Markdown in the record differs from a new rendering of its content']),
  ];
}

/**
 * Finds claims that misuse passages which address a program. If there is other evidence, such a passage must not be the
 * answer or a side of a conflict. A claim must not cite it together with other passages, and a model may only quote it.
 */
function checkUntrustedClaims({ findings, report }: ResearchRecord): string[] {
  const isUntrusted = createUntrustedTest(findings);
  const hasOthers = hasTrusted(findings);
  const quotes = new Map(findings.flatMap((finding) => finding.quotes.map((quote) => [quote.key, quote])));
  return placeClaims(report).flatMap(({ part, claim }) => {
    const { text, citations, isPassage } = claim;
    if (!isUntrusted(claim)) return [];
    const label = `claim "${text.slice(0, 60)}": it rests on a passage that addresses a program`;
    const isMixed = citations.some((key) => !isUntrusted({ citations: [key] }));
    const cited = citations.flatMap((key) => quotes.get(key) ?? []);
    const isOwn = report.stats.engine === 'model' && !isQuotationOf(text, cited);
    const isPlaced = hasOthers && isPassage !== true && (part === 'answer' || part === 'conflict');
    return [
      ...(isPlaced ? [`${label} and is used as ${part === 'answer' ? 'the answer' : 'one side of a conflict'}`] : []),
      ...(isMixed ? [`${label} and on others`] : []),
      ...(isOwn ? [`${label} and does not quote it`] : []),
    ];
  });
}
