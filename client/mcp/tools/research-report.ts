import type { McpServer } from '@modelcontextprotocol/server';
import { counted } from '@plumbline/contracts/common/counted';
import { type Claim, statementOf } from '@plumbline/contracts/evidence/claim';
import type { PartialReport } from '@plumbline/contracts/report/partial-report';
import type { Citation, ResearchRecord } from '@plumbline/contracts/report/report';
import type { ReportComparison } from '@plumbline/contracts/report/report-comparison';
import type { z } from 'zod';
import { ConflictError, UnknownRunError } from '../../errors/failures.ts';
import { findReport } from '../../runs/find-report.ts';
import { readRecord, readReport } from '../../service/stored-report.ts';
import { compareInput, reportInput, verifyInput } from '../schemas/conversations.ts';
import { type McpContext, reportContextOf } from '../served/mcp-context.ts';
import { defineTool, type ToolAnswer, type ToolCall } from '../served/tool-call.ts';

/** What both forms of both kinds of report begin with. */
const NO_CONTENT = {
  markdown: null,
  nextOffset: null,
  answered: null,
  summary: [],
  claims: [],
  limitations: [],
  citations: [],
  findings: [],
} as const;

type ReportInput = z.infer<typeof reportInput>;

/** `research_report`: the report of a run, or what one under way has found so far. */
export function addResearchReport(server: McpServer, context: McpContext): void {
  defineTool({ server, context }, 'research_report', {
    title: 'Report of research',
    description:
      'The report of a research run with its checked quotations, as Markdown or as claims with citations. Of a run under way: what was found so far, with isPartial true. Cite with the numbers of the report.',
    inputSchema: reportInput,
    annotations: { readOnlyHint: true, openWorldHint: false },
    names: { researchId: 'run' },
    handle: (input, call) => report(context, input, call),
  });
}

async function report(context: McpContext, input: ReportInput, call: ToolCall): Promise<ToolAnswer> {
  try {
    return await finalReport(context, input);
  } catch (error) {
    // No report yet, or a run that another machine has started: the run itself tells what it has.
    if (!(error instanceof ConflictError || error instanceof UnknownRunError)) throw error;
    return partialReport(context, input, call);
  }
}

async function finalReport(mcp: McpContext, input: ReportInput): Promise<ToolAnswer> {
  const context = reportContextOf(mcp);
  const { researchId, format } = input;
  const record = await readRecord(context, researchId);
  const data = {
    ...NO_CONTENT,
    researchId,
    question: record.request.question,
    isPartial: false,
    stage: record.outcome,
    answered: record.report.summary.length > 0,
  };
  const what = `Report of ${researchId}, ${record.outcome} at ${record.publishedAt}.`;
  if (format === 'markdown') return markdownAnswer(what, await readReport(context, researchId, 'cited'), input, data);
  const content = contentOfRecord(record);
  const nextStep = 'Check it again at any time with verify.';
  return {
    say: `${what} ${nextStep}`,
    quote: JSON.stringify(content, null, 2),
    data: { ...data, ...content, nextStep },
  };
}

async function partialReport(context: McpContext, input: ReportInput, { signal }: ToolCall): Promise<ToolAnswer> {
  const { researchId, format } = input;
  const { research } = await context.access(signal);
  const checked = await context.tools.checkPartialReport(await research.partialReport(researchId));
  const { question, stage, asOf } = checked.report;
  const data = { ...NO_CONTENT, researchId, question, isPartial: true, stage };
  const what = `PARTIAL: ${researchId} is still under way (${stage}). Findings as of ${asOf}, not an answer yet.`;
  if (format === 'markdown') return markdownAnswer(what, checked.markdown, input, data);
  const content = contentOfPartial(checked.report);
  const nextStep = 'Call research_status with waitSeconds 50.';
  return {
    say: `${what} ${nextStep}`,
    quote: JSON.stringify(content, null, 2),
    data: { ...data, ...content, nextStep },
  };
}

function markdownAnswer(
  what: string,
  text: string,
  { offset, maxCharacters }: ReportInput,
  data: { readonly isPartial: boolean },
): ToolAnswer {
  const { part: markdown, nextOffset } = partOf(text, offset, maxCharacters);
  const rest = nextOffset === null ? '' : `There is more: call research_report with offset ${nextOffset}. `;
  const step = data.isPartial ? 'Call research_status to see when it is over.' : 'Check it at any time with verify.';
  const nextStep = `${rest}${step}`;
  return { say: `${what} ${nextStep}`, quote: markdown, data: { ...data, markdown, nextOffset, nextStep } };
}

/** Claims with the numbers of their citations. */
function contentOfRecord({ report }: ResearchRecord) {
  const numbers = new Map(report.citations.map(({ quote, number }) => [quote.key, number]));
  const toClaim = (claim: Claim) => ({
    text: statementOf(claim, true),
    citations: claim.citations.flatMap((key) => numbers.get(key) ?? []),
  });
  const { overview, keyFindings, sections, conflicts } = report;
  const claims = [...overview, ...keyFindings, ...sections.flatMap((section) => section.claims), ...conflicts.flat()];
  return {
    answered: report.summary.length > 0,
    summary: report.summary.map(toClaim),
    claims: claims.map(toClaim),
    limitations: report.limitations.map(({ text }) => text),
    citations: report.citations.map(toCitation),
  };
}

export function toCitation(citation: Citation) {
  const { number, title, locator, page, headingPath, quote } = citation;
  const { recognised } = quote;
  const place = { page, ...(recognised !== undefined && { recognised }), headingPath };
  return { number, title, locator, ...place, quote: quote.text };
}

/** What was found so far. */
function contentOfPartial({ findings, gaps }: PartialReport) {
  return {
    limitations: gaps.map(({ description }) => description),
    findings: findings.map(({ extractedInfo, title, locator, quotes }) => ({
      text: extractedInfo,
      title,
      locator,
      quotes: quotes.map(({ text }) => text),
    })),
  };
}

/** A part of a text that cuts no character in two. */
function partOf(
  text: string,
  offset: number,
  maxCharacters: number,
): { readonly part: string; readonly nextOffset: number | null } {
  const end = offset + maxCharacters;
  if (end >= text.length) return { part: text.slice(offset), nextOffset: null };
  const isPairCut = /[\ud800-\udbff]/.test(text.charAt(end - 1));
  const cut = isPairCut ? end - 1 : end;
  return { part: text.slice(offset, cut), nextOffset: cut };
}

/** `compare`: what two finished reports have in common, as the command shows it. */
export function addCompare(server: McpServer, context: McpContext): void {
  defineTool({ server, context }, 'compare', {
    title: 'Compare two reports',
    description:
      'What two finished reports have in common and where they differ: claims that both make, that only one makes, that contradict each other; sources, costs, trust, settings. By rules, without a model.',
    inputSchema: compareInput,
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    names: { a: 'run', b: 'run' },
    handle: (input) => compare(context, input),
  });
}

async function compare(mcp: McpContext, { a, b }: z.infer<typeof compareInput>): Promise<ToolAnswer> {
  const context = reportContextOf(mcp);
  const [own, other] = [await findReport(context, a), await findReport(context, b)];
  const comparison = await mcp.tools.compareReports(own, other);
  return { say: summaryOf(comparison), quote: JSON.stringify(comparison, null, 2), data: comparison };
}

function summaryOf({ a, b, claims, sources, isEqual }: ReportComparison): string {
  const runs = `${a.researchId} (a) and ${b.researchId} (b)`;
  const both = `${counted(claims.both.length, 'claim')} and ${counted(sources.both.length, 'source')} in both`;
  if (isEqual) return `No difference between ${runs}: ${both}.`;
  const alone = `${claims.onlyA.length} only in a, ${claims.onlyB.length} only in b`;
  return `${runs}: claims: ${claims.sameEvidence.length} on the same quotation in other words, ${alone}; ${both}.`;
}

/** `verify`: checks a report against the stored text, as the command does. */
export function addVerify(server: McpServer, context: McpContext): void {
  defineTool({ server, context }, 'verify', {
    title: 'Verify a report',
    description:
      'Check every quotation, offset and citation of a finished report against the stored text of its sources, without a model. Use it before you rely on a report, or when somebody doubts it.',
    inputSchema: verifyInput,
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    names: { researchId: 'run' },
    handle: ({ researchId }) => verify(context, researchId),
  });
}

async function verify(context: McpContext, researchId: string): Promise<ToolAnswer> {
  const report = await findReport(reportContextOf(context), researchId);
  const { problems, quotes, citations, claims, unchecked } = await context.tools.verifyReport(report);
  const data = { researchId, verified: problems.length === 0, problems, quotes, citations, claims, unchecked };
  const checked = `${counted(quotes, 'quotation')}, ${counted(citations, 'citation')} and ${counted(claims, 'claim')}`;
  const say = data.verified
    ? `Verified: ${checked} agree with the stored sources.`
    : `NOT verified: ${counted(problems.length, 'problem')} in ${checked}.`;
  return { say, quote: [...problems, ...unchecked.map((line) => `not checkable: ${line}`)].join('\n'), data };
}
