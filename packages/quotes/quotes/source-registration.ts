import { type Finding, type Quote, similarityOf } from '@plumbline/contracts/evidence/finding';
import type { RegisteredSource, SourceType } from '@plumbline/contracts/evidence/source-registry';
import { fileFormatOf } from '@plumbline/documents/formats';
import { linesAt } from '@plumbline/documents/lines';
import { isWebAddress } from '@plumbline/web/addresses';
import type { StoredTexts } from './stored-quotes.ts';

/** Formats whose stored text has the lines of the file. */
const WITH_LINES: ReadonlySet<string | undefined> = new Set(['markdown', 'text', 'rst', 'asciidoc', 'code', 'data']);

const IN_MEMORY: ReadonlySet<SourceType> = new Set<SourceType>(['note', 'entity', 'core', 'archive']);

/** A source for which it is not decided yet whether a citation shows the quote, or the whole unit around it. */
export interface CitableSource extends RegisteredSource {
  /** Where the unit is; absent where the quote has none, or it is known what is shown. */
  readonly unitDetail?: string;
}

/** Registers every quote of the findings, in their order; none is cited yet. */
export async function registerSources(findings: readonly Finding[], texts: StoredTexts): Promise<CitableSource[]> {
  const registered = findings.map(async (finding) => {
    const type = finding.sourceType ?? typeByLocator(finding.locator);
    const { title: label, locator } = finding;
    const similarity = similarityOf(finding);
    const detail = detailOf(locator, type, similarity);
    const entries = finding.quotes.map(async ({ key, textHash, unit, ...quote }) => {
      const { text } = type === 'file' ? await texts.read(textHash) : { text: null };
      const at = (range: Pick<Quote, 'start' | 'end'>) => (text === null ? detail : `${detail}${linesAt(text, range)}`);
      const source = { key, type, label, detail: at(quote), similarity, number: null };
      return unit === undefined ? source : { ...source, unitDetail: at(unit) };
    });
    return Promise.all(entries);
  });
  return (await Promise.all(registered)).flat();
}

/** What is remembered has no place that says how near it is to the question. */
function detailOf(locator: string, type: SourceType, similarity: number | null): string {
  return IN_MEMORY.has(type) && similarity !== null ? `${locator}, similarity ${similarity.toFixed(2)}` : locator;
}

function typeByLocator(locator: string): SourceType {
  if (isWebAddress(locator)) return 'page';
  return WITH_LINES.has(fileFormatOf(locator)) ? 'file' : 'passage';
}
