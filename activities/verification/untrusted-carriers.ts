import type { Finding, Quote } from '../../workflows/contracts/evidence.ts';
import type { Statement } from '../../workflows/contracts/statement.ts';
import { isSupported } from '../../workflows/domain/report-quality.ts';
import { isUntrusted } from '../../workflows/domain/untrusted-findings.ts';
import { readPassage, type StoredTexts } from '../evidence/stored-quotes.ts';
import { detectLanguage } from '../text/language.ts';
import { type SupportingPassage, supportOf } from './statement-support.ts';
import { quotationOf } from './untrusted-quotation.ts';

/** The statement with the quotes that may carry it, or why none may. */
export type Carried =
  | { readonly statement: Statement; readonly carriers: readonly Quote[]; readonly fault: null }
  | { readonly fault: string };

/** What a model may make of passages that address a program: a quotation, and nothing of its own. */
export interface CarrierChecks {
  carry(statement: Statement, carriers: readonly Quote[]): Promise<Carried>;
  /** What is wrong with a remark that cites nothing. @param known what the person wrote */
  findRemarkFault(text: string, known: readonly string[]): Promise<string | null>;
}

const TOLD = 'it says what only a passage says that addresses a program';

/** @param language ISO 639-1 code of the report */
export function createCarrierChecks(findings: readonly Finding[], texts: StoredTexts, language: string): CarrierChecks {
  const untrusted = findings.filter(isUntrusted);
  const untrustedKeys = new Set(untrusted.flatMap(({ quotes }) => quotes.map(({ key }) => key)));
  const passagesOf = (cited: readonly Finding[]) => Promise.all(cited.map((finding) => toSupport(finding, texts)));
  const isCarriedBy = async (text: string, passages: readonly SupportingPassage[]) =>
    passages.length > 0 && isSupported(supportOf(text, language, passages));
  const isToldByOne = async (text: string) => {
    const carried = (await passagesOf(untrusted)).map((passage) => isCarriedBy(text, [passage]));
    return (await Promise.all(carried)).some((isTold) => isTold);
  };

  return {
    async carry(statement, carriers) {
      if (untrusted.length === 0) return { statement, carriers, fault: null };
      const trusted = carriers.filter(({ key }) => !untrustedKeys.has(key));
      if (trusted.length === 0) return asQuotation(statement, carriers, language);
      const isMixed = trusted.length < carriers.length;
      const cited = findings.filter(({ quotes }) => quotes.some((quote) => trusted.includes(quote)));
      if (await isCarriedBy(statement.text, await passagesOf(cited)))
        return { statement, carriers: trusted, fault: null };
      if (isMixed) return { fault: 'without the passages that address a program nothing carries the statement' };
      return (await isToldByOne(statement.text)) ? { fault: TOLD } : { statement, carriers, fault: null };
    },
    async findRemarkFault(text, known) {
      if (!(await isToldByOne(text))) return null;
      const trusted = await passagesOf(findings.filter((finding) => !isUntrusted(finding)));
      const said = known.map((words) => ({ text: words, place: '', language }));
      return (await isCarriedBy(text, [...trusted, ...said])) ? null : TOLD;
    },
  };
}

function asQuotation(statement: Statement, carriers: readonly Quote[], language: string): Carried {
  const text = quotationOf(statement.text, carriers, language);
  return text === null
    ? { fault: 'only passages that address a program carry the statement' }
    : { statement: { ...statement, text }, carriers, fault: null };
}

async function toSupport(finding: Finding, texts: StoredTexts): Promise<SupportingPassage> {
  const keys = finding.quotes.map(({ key }) => key);
  const text = await readPassage(finding, keys, texts);
  return { text, place: [finding.title, ...finding.headingPath].join('\n'), language: detectLanguage(text) };
}
