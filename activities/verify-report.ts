import type { VerifiedReport, VerifyReportInput } from '../workflows/contracts/activities.ts';
import type { Finding } from '../workflows/contracts/evidence.ts';
import type { ReportDraft } from '../workflows/contracts/report.ts';
import type { Statement } from '../workflows/contracts/statement.ts';
import type { ActivityDependencies } from './dependencies.ts';
import { languageAdherence } from './evidence/language-adherence.ts';
import { findStatementFault, findVerbatimFault, withoutQuotations } from './evidence/statement-checks.ts';
import { createStoredTexts, findQuoteFault, readSurroundings, type StoredTexts } from './evidence/stored-quotes.ts';

/** Shows that a report's language is not the question's, for people and for scripts. */
const LANGUAGE_MIXED = 'LANGUAGE_MIXED';

type Fault = (statement: Statement) => Promise<string | null>;

/** Checks a draft against the stored sources, without a model, and takes out what does not hold. */
export function createVerifyReport({ blobs }: Pick<ActivityDependencies, 'blobs'>) {
  return async (input: VerifyReportInput): Promise<VerifiedReport> => {
    const { draft, anchor, engine } = input;
    const texts = createStoredTexts(blobs);
    const quotes = input.findings.flatMap((finding) => finding.quotes);
    const { findings, rejections } = await keepTrueQuotes(input.findings, texts);

    const faultOf = createStatementCheck({ ...input, findings }, new Set(quotes.map(({ key }) => key)), texts);
    const { kept, removals, statements } = await keepTrueStatements(draft, faultOf);
    const prose = engine === 'model' ? statementsOf(kept).map(({ text }) => withoutQuotations(text)) : [];
    const adherence = languageAdherence(prose, anchor.language);
    const languageNotes =
      adherence < 100 ? [`${LANGUAGE_MIXED}: ${adherence} % of the prose is in "${anchor.language}"`] : [];

    return {
      draft: kept,
      findings,
      quality: {
        quotesChecked: quotes.length,
        quotesRejected: rejections.length,
        statements,
        statementsRemoved: removals.length,
        languageAdherence: adherence,
        notes: [...rejections, ...removals, ...languageNotes],
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

function createStatementCheck(
  { findings, engine, anchor }: VerifyReportInput,
  issuedKeys: ReadonlySet<string>,
  texts: StoredTexts,
): Fault {
  const carriers = new Map(findings.flatMap((finding) => finding.quotes.map((quote) => [quote.key, quote])));
  return async (statement) => {
    const unknown = statement.citations.find((key) => !issuedKeys.has(key));
    if (unknown !== undefined) return `citation key ${unknown} was never issued`;
    const quotes = statement.citations.flatMap((key) => carriers.get(key) ?? []);
    if (quotes.length === 0) return 'no quote carries the statement';
    if (engine === 'offline') return findVerbatimFault(statement, quotes);
    const textHashes = [...new Set(quotes.map(({ textHash }) => textHash))];
    const stored = await Promise.all(textHashes.map((textHash) => texts.read(textHash)));
    const surroundings = await Promise.all(quotes.map((quote) => readSurroundings(quote, texts)));
    return findStatementFault(statement, {
      quotes,
      sourceTexts: stored.flatMap(({ text }) => text ?? []),
      figureTexts: [...surroundings, anchor.originalQuestion, ...anchor.refinements],
    });
  };
}

async function keepTrueStatements(draft: ReportDraft, faultOf: Fault) {
  const removals: string[] = [];
  async function keep(statements: readonly Statement[]): Promise<Statement[]> {
    const faults = await Promise.all(statements.map(faultOf));
    removals.push(...faults.filter((fault) => fault !== null).map((fault) => `A statement was removed: ${fault}.`));
    return statements.filter((_, index) => faults[index] === null);
  }

  const summary = await keep(draft.summary);
  const keyFindings = await keep(draft.keyFindings);
  const sections = await Promise.all(
    draft.sections.map(async ({ heading, statements }) => ({ heading, statements: await keep(statements) })),
  );
  // A report whose answer fell away answers with its first finding that holds, not with "nothing found".
  const lead = summary.length > 0 ? summary : keyFindings.slice(0, 1);
  const kept: ReportDraft = {
    ...draft,
    summary: lead,
    keyFindings: summary.length > 0 ? keyFindings : keyFindings.slice(1),
    sections: sections.filter(({ statements }) => statements.length > 0),
    queryCoverage: lead.length > 0 ? draft.queryCoverage : 0,
  };
  return { kept, removals, statements: statementsOf(kept).length };
}

function statementsOf({ summary, keyFindings, sections }: ReportDraft): readonly Statement[] {
  return [...summary, ...keyFindings, ...sections.flatMap(({ statements }) => statements)];
}
