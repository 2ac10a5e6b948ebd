import type { PartialReport } from '../../../workflows/contracts/report/partial-report.ts';
import type { Citation } from '../../../workflows/contracts/report/report.ts';
import { describeGap } from '../../../workflows/domain/gap-phrases.ts';
import { shownQuotation } from '../../language/text/readable-text.ts';
import { phrasesFor } from '../../wording/phrases-for.ts';
import { listOf, paragraph, part } from '../document/answer-part.ts';
import { type DocumentPart, type Inline, type ReportDocument, words } from '../document/report-document.ts';
import { createSourceFacts } from '../document/sources.ts';
import type { CheckedPartialReport } from '../partial-report.ts';
import { type ExportPhrases, exportPhrasesFor } from './export-phrases.ts';

type Finding = PartialReport['findings'][number];

/** What a run has found so far, each confirmed quotation with a number of its own. */
export function composePartialReport(checked: CheckedPartialReport): ReportDocument {
  const { question, language, findings } = checked.report;
  const phrases = phrasesFor(language ?? 'en');
  const citations = numbered(findings);
  const parts = [
    ...composeParts(checked, citations, exportPhrasesFor(phrases.language)),
    ...part('sources', phrases.sources, citations.length > 0 ? [{ kind: 'sources' }] : []),
  ];
  const detailOf = ({ locator }: Citation): string => locator;
  const facts = { phrases, detailOf, ...createSourceFacts(findings, []) };
  return { title: question, parts, citations, registered: [], locators: [], facts };
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
    return [
      words(`“${shownQuotation(quote.text).trim()}” `),
      ...(citation === undefined ? [] : [{ kind: 'citation', citation } as const]),
      words(' '),
    ];
  });
  return [{ ...place, style: 'italic' }, ...quoted];
}
