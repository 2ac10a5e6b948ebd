import { exportPhrasesFor } from './export-phrases.ts';
import { type ExportedReport, type ExportedSource, type WriteExport, writtenText } from './exported-report.ts';

/** Types of https://docs.citationstyles.org/en/stable/specification.html#appendix-iii-types */
const TYPES = { webpage: 'webpage', article: 'article-journal', document: 'document' } as const;

/** The cited documents as BibTeX, in UTF-8. */
export const writeBibtex: WriteExport = ({ report }) => {
  const partial = report.partialNotice === null ? [] : [`Note: ${withoutEntries(report.partialNotice)}`];
  return writtenText(`${[...partial, ...report.sources.map((source) => toEntry(source, report))].join('\n\n')}\n`);
};

/** Between entries BibTeX skips everything but an at sign. */
function withoutEntries(text: string): string {
  return text.replaceAll('@', ' ');
}

function toEntry(source: ExportedSource, { language }: ExportedReport): string {
  const { id, type, title, authors, locator, address, doi, issued, accessed, numbers } = source;
  const fields: (readonly [string, string | null])[] = [
    // The second pair of braces keeps the capitals of the title.
    ['title', `{${escapeLatex(title)}}`],
    // A name in braces of its own is never divided into first and last.
    ['author', authors.length === 0 ? null : authors.map((name) => `{${escapeLatex(name)}}`).join(' and ')],
    ['howpublished', address === null ? `\\texttt{${escapeLatex(locator)}}` : null],
    ['url', address],
    ['doi', doi === null ? null : escapeLatex(doi)],
    ['year', issued?.slice(0, 4) ?? null],
    ['date', issued],
    ['urldate', address === null ? null : accessed],
    ['langid', source.language],
    ['note', escapeLatex(exportPhrasesFor(language).citedAs(numbers))],
  ];
  const written = fields.flatMap(([name, value]) => (value === null ? [] : [`  ${name} = {${value}}`]));
  // What has a DOI appeared in a journal, although the record does not know which.
  return `@${type === 'article' && doi !== null ? 'article' : 'misc'}{${id},\n${written.join(',\n')}\n}`;
}

/** Commands with braces of their own: BibTeX counts a brace behind a backslash as well. */
const COMMANDS: Readonly<Record<string, string>> = {
  '\\': '{\\textbackslash}',
  '{': '{\\textbraceleft}',
  '}': '{\\textbraceright}',
  '~': '{\\textasciitilde}',
  '^': '{\\textasciicircum}',
  '"': '{\\textquotedbl}',
  $: '\\$',
  '&': '\\&',
  '#': '\\#',
  _: '\\_',
  '%': '\\%',
  '`': '{\\textasciigrave}',
};

function escapeLatex(text: string): string {
  return (
    text
      .replaceAll(/[\\{}~^"$&#_%`]/g, (character) => COMMANDS[character] ?? character)
      // Two of them in a row are another character to LaTeX.
      .replaceAll(/(['-])(?=\1)/g, '$1{}')
  );
}

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
