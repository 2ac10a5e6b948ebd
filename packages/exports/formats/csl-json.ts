import { exportPhrasesFor } from './export-phrases.ts';
import { type ExportedReport, type ExportedSource, type WriteExport, writtenText } from './exported-report.ts';

/** Types of https://docs.citationstyles.org/en/stable/specification.html#appendix-iii-types */
const TYPES = { webpage: 'webpage', article: 'article-journal', document: 'document' } as const;

/** The cited documents as CSL-JSON, for reference managers and citation processors. */
export const writeCslJson: WriteExport = ({ report }) =>
  writtenText(
    `${JSON.stringify(
      report.sources.map((source) => toItem(source, report)),
      null,
      2,
    )}\n`,
  );

function toItem(source: ExportedSource, { language, partialNotice }: ExportedReport): Record<string, unknown> {
  const { id, type, title, authors, locator, address, doi, issued, accessed, numbers } = source;
  const note = [exportPhrasesFor(language).citedAs(numbers), ...(partialNotice === null ? [] : [partialNotice])];
  return {
    id,
    'citation-key': id,
    // Preprints are no articles of a journal.
    type: type === 'article' && doi === null ? 'article' : TYPES[type],
    title,
    ...(authors.length > 0 && { author: authors.map((literal) => ({ literal })) }),
    ...(address === null ? { archive_location: locator } : { URL: address }),
    ...(doi !== null && { DOI: doi }),
    ...(issued !== null && { issued: datePartsOf(issued) }),
    ...(accessed !== null && { accessed: datePartsOf(accessed) }),
    ...(source.language !== null && { language: source.language }),
    note: note.join('. '),
  };
}

function datePartsOf(date: string): { readonly 'date-parts': readonly (readonly number[])[] } {
  return { 'date-parts': [date.split('-').map(Number)] };
}
