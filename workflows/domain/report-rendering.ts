import type { Degradation, Engine, Gap, Usage } from '../contracts/accounting.ts';
import type { Exchange } from '../contracts/clarification.ts';
import type { SkippedFile } from '../contracts/corpus.ts';
import type { Finding } from '../contracts/evidence.ts';
import type { QueryAnchor } from '../contracts/query-anchor.ts';
import type { Citation, ReportDraft, ReportQuality } from '../contracts/report.ts';
import type { Statement } from '../contracts/statement.ts';
import { describeGap } from './gap-phrases.ts';
import { codeSpan, escapeMarkdown } from './markdown-text.ts';
import { phrasesFor, type ReportPhrases } from './report-phrases.ts';

const LISTED_SKIPPED_FILES = 20;

/** Everything that a report shows. The same content always renders to the same characters. */
export interface ReportContent {
  readonly anchor: QueryAnchor;
  readonly conversation: readonly Exchange[];
  readonly draft: ReportDraft;
  readonly findings: readonly Finding[];
  readonly gaps: readonly Gap[];
  readonly filesIndexed: number;
  readonly skippedFiles: readonly SkippedFile[];
  /** All of them; `skippedFiles` may hold the first only. */
  readonly filesSkipped: number;
  readonly engine: Engine;
  readonly tasks: number;
  readonly usage: Usage;
  readonly degradations: readonly Degradation[];
  readonly diagnostics: readonly string[];
  readonly quality: ReportQuality;
}

export interface RenderedReport {
  readonly markdown: string;
  /** In order of first use, numbered from 1 without holes; one number for each quote. */
  readonly citations: readonly Citation[];
}

/** Renders the report in the anchor's language; citation keys become the reader's numbers here. */
export function renderReport(content: ReportContent): RenderedReport {
  const phrases = phrasesFor(content.anchor.language);
  const citations = createNumbering(content.findings);
  const { draft } = content;

  const blocks = [
    `# ${escapeMarkdown(content.anchor.originalQuestion)}`,
    ...renderAnswer(content, phrases, citations.render),
    ...section(phrases.keyFindings, draft.keyFindings.map(citations.render)),
    ...draft.sections.flatMap(({ heading, statements }) =>
      section(escapeMarkdown(heading), statements.map(citations.render)),
    ),
    ...section(phrases.unanswered, unanswered(content).map(escapeMarkdown)),
    ...section(phrases.assumptions, renderClarifications(content, phrases)),
    ...section(phrases.unreadableFiles(content.filesSkipped), renderSkippedFiles(content, phrases)),
    ...renderSources(citations.all(), phrases),
    ...section(phrases.about, renderAbout(content, phrases)),
  ];
  return { markdown: `${blocks.join('\n\n')}\n`, citations: citations.all() };
}

function createNumbering(findings: readonly Finding[]) {
  const known = new Map(findings.flatMap((finding) => finding.quotes.map((quote) => [quote.key, { finding, quote }])));
  const used = new Map<string, Citation>();

  function numberOf(key: string): number | undefined {
    const entry = known.get(key);
    if (entry === undefined) return undefined;
    const { title, locator, headingPath } = entry.finding;
    const { quote } = entry;
    const citation = used.get(key) ?? { number: used.size + 1, title, locator, page: quote.page, headingPath, quote };
    used.set(key, citation);
    return citation.number;
  }

  return {
    render: ({ text, citations }: Statement): string => {
      const numbers = [...new Set(citations)].map(numberOf).filter((number) => number !== undefined);
      return [escapeMarkdown(text), numbers.map((number) => `[${number}]`).join('')].filter(Boolean).join(' ');
    },
    all: (): Citation[] => [...used.values()],
  };
}

function renderAnswer(
  content: ReportContent,
  phrases: ReportPhrases,
  render: (statement: Statement) => string,
): string[] {
  if (content.draft.summary.length > 0) return content.draft.summary.map(render);
  return [phrases.nothingFound, phrases.searched(content.filesIndexed, content.usage.searches)];
}

function section(heading: string, entries: readonly string[]): string[] {
  return entries.length === 0 ? [] : [`## ${heading}`, entries.map((entry) => `- ${entry}`).join('\n')];
}

function unanswered({ anchor, draft, gaps }: ReportContent): string[] {
  return [...new Set([...draft.remainingGaps, ...gaps.map((gap) => describeGap(gap, anchor.language))])];
}

function renderClarifications({ anchor, conversation }: ReportContent, phrases: ReportPhrases): string[] {
  const exchanges = conversation.map(({ question, answer, outcome }) => {
    const reply = answer ?? (outcome === 'timed-out' ? phrases.timedOut : phrases.skipped);
    return `${escapeMarkdown(question)} — ${escapeMarkdown(reply)}`;
  });
  return [...exchanges, ...anchor.assumptions.map((text) => `${phrases.assumed}: ${escapeMarkdown(text)}`)];
}

function renderSkippedFiles({ skippedFiles, filesSkipped }: ReportContent, phrases: ReportPhrases): string[] {
  const listed = skippedFiles.slice(0, LISTED_SKIPPED_FILES);
  const entries = listed.map(({ locator, reason }) => `${codeSpan(locator)}: ${escapeMarkdown(reason)}`);
  return filesSkipped > listed.length ? [...entries, phrases.moreFiles(filesSkipped - listed.length)] : entries;
}

function renderSources(citations: readonly Citation[], phrases: ReportPhrases): string[] {
  if (citations.length === 0) return [];
  const entries = citations.map(({ number, title, locator, page, headingPath, quote }) => {
    const place = [page === null ? '' : phrases.page(page), headingPath.map(escapeMarkdown).join(' › ')];
    const source = [escapeMarkdown(title), codeSpan(locator), ...place].filter(Boolean).join(' · ');
    const marker = `${number}. `;
    return `${marker}${source}\n\n${' '.repeat(marker.length)}> ${escapeMarkdown(quote.text)}`;
  });
  return [`## ${phrases.sources}`, ...entries];
}

function renderAbout(content: ReportContent, phrases: ReportPhrases): string[] {
  const { usage, draft, degradations, quality } = content;
  return [
    phrases.engine[content.engine],
    phrases.effort(content.tasks, usage.searches, usage.pages),
    ...(usage.modelCalls > 0 ? [phrases.modelUse(usage.modelCalls, usage.modelTokens)] : []),
    ...(draft.summary.length > 0 ? [phrases.coverage(draft.queryCoverage)] : []),
    ...(quality.quotesChecked > 0
      ? [phrases.checked(quality.quotesChecked, quality.quotesRejected, quality.statementsRemoved)]
      : []),
    ...degradations.map(({ step, cause, count }) => phrases.degraded(step, escapeMarkdown(cause), count)),
    ...[...quality.notes, ...content.diagnostics].map(escapeMarkdown),
  ];
}
