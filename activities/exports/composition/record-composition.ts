import type { ResearchRecord } from '../../../workflows/contracts/report.ts';
import { unitsOf } from '../../citations/quoted-units.ts';
import { createSourceFacts } from '../../report/citation-rendering.ts';
import { phrasesFor } from '../../report/phrases-for.ts';
import { contentOf } from '../../report/report-record.ts';
import { renderBlocks } from '../../report/report-rendering.ts';
import { createClaimPlaceholders } from './claim-blocks.ts';
import { exportCitation } from './exported-citations.ts';
import type { ExportedReport } from './exported-report.ts';
import { exportSources } from './exported-sources.ts';
import { plainLine } from './plain-text.ts';
import { readPrintedBlocks } from './printed-blocks.ts';

/** The report of a record, block by block as it is printed, with the numbers and quotations of the record. */
export function composeReport(record: ResearchRecord): ExportedReport {
  const { anchor, findings, sources, registry, report } = record;
  const phrases = phrasesFor(anchor.language, record.phrases);
  const placeholders = createClaimPlaceholders(record, phrases);
  const markdown = renderBlocks(contentOf(record, unitsOf(report.citations), 'cited'), phrases, placeholders);
  const details = new Map(registry.map(({ key, detail }) => [key, detail]));
  const facts = {
    phrases,
    detailOf: ({ quote, locator }: (typeof report.citations)[number]) => details.get(quote.key) ?? locator,
    ...createSourceFacts(findings, sources),
  };
  return {
    researchId: record.researchId,
    title: plainLine(anchor.originalQuestion),
    language: phrases.language,
    writtenAt: record.publishedAt,
    partialNotice: null,
    blocks: readPrintedBlocks(markdown, placeholders),
    citations: report.citations.map((citation) => exportCitation(citation, facts)),
    sources: exportSources(report.citations, sources),
  };
}
