import type { Finding, Quote } from '../workflows/contracts/evidence.ts';
import type { QueryAnchor } from '../workflows/contracts/query-anchor.ts';
import { reportDraftSchema } from '../workflows/contracts/report.ts';
import type { VerifiedReport, VerifyReportInput } from '../workflows/contracts/report-activities.ts';
import type { Statement } from '../workflows/contracts/statement.ts';
import { citedStatements } from '../workflows/domain/report-statements.ts';
import type { ActivityDependencies } from './dependencies.ts';
import { createStoredTexts, findQuoteFault, type StoredTexts } from './evidence/stored-quotes.ts';
import { withKeysAsCitations, withoutKeys } from './verification/citation-keys.ts';
import { type DraftChecks, keepWhatHolds, type Verdict } from './verification/draft-verification.ts';
import { type CheckedText, checkRemark } from './verification/statement-checks.ts';
import { createStatementJudge, type StatementJudge } from './verification/statement-judge.ts';
import { repairStatement } from './verification/statement-repair.ts';

/** Checks a draft against the stored sources, without a model, and repairs or takes out what does not hold. */
export function createVerifyReport({ blobs }: Pick<ActivityDependencies, 'blobs'>) {
  return async (input: VerifyReportInput): Promise<VerifiedReport> => {
    // Runs that began before reports had all these parts bring drafts without them.
    const draft = reportDraftSchema.parse(input.draft);
    const texts = createStoredTexts(blobs);
    const issuedKeys = new Set(input.findings.flatMap(({ quotes }) => quotes.map(({ key }) => key)));
    const { findings, rejections } = await keepTrueQuotes(input.findings, texts);

    const checks = await createChecks({ ...input, findings }, issuedKeys, texts);
    const { draft: kept, faults, repairs } = await keepWhatHolds(draft, checks);
    const removals = faults.map((fault) => `A statement was removed: ${fault}.`);
    return {
      draft: { ...kept, queryCoverage: kept.summary.length > 0 ? kept.queryCoverage : 0 },
      findings,
      quality: {
        quotesChecked: issuedKeys.size,
        quotesRejected: rejections.length,
        statements: citedStatements(kept).length,
        statementsRemoved: removals.length,
        statementsRepaired: repairs.length,
        notes: [...rejections, ...removals, ...repairs],
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
  const statementJudge = createStatementJudge(anchor, findings, texts);
  const check =
    engine === 'offline' ? createVerbatimCheck(statementJudge) : createModelCheck(statementJudge, anchor, findings);
  const remark = engine === 'offline' ? standing : await createRemarkCheck(anchor, [...quotes.values()], texts);

  return {
    async cited(draft) {
      const statement = withKeysAsCitations(draft);
      const unknown = statement.citations.find((key) => !issuedKeys.has(key));
      if (unknown !== undefined) return fallen(`citation key ${unknown} was never issued`);
      const carriers = statement.citations.flatMap((key) => quotes.get(key) ?? []);
      if (carriers.length === 0) return fallen('no quote carries the statement');
      return check({ ...statement, citations: carriers.map(({ key }) => key) }, carriers);
    },
    async uncited(draft) {
      const statement = withKeysAsCitations(draft);
      const citations = statement.citations.filter((key) => quotes.has(key));
      const { text, fault } = remark(statement.text);
      return text === null ? fallen(fault) : standsAs({ ...statement, citations, text });
    },
    plain: (text) => remark(withoutKeys(text)).text,
  };
}

type StatementCheck = (statement: Statement, carriers: readonly Quote[]) => Promise<Verdict>;

function createVerbatimCheck({ judge }: StatementJudge): StatementCheck {
  return async (statement, quotes) => {
    const { verbatimFault } = await judge(statement, quotes);
    return verbatimFault === null ? standsAs(statement) : fallen(verbatimFault);
  };
}

/** What a model wrote stands, stands marked where the rules could not compare it, is repaired, or falls. */
function createModelCheck(
  statementJudge: StatementJudge,
  { language }: QueryAnchor,
  findings: readonly Finding[],
): StatementCheck {
  return async (statement, quotes) => {
    const judgement = await statementJudge.judge(statement, quotes);
    const { faults, isJudged, text } = judgement;
    if (faults.length === 0) return standsAs({ ...statement, text, ...(isJudged ? {} : { isUnverified: true }) });
    const repair = await repairStatement(statement, { judgement, quotes, findings }, statementJudge, language);
    const fault = faults.join('; ');
    return repair === null ? fallen(fault) : { statement: repair.statement, fault, repair: repair.note };
  };
}

async function createRemarkCheck(
  { originalQuestion, refinements }: QueryAnchor,
  quotes: readonly Quote[],
  texts: StoredTexts,
) {
  const asked = [originalQuestion, ...refinements];
  const hashes = [...new Set(quotes.map(({ textHash }) => textHash))];
  const stored = await Promise.all(hashes.map((hash) => texts.read(hash)));
  const sourceTexts = [...stored.flatMap(({ text }) => text ?? []), ...asked];
  const figureTexts = [...quotes.map(({ text }) => text), ...asked];
  return (text: string): CheckedText => checkRemark(text, { sourceTexts, figureTexts });
}

/** The rule's own remarks are made of the question and the tasks. */
function standing(text: string): CheckedText {
  return { text, fault: null };
}

function standsAs(statement: Statement): Verdict {
  return { statement, fault: null };
}

function fallen(fault: string): Verdict {
  return { statement: null, fault };
}
