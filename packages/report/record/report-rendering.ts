import type { ShownSources } from '@plumbline/contracts/evidence/source-registry';
import type { ResearchRecord } from '@plumbline/contracts/report/report';
import { type QuotedUnits, unitsOf } from '@plumbline/quotes/quotes';
import { composeBehind } from '../document/account.ts';
import { createCitedClaims } from '../document/cited-claims.ts';
import { composeReport } from '../document/compose.ts';
import { writeMarkdown, writeParts } from '../document/markdown.ts';
import type { DocumentPart, ReportContent, ReportDocument } from '../document/report-document.ts';
import { type Citing, createSourceRegistry } from '../document/sources.ts';
import { phrasesFor } from '../wording/phrases-for.ts';

export type RenderedReport = ReportDocument & { readonly markdown: string };

/** Renders the report in the anchor's language, and turns citation keys into citation marks. */
export function renderReport(content: ReportContent): RenderedReport {
  const { findings, registered, units } = content;
  const document = composeReport(content, createSourceRegistry(findings, units, registered));
  return { ...document, markdown: writeMarkdown(document, content) };
}

/**
 * Renders the report that a record describes; for an untouched record this is exactly its `report.markdown`.
 *
 * @param shown `all` also lists the sources that the report could have cited and does not
 */
export function renderRecord(record: ResearchRecord, shown: ShownSources = 'cited'): RenderedReport {
  return renderReport(contentOf(record, unitsOf(record.report.citations), shown));
}

/** The report of a record with the citations that it was published with. */
export function documentOf(record: ResearchRecord): ReportDocument {
  return composeReport(publishedContent(record), publishedCiting(record));
}

/** What stands behind the report of a record, part by part. */
export function behindOf(record: ResearchRecord): DocumentPart[] {
  return composeBehind(publishedContent(record), composingOf(record));
}

/** The same as Markdown. */
export function renderBehind(record: ResearchRecord): string {
  const { claims } = composingOf(record);
  const style = { citationStyle: record.request.settings.citationStyle, shownSources: 'cited' } as const;
  return `${writeParts(behindOf(record), claims.sources(), style).join('\n\n')}\n`;
}

function composingOf(record: ResearchRecord) {
  const content = publishedContent(record);
  const phrases = phrasesFor(content.anchor.language, content.draft.fixedWords);
  return { phrases, claims: createCitedClaims({ ...content, phrases }, publishedCiting(record)) };
}

function publishedContent(record: ResearchRecord): ReportContent {
  return contentOf(record, unitsOf(record.report.citations), 'cited');
}

/** Knows the numbers of a published report. */
function publishedCiting({ registry, report }: ResearchRecord): Citing {
  const byKey = new Map(report.citations.map((citation) => [citation.quote.key, citation]));
  const details = new Map(registry.map(({ key, detail }) => [key, detail]));
  return {
    cite: (keys) => [...new Set(keys)].flatMap((key) => byKey.get(key) ?? []),
    citations: () => [...report.citations],
    detailOf: ({ quote, locator }) => details.get(quote.key) ?? locator,
    entries: () => [...registry],
  };
}

/** What the report of a record shows. */
export function contentOf(record: ResearchRecord, units: QuotedUnits, shownSources: ShownSources): ReportContent {
  const { report } = record;
  const { stats } = report;
  return {
    ...record,
    draft: report,
    citationStyle: record.request.settings.citationStyle,
    shownSources,
    registered: record.registry,
    units,
    filesIndexed: stats.filesIndexed,
    providers: record.request.web?.providers ?? [],
    leftOutFiles: record.leftOutFiles ?? [],
    filesSkipped: stats.filesSkipped,
    engine: stats.engine,
    uselessRequests: uselessRequestsOf(record),
    tasks: record.plan?.tasks ?? [],
    usage: stats.usage,
    degradations: report.degradations,
    diagnostics: report.diagnostics,
    references: report.telemetry.references,
    retrieval: report.telemetry,
    quality: report.quality,
    alignment: report.alignment,
    forkedFrom: record.request.forkedFrom ?? null,
  };
}

/** With a single usable answer the engine is `model`. Only the ledger counts requests that brought no answer. */
function uselessRequestsOf({ ledger, report: { stats } }: ResearchRecord): number {
  if (stats.engine === 'model') return 0;
  const entries = ledger?.entries.filter(({ kind }) => kind === 'model') ?? [];
  const sent = entries.reduce((sum, { requests }) => sum + requests, 0);
  return Math.max(sent, stats.usage.modelCalls);
}
