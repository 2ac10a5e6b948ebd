import type { Claim } from '../../workflows/contracts/evidence/claim.ts';
import type { RegisteredSource } from '../../workflows/contracts/evidence/source-registry.ts';
import type { Citation, ReportDraft } from '../../workflows/contracts/report/report.ts';
import type { Gap } from '../../workflows/contracts/research/accounting.ts';
import { codeSpan, escapeMarkdown, escapeTableCell } from '../../workflows/domain/markdown-text.ts';
import { isNearOnly, list, renderConflicts, renderProse, renderRefusal, renderStatements } from './answer-part.ts';
import { type CitationRendering, createCitationRendering } from './citation-rendering.ts';
import { phrasesFor } from './phrases-for.ts';
import { renderAccount } from './report-account.ts';
import type { ReportContent } from './report-content.ts';
import type { ReportPhrases } from './report-phrases.ts';

export interface RenderedReport {
  readonly markdown: string;
  /** In order of first use, numbered from 1 without gaps; one number for each quote. */
  readonly citations: readonly Citation[];
  readonly registered: readonly RegisteredSource[];
}

/** Renders the report in the anchor's language, and turns citation keys into citation marks. */
export function renderReport(content: ReportContent): RenderedReport {
  const { findings, registered, units, sources, citationStyle: style } = content;
  const phrases = phrasesFor(content.anchor.language, content.phrases);
  const rendering = createCitationRendering({ findings, registered, units, sources, style, phrases });
  const markdown = renderBlocks(content, phrases, rendering);
  return { markdown, citations: rendering.citations(), registered: rendering.registered() };
}

/** The Markdown of a report whose claims and sources are rendered as given. */
export function renderBlocks(content: ReportContent, phrases: ReportPhrases, rendering: CitationRendering): string {
  const { draft } = content;
  const blocks = [
    `# ${escapeMarkdown(content.anchor.originalQuestion)}`,
    ...renderCaution(content, phrases),
    ...renderAnswer(content, phrases, rendering),
    ...section(phrases.warnings, warnings(content, phrases, rendering)),
    ...titled(phrases.overview, renderProse(draft.overview, rendering)),
    ...titled(phrases.details, renderDetails(draft, phrases, rendering)),
    ...titled(phrases.conflicts, renderConflicts(draft, phrases, rendering)),
    ...renderKeyFindings(content, phrases, rendering),
    ...section(
      phrases.limitations,
      draft.limitations.map((claim) => rendering.claim({ ...claim, text: phrases.restated(claim.text) })),
    ),
    ...section(phrases.unanswered, unanswered(content, phrases)),
    ...section(phrases.assumptions, renderClarifications(content, phrases)),
    ...titled(phrases.sources, rendering.sources(content.shownSources)),
    ...section(phrases.about, renderAccount(content, phrases)),
  ];
  return `${blocks.join('\n\n')}\n`;
}

/** Warns about low quality before the answer. */
function renderCaution({ draft, diagnostics }: ReportContent, phrases: ReportPhrases): string[] {
  if (draft.summary.length === 0) return [];
  const low = diagnostics.find(({ code }) => code === 'QUALITY_LOW');
  return low === undefined ? [] : [escapeMarkdown(phrases.diagnostic(low))];
}

function renderAnswer(content: ReportContent, phrases: ReportPhrases, rendering: CitationRendering): string[] {
  if (content.draft.summary.length > 0) {
    return renderStatements(content, phrases, rendering, (statements) => statements.map(rendering.claim));
  }
  const searched = phrases.searched(content.filesIndexed, content.providers, content.usage.searches);
  return renderRefusal(content, phrases, rendering, [searched]);
}

/** Statements, and below a heading of their own the passages beside the answer. */
function renderKeyFindings(content: ReportContent, phrases: ReportPhrases, rendering: CitationRendering): string[] {
  if (isNearOnly(content)) return [];
  const { keyFindings } = content.draft;
  const passages = keyFindings.filter(({ isPassage }) => isPassage === true);
  const statements = keyFindings.filter(({ isPassage }) => isPassage !== true);
  return [
    ...section(phrases.keyFindings, statements.map(rendering.claim)),
    ...section(phrases.further, passages.map(rendering.passage)),
  ];
}

/** What the review found and nothing could correct. */
function warnings({ alignment }: ReportContent, phrases: ReportPhrases, rendering: CitationRendering): string[] {
  if (alignment?.outcome !== 'warned') return [];
  return phrases.issues(alignment.issues, rendering.registered()).map(escapeMarkdown);
}

function titled(heading: string, blocks: readonly string[]): string[] {
  return blocks.length === 0 ? [] : [`## ${heading}`, ...blocks];
}

function section(heading: string, entries: readonly string[]): string[] {
  return titled(heading, entries.length === 0 ? [] : [list(entries)]);
}

function unanswered({ draft, gaps }: ReportContent, phrases: ReportPhrases): string[] {
  // The draft's own words about a task are enough; the gap would repeat them.
  const isReported = ({ kind, subject }: Gap): boolean =>
    kind === 'nothing-found' && draft.remainingGaps.some((text) => text.includes(subject));
  const unreported = gaps.filter((gap) => !isReported(gap));
  const described = unreported.map((gap) => {
    // The cause of a reached limit is its value, not a message.
    const isMessage = gap.kind !== 'limit-reached' && gap.cause !== '';
    return phrases.gap(isMessage ? { ...gap, cause: codeSpan(gap.cause) } : gap);
  });
  return [...new Set([...draft.remainingGaps.map(phrases.restated), ...described])].map(escapeMarkdown);
}

/** What the user said or changed, and what was assumed. */
function renderClarifications({ anchor, conversation, steering }: ReportContent, phrases: ReportPhrases): string[] {
  const exchanges = conversation.map(({ question, answer, outcome }) => {
    const reply = answer ?? (outcome === 'timed-out' ? phrases.timedOut : phrases.skipped);
    return `${escapeMarkdown(question)} — ${escapeMarkdown(reply)}`;
  });
  return [
    ...exchanges,
    ...anchor.assumptions.map((text) => `${phrases.assumed}: ${escapeMarkdown(text)}`),
    ...steering.map(({ at, effect }) => phrases.steered(at, codeSpan(effect))),
  ];
}

/** The sections with their headings, each block in its form. */
export function renderDetails(
  { sections }: Pick<ReportDraft, 'sections'>,
  phrases: Pick<ReportPhrases, 'restated'>,
  rendering: CitationRendering,
): string[] {
  return sections.flatMap(({ heading, claims }) => {
    if (claims.length === 0) return [];
    const blocks = blocksOf(claims).flatMap((block) => renderBlock(block, rendering));
    return heading.trim() === '' ? blocks : [`### ${escapeMarkdown(phrases.restated(heading))}`, ...blocks];
  });
}

function renderBlock(block: SectionBlock, rendering: CitationRendering): string[] {
  const { claim, passage, cell } = rendering;
  switch (block.form) {
    case 'paragraph':
      return renderProse(block.claims, rendering);
    case 'list':
      return [list(block.claims.map((one) => (one.isPassage === true ? passage(one) : claim(one))))];
    case 'table': {
      const labels = ['', ...block.columns.map(escapeTableCell)];
      const rows = block.rows.map(({ heading, cells }) => [
        escapeTableCell(heading),
        ...cells.map((one: Claim | null) => (one === null ? '–' : cell(one))),
      ]);
      return [[labels, labels.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')];
    }
  }
}

/** What a reader sees as one piece: sentences that read on, entries, or a table. */
export type SectionBlock =
  | { readonly form: 'paragraph' | 'list'; readonly claims: readonly Claim[] }
  | { readonly form: 'table'; readonly columns: readonly string[]; readonly rows: readonly TableRow[] };

interface TableRow {
  readonly heading: string;
  /** One for each column; null where the evidence says nothing. */
  readonly cells: readonly (Claim | null)[];
}

/** The blocks of a section in the order of their first claims. A claim that has lost its table is an entry below it. */
export function blocksOf(claims: readonly Claim[]): SectionBlock[] {
  const groups = Map.groupBy(claims, ({ placement }) => `${placement?.block ?? ''} ${placement?.form ?? 'list'}`);
  return [...groups.values()].map((group) => {
    const form = group[0]?.placement?.form ?? 'list';
    return form === 'table' ? tableOf(group) : { form, claims: group };
  });
}

/** Rows and columns in the order in which they are first named. */
function tableOf(claims: readonly Claim[]): SectionBlock {
  const cells = claims.flatMap((claim) =>
    claim.placement?.form === 'table' ? [{ claim, row: claim.placement.row, column: claim.placement.column }] : [],
  );
  const columns = [...new Set(cells.map(({ column }) => column))];
  const rows = [...Map.groupBy(cells, ({ row }) => row)].map(([heading, ofRow]) => ({
    heading,
    cells: columns.map((name) => ofRow.find(({ column }) => column === name)?.claim ?? null),
  }));
  return { form: 'table', columns, rows };
}
