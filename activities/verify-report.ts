import type { Finding, Quote } from '../workflows/contracts/evidence.ts';
import type { QueryAnchor } from '../workflows/contracts/query-anchor.ts';
import { reportDraftSchema } from '../workflows/contracts/report.ts';
import type { VerifiedReport, VerifyReportInput } from '../workflows/contracts/report-activities.ts';
import type { Statement } from '../workflows/contracts/statement.ts';
import { citedStatements } from '../workflows/domain/report-statements.ts';
import { createUntrustedTest, hasTrusted, isUntrusted } from '../workflows/domain/untrusted-findings.ts';
import type { ActivityDependencies } from './dependencies.ts';
import { createStoredTexts, findQuoteFault, readSurroundings, type StoredTexts } from './evidence/stored-quotes.ts';
import { withKeysAsCitations, withoutKeys } from './verification/citation-keys.ts';
import { type DraftChecks, keepWhatHolds, type Verdict } from './verification/draft-verification.ts';
import {
  type CheckedText,
  checkStatement,
  findVerbatimFault,
  type StatementEvidence,
} from './verification/statement-checks.ts';
import { type CarrierChecks, createCarrierChecks } from './verification/untrusted-carriers.ts';
import { withUntrustedLast } from './verification/untrusted-last.ts';

/** Checks a draft against the stored sources, without a model, and takes out what does not hold. */
export function createVerifyReport({ blobs }: Pick<ActivityDependencies, 'blobs'>) {
  return async (input: VerifyReportInput): Promise<VerifiedReport> => {
    // Runs that began before reports had all these parts bring drafts without them.
    const draft = reportDraftSchema.parse(input.draft);
    const texts = createStoredTexts(blobs);
    const issuedKeys = new Set(input.findings.flatMap(({ quotes }) => quotes.map(({ key }) => key)));
    const { findings, rejections } = await keepTrueQuotes(input.findings, texts);

    const checks = await createChecks({ ...input, findings }, issuedKeys, texts);
    const { draft: held, faults } = await keepWhatHolds(draft, checks);
    // Of the findings as they came: a damaged quote does not give the others its place.
    const kept = hasTrusted(input.findings) ? withUntrustedLast(held, createUntrustedTest(input.findings)) : held;
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
  const carrierChecks = engine === 'offline' ? UNCHECKED : createCarrierChecks(findings, texts, anchor.language);
  const trustedQuotes = findings.filter((finding) => !isUntrusted(finding)).flatMap((finding) => finding.quotes);
  const checkWords =
    engine === 'offline'
      ? async (statement: Statement, carriers: readonly Quote[]) => verbatim(statement, carriers)
      : async ({ text }: Statement, carriers: readonly Quote[]) => checkStatement(text, await evidenceOf(carriers));
  const checkRemark =
    engine === 'offline'
      ? async (text: string) => standing(text)
      : createRemarkCheck(anchor, await evidenceOf(trustedQuotes), carrierChecks);

  return {
    async cited(draft) {
      const statement = withKeysAsCitations(draft);
      const unknown = statement.citations.find((key) => !issuedKeys.has(key));
      if (unknown !== undefined) return fallen(`citation key ${unknown} was never issued`);
      const cited = statement.citations.flatMap((key) => quotes.get(key) ?? []);
      if (cited.length === 0) return fallen('no quote carries the statement');
      const carried = await carrierChecks.carry(statement, cited);
      if (carried.fault !== null) return fallen(carried.fault);
      const citations = carried.carriers.map(({ key }) => key);
      return toVerdict({ ...carried.statement, citations }, await checkWords(carried.statement, carried.carriers));
    },
    async uncited(draft) {
      const statement = withKeysAsCitations(draft);
      const citations = statement.citations.filter((cited) => trustedQuotes.some(({ key }) => key === cited));
      return toVerdict({ ...statement, citations }, await checkRemark(statement.text));
    },
    plain: async (text) => (await checkRemark(withoutKeys(text))).text,
  };
}

function verbatim(statement: Statement, carriers: readonly Quote[]): CheckedText {
  const fault = findVerbatimFault(statement, carriers);
  return fault === null ? standing(statement.text) : { text: null, fault };
}

/** The offline rule writes no words of its own. */
const UNCHECKED: CarrierChecks = {
  carry: async (statement, carriers) => ({ statement, carriers, fault: null }),
  findRemarkFault: async () => null,
};

/** Remarks about what is missing may speak of the question and of the evidence, but quote nothing else. */
function createRemarkCheck(
  { originalQuestion, refinements }: QueryAnchor,
  evidence: StatementEvidence,
  carrierChecks: CarrierChecks,
) {
  const { quotes, figureTexts, sourceTexts } = evidence;
  const remarked: StatementEvidence = {
    ...evidence,
    // Not the carriers of the remark: its words need not be theirs.
    quotes: [],
    sourceTexts: [...sourceTexts, originalQuestion, ...refinements],
    figureTexts: [...quotes.map(({ text }) => text), ...figureTexts],
  };
  return async (text: string): Promise<CheckedText> => {
    const fault = await carrierChecks.findRemarkFault(text, [originalQuestion, ...refinements]);
    return fault === null ? checkStatement(text, remarked) : { text: null, fault };
  };
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
