import type { Finding, Quote } from '../workflows/contracts/evidence.ts';
import type { QueryAnchor } from '../workflows/contracts/query-anchor.ts';
import { reportDraftSchema } from '../workflows/contracts/report.ts';
import type { VerifiedReport, VerifyReportInput } from '../workflows/contracts/report-activities.ts';
import type { Statement } from '../workflows/contracts/statement.ts';
import { citedStatements } from '../workflows/domain/report-statements.ts';
import type { ActivityDependencies } from './dependencies.ts';
import { createStoredTexts, findQuoteFault, readSurroundings, type StoredTexts } from './evidence/stored-quotes.ts';
import { readStatements } from './evidence/stored-statements.ts';
import { withKeysAsCitations, withoutKeys } from './verification/citation-keys.ts';
import { type DraftChecks, keepWhatHolds, type Verdict } from './verification/draft-verification.ts';
import {
  type CheckedText,
  checkStatement,
  findVerbatimFault,
  type StatementEvidence,
} from './verification/statement-checks.ts';

/** Checks a draft against the stored sources, without a model, and takes out what does not hold. */
export function createVerifyReport({ blobs }: Pick<ActivityDependencies, 'blobs'>) {
  return async (input: VerifyReportInput): Promise<VerifiedReport> => {
    // Runs that began before reports had all these parts bring drafts without them.
    const draft = reportDraftSchema.parse(input.draft);
    const texts = createStoredTexts(blobs);
    const issuedKeys = new Set(input.findings.flatMap(({ quotes }) => quotes.map(({ key }) => key)));
    const { findings, rejections } = await keepTrueQuotes(input.findings, texts);

    const checks = await createChecks({ ...input, findings }, issuedKeys, texts);
    const { draft: kept, faults } = await keepWhatHolds(draft, checks);
    const removals = faults.map((fault) => `A statement was removed: ${fault}.`);
    return {
      draft: { ...kept, queryCoverage: kept.summary.length > 0 ? kept.queryCoverage : 0 },
      findings,
      quality: {
        quotesChecked: issuedKeys.size,
        quotesRejected: rejections.length,
        statements: citedStatements(kept).length,
        statementsRemoved: removals.length,
        notes: [...rejections, ...removals],
      },
    };
  };
}

async function keepTrueQuotes(findings: readonly Finding[], texts: StoredTexts) {
  const rejections: string[] = [];
  const checked = await Promise.all(
    findings.map(async (finding) => {
      const faults = await Promise.all(finding.quotes.map((quote) => findQuoteFault(quote, texts)));
      for (const [index, fault] of faults.entries()) {
        if (fault !== null) rejections.push(`Quote ${finding.quotes[index]?.key} was rejected: ${fault}.`);
      }
      return { ...finding, quotes: finding.quotes.filter((_, index) => faults[index] === null) };
    }),
  );
  return { findings: checked, rejections };
}

async function createChecks(
  { findings, engine, anchor }: VerifyReportInput,
  issuedKeys: ReadonlySet<string>,
  texts: StoredTexts,
): Promise<DraftChecks> {
  const quotes = new Map(findings.flatMap((finding) => finding.quotes.map((quote) => [quote.key, quote])));
  const evidenceOf = createEvidenceReader(anchor, texts);
  const readings = engine === 'offline' ? await readAllStatements(findings, texts) : new Map<string, string>();
  const checkWords =
    engine === 'offline'
      ? async (statement: Statement, carriers: readonly Quote[]) => verbatim(statement, carriers, readings)
      : async ({ text }: Statement, carriers: readonly Quote[]) => checkStatement(text, await evidenceOf(carriers));
  const checkRemark =
    engine === 'offline' ? standing : createRemarkCheck(anchor, await evidenceOf([...quotes.values()]));

  return {
    async cited(draft) {
      const statement = withKeysAsCitations(draft);
      const unknown = statement.citations.find((key) => !issuedKeys.has(key));
      if (unknown !== undefined) return fallen(`citation key ${unknown} was never issued`);
      const carriers = statement.citations.flatMap((key) => quotes.get(key) ?? []);
      if (carriers.length === 0) return fallen('no quote carries the statement');
      const citations = carriers.map(({ key }) => key);
      return toVerdict({ ...statement, citations }, await checkWords(statement, carriers));
    },
    async uncited(draft) {
      const statement = withKeysAsCitations(draft);
      const citations = statement.citations.filter((key) => quotes.has(key));
      return toVerdict({ ...statement, citations }, checkRemark(statement.text));
    },
    plain: (text) => checkRemark(withoutKeys(text)).text,
  };
}

async function readAllStatements(findings: readonly Finding[], texts: StoredTexts) {
  const readings = await Promise.all(findings.map((finding) => readStatements(finding, texts)));
  return new Map(readings.flatMap((ofFinding) => [...ofFinding]));
}

function verbatim(
  statement: Statement,
  carriers: readonly Quote[],
  readings: ReadonlyMap<string, string>,
): CheckedText {
  const fault = findVerbatimFault(
    statement,
    carriers,
    carriers.flatMap(({ key }) => readings.get(key) ?? []),
  );
  return fault === null ? standing(statement.text) : { text: null, fault };
}

/** Remarks about what is missing may speak of the question and of all evidence, but quote nothing else. */
function createRemarkCheck({ originalQuestion, refinements }: QueryAnchor, evidence: StatementEvidence) {
  const { quotes, figureTexts, sourceTexts } = evidence;
  const remarked: StatementEvidence = {
    ...evidence,
    // Not the carriers of the remark: its words need not be theirs.
    quotes: [],
    sourceTexts: [...sourceTexts, originalQuestion, ...refinements],
    figureTexts: [...quotes.map(({ text }) => text), ...figureTexts],
  };
  return (text: string): CheckedText => checkStatement(text, remarked);
}

/** The rule's own remarks are made of the question and the tasks. */
function standing(text: string): CheckedText {
  return { text, fault: null };
}

function createEvidenceReader({ originalQuestion, refinements, language }: QueryAnchor, texts: StoredTexts) {
  return async (quotes: readonly Quote[]): Promise<StatementEvidence> => {
    const textHashes = [...new Set(quotes.map(({ textHash }) => textHash))];
    const stored = await Promise.all(textHashes.map((textHash) => texts.read(textHash)));
    const surroundings = await Promise.all(quotes.map((quote) => readSurroundings(quote, texts)));
    return {
      quotes,
      sourceTexts: stored.flatMap(({ text }) => text ?? []),
      figureTexts: [...surroundings, originalQuestion, ...refinements],
      language,
    };
  };
}

function toVerdict(statement: Statement, { text, fault }: CheckedText): Verdict {
  return text === null ? fallen(fault) : { statement: { ...statement, text }, fault: null };
}

function fallen(fault: string): Verdict {
  return { statement: null, fault };
}
