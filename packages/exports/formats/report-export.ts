import { isReadByModel } from '@plumbline/contracts/evidence/model-read';
import type { ExportFormat } from '@plumbline/contracts/report/export-format';
import type { PartialReport } from '@plumbline/contracts/report/partial-report';
import type { Citation, ResearchRecord } from '@plumbline/contracts/report/report';
import {
  createSourceFacts,
  type DocumentPart,
  type Inline,
  listOf,
  paragraph,
  part,
  type ReportDocument,
  words,
} from '@plumbline/report/document';
import type { CheckedPartialReport } from '@plumbline/report/partial-report';
import { parseRecord } from '@plumbline/report/record-reading';
import { documentOf } from '@plumbline/report/rendering';
import { describeGap, phrasesFor } from '@plumbline/report/wording';
import { type BlobStore, ifStored } from '@plumbline/storage/blobs';
import type { StoredReport } from '@plumbline/storage/runs';
import { shownQuotation } from '@plumbline/text/readable-text';
import { type ExportPhrases, exportPhrasesFor } from './export-phrases.ts';
import { exportBlocks } from './exported-blocks.ts';
import {
  exportCitation,
  type ExportedReport,
  type ExportMaterial,
  exportSources,
  type KnownSource,
  plainLine,
  type WriteExport,
  type WrittenExport,
  writtenText,
} from './exported-report.ts';

/** One line for each format. Loaded when it is asked for: some bring large libraries. */
const EXPORT_WRITERS: Readonly<Record<ExportFormat, () => Promise<WriteExport>>> = {
  markdown:
    async () =>
    ({ markdown }) =>
      writtenText(markdown),
  html: async () => (await import('./html.ts')).writeHtml,
  pdf: async () => (await import('./pdf.ts')).writePdf,
  docx: async () => (await import('./docx.ts')).writeDocx,
  json:
    async () =>
    ({ json }) =>
      writtenText(json),
  'csl-json': async () => (await import('./reference-lists.ts')).writeCslJson,
  bibtex: async () => (await import('./reference-lists.ts')).writeBibtex,
};

type Blobs = Pick<BlobStore, 'getBytes'>;

/** Exports a published report, from the record and the pictures that it cites. @throws {RecordUnreadableError} */
export async function exportRecord(stored: StoredReport, format: ExportFormat, kept?: Blobs): Promise<WrittenExport> {
  const record = parseRecord(stored);
  const figures = kept && format === 'html' ? await citedFigures(record, kept) : undefined;
  const report = exportedReport(record, figures);
  return write(format, { report, markdown: record.report.markdown, json: stored.json });
}

/** Pictures of the figures that are cited, as far as the store has them, by the number of the citation. */
async function citedFigures({ sources, report }: ResearchRecord, kept: Blobs) {
  const cited = report.citations.flatMap(({ number, quote }) => {
    const source = sources.find(({ sourceId, text }) => sourceId === quote.sourceId && text.sha256 === quote.textHash);
    const figures = source?.figures?.filter(({ start, end }) => start < quote.end && quote.start < end) ?? [];
    return figures.map(async ({ label, sha256, mediaType }) => {
      const bytes = await ifStored(() => kept.getBytes({ sha256 }));
      const address = `data:${mediaType};base64,${Buffer.from(bytes ?? []).toString('base64')}`;
      return bytes === null ? [] : [{ number, label: plainLine(label), address }];
    });
  });
  return Map.groupBy((await Promise.all(cited)).flat(), ({ number }) => number);
}

type Figures = Awaited<ReturnType<typeof citedFigures>>;

/** The report of a record as every export shows it. */
export function exportedReport(record: ResearchRecord, figures?: Figures): ExportedReport {
  const { researchId, publishedAt: writtenAt, sources } = record;
  return exportedDocument(documentOf(record), { researchId, writtenAt, partialNotice: null }, sources, figures);
}

function exportedDocument(
  document: ReportDocument,
  about: Pick<ExportedReport, 'researchId' | 'writtenAt' | 'partialNotice'>,
  known: readonly KnownSource[],
  figures?: Figures,
): ExportedReport {
  const { title, citations, facts } = document;
  return {
    ...about,
    title: plainLine(title),
    language: facts.phrases.language,
    blocks: exportBlocks(document),
    citations: citations.map((citation) => ({
      ...exportCitation(citation, facts),
      figures: figures?.get(citation.number),
    })),
    sources: exportSources(citations, known),
  };
}

/** Exports what a run has found so far, marked as partial. */
export async function exportPartialReport(checked: CheckedPartialReport, format: ExportFormat): Promise<WrittenExport> {
  const { markdown, ...rest } = checked;
  const { researchId, stage, asOf: writtenAt } = checked.report;
  const document = composePartialReport(checked);
  const partialNotice = exportPhrasesFor(document.facts.phrases.language).partial(stage, writtenAt);
  return write(format, {
    report: exportedDocument(document, { researchId, writtenAt, partialNotice }, []),
    markdown: `${markdown}\n`,
    json: `${JSON.stringify({ partial: true, ...rest }, null, 2)}\n`,
  });
}

async function write(format: ExportFormat, material: ExportMaterial): Promise<WrittenExport> {
  const writeFormat = await EXPORT_WRITERS[format]();
  return writeFormat(material);
}

type Finding = PartialReport['findings'][number];

/** What a run has found so far, each confirmed quotation with a number of its own. */
function composePartialReport(checked: CheckedPartialReport): ReportDocument {
  const { question, language, findings } = checked.report;
  const phrases = phrasesFor(language ?? 'en');
  const citations = numbered(findings);
  const parts = [
    ...composeParts(checked, citations, exportPhrasesFor(phrases.language)),
    ...part('sources', phrases.sources, citations.length > 0 ? [{ kind: 'sources' }] : []),
  ];
  const detailOf = ({ locator }: Citation): string => locator;
  const facts = { phrases, detailOf, ...createSourceFacts(findings, []) };
  return { title: question, parts, citations, registered: [], computations: [], locators: [], facts };
}

function numbered(findings: readonly Finding[]): Citation[] {
  const quotes = findings.flatMap(({ title, locator, headingPath, quotes }) =>
    quotes.map((quote) => ({ title, locator, headingPath, page: quote.page, quote })),
  );
  return quotes.map((quote, index) => ({ number: index + 1, ...quote }));
}

function composeParts(
  { report, quotesChecked, quotesRejected }: CheckedPartialReport,
  citations: readonly Citation[],
  phrases: ExportPhrases,
): DocumentPart[] {
  const { tasks, findings, findingCount, gaps, taskCoverage, language } = report;
  const citationOf = new Map(citations.map((citation) => [citation.quote, citation]));
  const shown = findings.length < findingCount ? `${findings.length} / ${findingCount}` : String(findingCount);
  const covered = phrases.covered(taskCoverage, tasks.length, shown, quotesChecked, quotesRejected);
  const listed = tasks.map(({ taskId, isDone, text }) => [
    words(`${taskId} (${isDone ? phrases.taskDone : phrases.taskOpen}): ${text}`),
  ]);
  return [
    ...part('answer', '', [paragraph(covered)]),
    ...part('tasks', phrases.tasks, listOf(listed)),
    ...part('findings', phrases.findings, listOf(findings.map((finding) => findingLine(finding, citationOf, phrases)))),
    ...part('gaps', phrases.gaps, listOf(gaps.map((gap) => [words(describeGap(gap, language ?? 'en'))]))),
  ];
}

function findingLine(
  { locator, contextTier, taskId, quotes }: Finding,
  citationOf: ReadonlyMap<unknown, Citation>,
  phrases: ExportPhrases,
): Inline[] {
  const place = words(`${locator} (${phrases.contextTier(contextTier, taskId)}): `);
  const quoted = quotes.flatMap((quote): Inline[] => {
    const citation = citationOf.get(quote);
    const shown = shownQuotation(quote.text).trim();
    return [
      words(isReadByModel(shown) ? `${shown} ` : `“${shown}” `),
      ...(citation === undefined ? [] : [{ kind: 'citation', citation } as const]),
      words(' '),
    ];
  });
  return [{ ...place, style: 'italic' }, ...quoted];
}
