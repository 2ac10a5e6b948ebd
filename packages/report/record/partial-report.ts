import { counted } from '@plumbline/contracts/common/counted';
import { codeSpan, escapeMarkdown } from '@plumbline/contracts/common/markdown-text';
import { isReadByModel } from '@plumbline/contracts/evidence/model-read';
import { shownPage } from '@plumbline/contracts/evidence/shown-page';
import { isUntrusted } from '@plumbline/contracts/evidence/untrusted-findings';
import type { PartialReport } from '@plumbline/contracts/report/partial-report';
import { findQuoteFault, type StoredTexts } from '@plumbline/quotes/stored-quotes';

/** A partial report whose quotes were compared with the stored sources. */
export interface CheckedPartialReport {
  /** Without quotes that differ from their source, and without findings that have no other quotes. */
  readonly report: PartialReport;
  readonly quotesChecked: number;
  readonly quotesRejected: number;
  readonly markdown: string;
}

/** Checks every quote against the stored text, character by character, and renders what passes. */
export async function checkPartialReport(partial: PartialReport, texts: StoredTexts): Promise<CheckedPartialReport> {
  let quotesChecked = 0;
  let quotesRejected = 0;
  const findings: PartialReport['findings'][number][] = [];
  for (const finding of partial.findings) {
    const faults = await Promise.all(finding.quotes.map((quote) => findQuoteFault(quote, texts)));
    const quotes = finding.quotes.filter((_, index) => faults[index] === null);
    quotesChecked += finding.quotes.filter(({ text }, index) => faults[index] !== null || !isReadByModel(text)).length;
    quotesRejected += faults.length - quotes.length;
    if (quotes.length > 0) findings.push({ ...finding, quotes });
  }
  const report = { ...partial, findings };
  return { report, quotesChecked, quotesRejected, markdown: render(report, quotesChecked, quotesRejected) };
}

function render(report: PartialReport, quotesChecked: number, quotesRejected: number): string {
  const { tasks, findings, findingCount, gaps, taskCoverage, stage, asOf } = report;
  const shown = findings.length < findingCount ? ` (${findings.length} of ${findingCount} shown)` : '';
  return [
    `# ${escapeMarkdown(report.question)}`,
    `*Partial report as of ${asOf}: the run is ${stage}. None of this was validated against the question or written into an answer yet.*`,
    `**Covered:** ${taskCoverage} % of ${counted(tasks.length, 'task')} with good evidence · ${counted(findingCount, 'finding')}${shown} · ${counted(quotesChecked, 'quotation')} compared with the stored sources, ${quotesRejected} left out`,
    ...section(
      'Tasks',
      tasks.map(({ taskId, text, isDone }) => `- ${isDone ? '✓' : '…'} ${taskId}: ${escapeMarkdown(text)}`),
    ),
    ...section('Findings', findings.flatMap(renderFinding)),
    ...section(
      'Gaps so far',
      gaps.map(({ description }) => `- ${escapeMarkdown(description)}`),
    ),
  ].join('\n\n');
}

function renderFinding(finding: PartialReport['findings'][number]): string[] {
  const { contextTier, taskId, locator, page, quotes } = finding;
  const warning = isUntrusted(finding) ? ' · ⚠ addresses a program' : '';
  const place = `${codeSpan(locator)}${page === null ? '' : `, ${shownPage(page, quotes[0]?.recognised)}`}`;
  return [
    `- ${place} (tier ${contextTier}, for ${taskId})${warning}`,
    ...quotes.map(({ text }) => `  > ${escapeMarkdown(text.replaceAll(/\s+/g, ' ').trim())}`),
  ];
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`## ${title}\n\n${lines.join('\n')}`];
}
