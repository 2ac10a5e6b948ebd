import type { PartialReport } from '../../../../workflows/contracts/report/partial-report.ts';
import type { Citation } from '../../../../workflows/contracts/report/report.ts';
import { describeGap } from '../../../../workflows/domain/gap-phrases.ts';
import { shownQuotation } from '../../../language/text/readable-text.ts';
import { createSourceFacts } from '../../citation-rendering.ts';
import type { CheckedPartialReport } from '../../partial-report.ts';
import { phrasesFor } from '../../phrases-for.ts';
import { type ExportPhrases, exportPhrasesFor } from './export-phrases.ts';
import { type Block, type ExportedReport, type Inline, plainLine } from './exported-report.ts';
import { exportCitation, exportSources } from './exported-sources.ts';

type Finding = PartialReport['findings'][number];

/** What a run has found so far, each confirmed quotation with a number of its own. */
export function composePartialReport(checked: CheckedPartialReport): ExportedReport {
  const { report } = checked;
  const phrases = phrasesFor(report.language ?? 'en');
  const words = exportPhrasesFor(phrases.language);
  const citations = numbered(report.findings);
  const facts = {
    phrases,
    detailOf: ({ locator }: Citation) => locator,
    ...createSourceFacts(report.findings, []),
  };
  return {
    researchId: report.researchId,
    title: plainLine(report.question),
    language: phrases.language,
    writtenAt: report.asOf,
    partialNotice: words.partial(report.stage, report.asOf),
    blocks: partialBlocks(checked, citations, words),
    citations: citations.map((citation) => exportCitation(citation, facts)),
    sources: exportSources(citations, []),
  };
}

function numbered(findings: readonly Finding[]): Citation[] {
  const quotes = findings.flatMap(({ title, locator, headingPath, quotes }) =>
    quotes.map((quote) => ({ title, locator, headingPath, page: quote.page, quote })),
  );
  return quotes.map((quote, index) => ({ number: index + 1, ...quote }));
}

function partialBlocks(
  { report, quotesChecked, quotesRejected }: CheckedPartialReport,
  citations: readonly Citation[],
  words: ExportPhrases,
): Block[] {
  const { tasks, findings, findingCount, gaps, taskCoverage, language } = report;
  const numbers = new Map(citations.map(({ quote, number }) => [quote, number]));
  const shown = findings.length < findingCount ? `${findings.length} / ${findingCount}` : String(findingCount);
  const sources: Block[] = [
    { kind: 'heading', level: 2, text: phrasesFor(language ?? 'en').sources },
    { kind: 'citations' },
  ];
  return [
    {
      kind: 'paragraph',
      inlines: [text(words.covered(taskCoverage, tasks.length, shown, quotesChecked, quotesRejected))],
    },
    ...section(
      words.tasks,
      tasks.map((task) => [text(`${task.taskId} (${task.isDone ? words.taskDone : words.taskOpen}): ${task.text}`)]),
    ),
    ...section(
      words.findings,
      findings.map((finding) => findingInlines(finding, numbers, words)),
    ),
    ...section(
      words.gaps,
      gaps.map((gap) => [text(describeGap(gap, language ?? 'en'))]),
    ),
    ...(citations.length > 0 ? sources : []),
  ];
}

function findingInlines(finding: Finding, numbers: ReadonlyMap<unknown, number>, words: ExportPhrases): Inline[] {
  const place = text(`${finding.locator} (${words.contextTier(finding.contextTier, finding.taskId)}): `);
  const quotes = finding.quotes.flatMap((quote): Inline[] => {
    const number = numbers.get(quote);
    return [
      text(`“${plainLine(shownQuotation(quote.text))}” `),
      ...(number === undefined ? [] : [{ kind: 'citation', number } as const]),
      text(' '),
    ];
  });
  return [{ ...place, style: 'italic' }, ...quotes];
}

function section(heading: string, entries: readonly (readonly Inline[])[]): Block[] {
  if (entries.length === 0) return [];
  return [
    { kind: 'heading', level: 2, text: heading },
    { kind: 'list', items: entries.map((inlines) => [{ kind: 'paragraph', inlines }]) },
  ];
}

function text(words: string): { readonly kind: 'text'; readonly text: string } {
  const end = words.endsWith(' ') ? ' ' : '';
  return { kind: 'text', text: `${plainLine(words)}${end}` };
}
