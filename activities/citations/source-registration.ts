import type { Finding, Quote } from '../../workflows/contracts/evidence.ts';
import type { RegisteredSource, SourceType } from '../../workflows/contracts/source-registry.ts';
import { similarityOf } from '../../workflows/domain/source-similarity.ts';
import { fileFormatOf } from '../documents/file-format.ts';
import type { StoredTexts } from './stored-quotes.ts';
import { isWebAddress } from './web-address.ts';

/** Formats whose stored text has the lines of the file. */
const WITH_LINES: ReadonlySet<string | undefined> = new Set(['markdown', 'text']);

const IN_MEMORY: ReadonlySet<SourceType> = new Set<SourceType>(['note', 'entity', 'core', 'archive']);

/** Registers every quote of the findings, in their order; none is cited yet. */
export async function registerSources(findings: readonly Finding[], texts: StoredTexts): Promise<RegisteredSource[]> {
  const registered = findings.map(async (finding) => {
    const type = finding.sourceType ?? typeByLocator(finding.locator);
    const { title: label, locator } = finding;
    const similarity = similarityOf(finding);
    const entries = finding.quotes.map(async (quote) => ({
      key: quote.key,
      type,
      label,
      detail: type === 'file' ? `${locator}${await linesOf(quote, texts)}` : detailOf(locator, type, similarity),
      similarity,
      number: null,
    }));
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

/** `:12-14`, or `:12` for one line; empty where the text is missing. */
async function linesOf({ textHash, start, end }: Quote, texts: StoredTexts): Promise<string> {
  const { text } = await texts.read(textHash);
  if (text === null) return '';
  const first = lineAt(text, start);
  const last = lineAt(text, Math.max(start, end - 1));
  return first === last ? `:${first}` : `:${first}-${last}`;
}

/** Counted from 1. */
function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}
