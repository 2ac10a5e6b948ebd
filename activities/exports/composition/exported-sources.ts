import type { Source } from '../../../workflows/contracts/evidence.ts';
import type { Citation } from '../../../workflows/contracts/report.ts';
import { linkableAddress } from './exported-citations.ts';
import type { ExportedSource } from './exported-report.ts';
import { plainLine } from './plain-text.ts';

/** What is known of a cited document; a run under way knows no more than its name. */
export type KnownSource = Pick<Source, 'sourceId' | 'language' | 'publishedAt' | 'authors' | 'address' | 'retrievedAt'>;

/** The documents behind the citations, in the order of their first number. */
export function exportSources(citations: readonly Citation[], known: readonly KnownSource[]): ExportedSource[] {
  const bySource = Map.groupBy(citations, ({ quote }) => quote.sourceId);
  const facts = new Map(known.map((source) => [source.sourceId, source]));
  return [...bySource].flatMap(([sourceId, [first, ...others]]) =>
    first === undefined ? [] : [toSource(sourceId, [first, ...others], facts.get(sourceId))],
  );
}

function toSource(
  sourceId: string,
  cited: readonly [Citation, ...Citation[]],
  known: KnownSource | undefined,
): ExportedSource {
  const [{ title, locator }] = cited;
  const address = linkableAddress(locator) ?? linkableAddress(known?.address ?? '');
  const doi = doiOf(locator);
  return {
    id: idOf(locator, sourceId),
    type: linkableAddress(locator) === null ? 'document' : isArticle(locator, doi) ? 'article' : 'webpage',
    title: plainLine(title),
    authors: (known?.authors ?? []).map(plainLine),
    locator: plainLine(locator),
    address,
    doi,
    issued: dateOf(known?.publishedAt),
    accessed: dateOf(known?.retrievedAt),
    language: known === undefined || known.language === 'und' ? null : known.language,
    numbers: cited.map(({ number }) => number),
  };
}

const LONGEST_NAME = 30;

/** A name that people recognise, and enough of the source's id that no other has it. */
function idOf(locator: string, sourceId: string): string {
  const name = locator
    .replace(/^https?:\/\/(?:www\.)?/i, '')
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .toLowerCase();
  return [name.slice(0, LONGEST_NAME).replace(/-$/, ''), sourceId.replaceAll(/[^A-Za-z0-9]/g, '').slice(0, 8)]
    .filter((part) => part !== '')
    .join('-');
}

/** The registered form is https://doi.org/10.…/… */
function doiOf(locator: string): string | null {
  const found = /^https?:\/\/(?:dx\.)?doi\.org\/(10\.\d{4,9}\/\S+)$/i.exec(locator)?.[1];
  if (found === undefined) return null;
  try {
    return plainLine(decodeURIComponent(found));
  } catch {
    return plainLine(found);
  }
}

const PREPRINT = /^https?:\/\/(?:[a-z]+\.)?(?:arxiv|biorxiv|medrxiv)\.org\//i;

function isArticle(locator: string, doi: string | null): boolean {
  return doi !== null || PREPRINT.test(locator);
}

/** Providers and pages supply dates in many forms; only a plain year, month or day is taken. */
function dateOf(date: string | null | undefined): string | null {
  return /^\d{4}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?)?(?=$|T|\s)/.exec(date ?? '')?.[0] ?? null;
}
