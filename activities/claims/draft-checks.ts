import type { Statement } from '../../workflows/contracts/claim.ts';
import type { Finding, Quote } from '../../workflows/contracts/evidence.ts';
import type { QueryAnchor } from '../../workflows/contracts/query-anchor.ts';
import type { VerifyReportInput } from '../../workflows/contracts/report-activities.ts';
import { isUntrusted } from '../../workflows/domain/untrusted-findings.ts';
import { withKeysAsCitations, withoutKeys } from '../citations/citation-keys.ts';
import type { StoredTexts } from '../citations/stored-quotes.ts';
import { type CheckedText, checkRemark } from './claim-checks.ts';
import { createStatementJudge, type StatementJudge } from './claim-judge.ts';
import { repairStatement } from './claim-repair.ts';
import type { DraftChecks, Verdict } from './draft-verification.ts';
import { type CarrierChecks, createCarrierChecks } from './untrusted-supporting-quotes.ts';

/** How one engine's statements and remarks are judged. */
interface WordChecks {
  readonly statement: (statement: Statement, quotes: readonly Quote[]) => Promise<Verdict>;
  readonly remark: (text: string) => Promise<CheckedText>;
}

/**
 * The judgements of a draft: what a rule wrote has to be the words of its quotes, what a model wrote has to be carried by them.
 *
 * @param issuedKeys also those of quotes that were rejected
 */
export async function createDraftChecks(
  { findings, engine, anchor }: VerifyReportInput,
  issuedKeys: ReadonlySet<string>,
  texts: StoredTexts,
): Promise<DraftChecks> {
  const quotes = new Map(findings.flatMap((finding) => finding.quotes.map((quote) => [quote.key, quote])));
  const trusted = findings.filter((finding) => !isUntrusted(finding));
  const trustedKeys = new Set(trusted.flatMap((finding) => finding.quotes.map(({ key }) => key)));
  const statementJudge = createStatementJudge(anchor, findings, texts);
  const checks =
    engine === 'offline'
      ? checksOfRule(statementJudge)
      : await checksOfModel(statementJudge, { anchor, findings, trusted }, texts);

  return {
    async cited(draft) {
      const statement = withKeysAsCitations(draft);
      const unknown = statement.citations.find((key) => !issuedKeys.has(key));
      if (unknown !== undefined) return fallen(`citation key ${unknown} was never issued`);
      const carriers = statement.citations.flatMap((key) => quotes.get(key) ?? []);
      if (carriers.length === 0) return fallen('no quote carries the statement');
      return checks.statement({ ...statement, citations: carriers.map(({ key }) => key) }, carriers);
    },
    async uncited(draft) {
      const statement = withKeysAsCitations(draft);
      const citations = statement.citations.filter((key) => trustedKeys.has(key));
      const { text, fault } = await checks.remark(statement.text);
      return text === null ? fallen(fault) : standsAs({ ...statement, citations, text });
    },
    plain: async (text) => (await checks.remark(withoutKeys(text))).text,
  };
}

function checksOfRule({ judge }: StatementJudge): WordChecks {
  return {
    async statement(statement, quotes) {
      const { verbatimFault } = await judge(statement, quotes);
      return verbatimFault === null ? standsAs(statement) : fallen(verbatimFault);
    },
    // The rule's own remarks are made of the question and the tasks.
    remark: async (text) => ({ text, fault: null }),
  };
}

interface ModelEvidence {
  readonly anchor: QueryAnchor;
  readonly findings: readonly Finding[];
  /** Those that do not address a program. */
  readonly trusted: readonly Finding[];
}

/** What a model wrote stands, stands marked where the rules could not compare it, is repaired, or falls. */
async function checksOfModel(
  statementJudge: StatementJudge,
  { anchor, findings, trusted }: ModelEvidence,
  texts: StoredTexts,
): Promise<WordChecks> {
  const carrierChecks = createCarrierChecks(findings, texts, anchor);
  return {
    async statement(written, cited) {
      const carried = carrierChecks.carry(written, cited);
      if (carried.fault !== null) return fallen(carried.fault);
      const { carriers } = carried;
      const statement = { ...carried.statement, citations: carriers.map(({ key }) => key) };
      const judgement = await statementJudge.judge(statement, carriers);
      const { faults, isJudged, text } = judgement;
      if (faults.length === 0 && isJudged) return standsAs({ ...statement, text });
      if (faults.length === 0) {
        const isTold = await carrierChecks.isToldByUntrusted(text);
        return isTold ? fallen(TOLD) : standsAs({ ...statement, text, isUnverified: true });
      }
      const evidence = { judgement, quotes: carriers, findings: trusted };
      const repair = await repairStatement(statement, evidence, statementJudge, anchor.language);
      const fault = faults.join('; ');
      return repair === null ? fallen(fault) : { statement: repair.statement, fault, repair: repair.note };
    },
    remark: await createRemarkCheck(anchor, trusted, texts, carrierChecks),
  };
}

const TOLD = 'it says what only a passage says that addresses a program';

/** Remarks about what is missing may speak of the question and of the evidence, but quote and count nothing else. */
async function createRemarkCheck(
  { originalQuestion, refinements }: QueryAnchor,
  trusted: readonly Finding[],
  texts: StoredTexts,
  { isToldByUntrusted }: CarrierChecks,
): Promise<WordChecks['remark']> {
  const asked = [originalQuestion, ...refinements];
  const quotes = trusted.flatMap((finding) => finding.quotes);
  const hashes = [...new Set(quotes.map(({ textHash }) => textHash))];
  const stored = await Promise.all(hashes.map((hash) => texts.read(hash)));
  const sourceTexts = [...stored.flatMap(({ text }) => text ?? []), ...asked];
  const figureTexts = [...quotes.map(({ text }) => text), ...asked];
  return async (text) => {
    const checked = checkRemark(text, { sourceTexts, figureTexts });
    return checked.text !== null && (await isToldByUntrusted(text)) ? { text: null, fault: TOLD } : checked;
  };
}

function standsAs(statement: Statement): Verdict {
  return { statement, fault: null };
}

function fallen(fault: string): Verdict {
  return { statement: null, fault };
}
