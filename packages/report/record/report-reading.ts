import { splitCode } from '@plumbline/contracts/common/markdown-text';
import { findingIdIn } from '@plumbline/contracts/evidence/citation-key';
import { servedTasks } from '@plumbline/contracts/evidence/finding';
import type { Source } from '@plumbline/contracts/evidence/source';
import type { ResearchRecord } from '@plumbline/contracts/report/report';
import { allClaims } from '@plumbline/contracts/report/report-claims';
import {
  READ_SECTIONS,
  type ReadBlock,
  type ReadClaim,
  type ReadEntry,
  type ReadSection,
  type ReadSource,
  type ReportReading,
  readClaimSchema,
  readSourceSchema,
} from '@plumbline/contracts/report/report-reading';
import { trustOf } from '@plumbline/contracts/report/trust';
import type { Diagnostic } from '@plumbline/contracts/research/diagnostic';
import { isWebAddress } from '@plumbline/web/addresses';
import type {
  Cell,
  DocumentBlock,
  DocumentClaim,
  DocumentPart,
  Inline,
  ListItem,
  ReportDocument,
} from '../document/report-document.ts';
import { excerptOf, headingOf, linesIn } from '../document/source-list.ts';
import { printedLabel } from '../document/sources.ts';
import { phrasesFor } from '../wording/phrases-for.ts';
import { behindOf, documentOf } from './report-rendering.ts';

/** A record as readers want it: the report's texts without markup, and what stands behind them. */
export function readReport(record: ResearchRecord): ReportReading {
  const { report, anchor, sources, registry } = record;
  const details = new Map(registry.map(({ key, detail }) => [key, detail]));
  const bySourceId = new Map(sources.map((source) => [source.sourceId, source]));
  const { quotesChecked, quotesRejected, claims, statementsRemoved, claimsRepaired, notes } = report.quality;
  const trust = trustOf(report, anchor);
  const document = documentOf(record);
  const phrases = phrasesFor(anchor.language, report.fixedWords);
  const say = (diagnostic: Diagnostic) => withoutCode(phrases.diagnostic(diagnostic));
  return {
    researchId: record.researchId,
    question: anchor.originalQuestion,
    title: report.title ?? anchor.originalQuestion,
    language: anchor.language,
    outcome: record.outcome,
    publishedAt: record.publishedAt,
    sections: writeSections(document),
    citations: report.citations.map((citation) => ({
      ...citation,
      pageLabel: printedLabel(citation.page, bySourceId.get(citation.quote.sourceId)),
      lines: linesIn(citation, details.get(citation.quote.key) ?? ''),
      heading: headingOf(citation),
      excerpt: excerptOf(citation),
    })),
    sources: sources.map(readSource),
    notes: report.diagnostics.filter((one) => !isCaution(one)).map(say),
    cautions: [...cautionsIn(document), ...report.diagnostics.filter(isCaution).map(say)],
    queries: report.telemetry.rewrittenQueries,
    drift: record.drift,
    references: report.telemetry.references,
    skippedFiles: record.skippedFiles,
    leftOutFiles: record.leftOutFiles,
    skippedCount: report.stats.filesSkipped + record.skippedFiles.filter(({ locator }) => isWebAddress(locator)).length,
    checks: { quotesChecked, quotesRejected, claims, statementsRemoved, claimsRepaired, notes, trust },
    coverage: coverageOf(record),
    engine: report.stats.engine,
    behind: readBehind(record),
  };
}

/** A part is covered where a confirmed statement cites what was found for it. */
function coverageOf({ plan, findings, report }: ResearchRecord): number | null {
  if (report.stats.engine === 'offline' || plan === null || plan.tasks.length === 0) return null;
  const confirmed = allClaims(report).filter(({ isEntailed }) => isEntailed === true);
  const cited = new Set(confirmed.flatMap(({ citations }) => citations.map(findingIdIn)));
  const covered = new Set(findings.filter(({ findingId }) => cited.has(findingId)).flatMap(servedTasks));
  return Math.round((100 * plan.tasks.filter(({ taskId }) => covered.has(taskId)).length) / plan.tasks.length);
}

/** What says of a whole report that it is not to be relied on. */
function isCaution({ code }: Diagnostic): boolean {
  return code === 'QUALITY_LOW';
}

function cautionsIn({ parts }: Pick<ReportDocument, 'parts'>): string[] {
  const blocks = parts.filter(({ name }) => name === 'caution').flatMap((part) => part.blocks);
  return blocks.flatMap((block) => (block.kind === 'paragraph' ? [textOf(block.inlines)] : []));
}

function readBehind(record: ResearchRecord): ReportReading['behind'] {
  const parts = behindOf(record);
  const textsOf = (name: DocumentPart['name']): string[] =>
    parts
      .filter((part) => part.name === name)
      .flatMap(({ blocks }) => blocks.flatMap((block) => (block.kind === 'list' ? itemTexts(block.items) : [])));
  return {
    account: textsOf('about'),
    refused: record.report.quality.refused ?? [],
    doubted: textsOf('doubted'),
    clarified: record.clarificationSummary,
  };
}

function readSource(source: Source): ReadSource {
  return readSourceSchema.parse({ ...source, atPublication: source.atPublication ?? null });
}

type Group = ReadSection['groups'][number];

/** The parts of a report as the page shows them: plain texts, with the claims as data. */
function writeSections({ parts }: Pick<ReportDocument, 'parts'>): ReadSection[] {
  return parts.flatMap((part) => {
    const name = READ_SECTIONS.find((known) => known === part.name);
    return name === undefined ? [] : [{ name, ...writeSection(part) }];
  });
}

/** The page shows all that the report itself says before the claims; what introduces them comes last. */
function writeSection({ heading, blocks }: DocumentPart): Omit<ReadSection, 'name'> {
  const remarks: string[] = [];
  const introductions: string[] = [];
  const groups: Group[] = [];
  const add = (block: ReadBlock) => {
    if (groups.length === 0) groups.push({ heading: '', blocks: [] });
    groups.at(-1)?.blocks.push(block);
  };
  for (const [index, block] of blocks.entries()) {
    const claims = writeClaims(block);
    if (claims !== null) {
      add(claims);
    } else if (block.kind === 'heading') {
      groups.push({ heading: block.text, blocks: [] });
    } else if (block.kind === 'label') {
      groups.push({ heading: textOf(block.inlines), blocks: [] });
    } else if (block.kind === 'paragraph') {
      (blocks[index + 1]?.kind === 'list' ? introductions : remarks).push(textOf(block.inlines));
    } else if (block.kind === 'list') {
      remarks.push(...itemTexts(block.items));
    }
  }
  return { heading, remarks: [...remarks, ...introductions], groups };
}

/** Null: there is no claim in the block. */
function writeClaims(block: DocumentBlock): ReadBlock | null {
  switch (block.kind) {
    case 'paragraph':
      return paragraphBlock(block.inlines.flatMap(claimOf));
    case 'statements':
      return listBlock(block.claims.map((claim) => ({ number: null, claims: [readClaim(claim)], below: [] })));
    case 'list':
      return listBlock(block.items.map((item) => ({ ...readEntry(item), below: item.below.map(readEntry) })));
    case 'code':
      return { form: 'code', claims: block.claims.map(readClaim) };
    case 'table':
      return writeTable(block.head, block.rows);
    case 'heading':
    case 'label':
    case 'sources':
      return null;
  }
}

function paragraphBlock(claims: readonly DocumentClaim[]): ReadBlock | null {
  return claims.length === 0 ? null : { form: 'paragraph', claims: claims.map(readClaim) };
}

/** Null: its items hold no claims. */
function listBlock(items: Extract<ReadBlock, { form: 'list' }>['items']): ReadBlock | null {
  const told = items.filter(({ claims }) => claims.length > 0);
  return told.length === 0 ? null : { form: 'list', items: told };
}

function readEntry({ inlines, number }: ListItem): ReadEntry {
  return { number, claims: inlines.flatMap(claimOf).map(readClaim) };
}

function writeTable(head: readonly string[], rows: readonly (readonly Cell[])[]): ReadBlock {
  return {
    form: 'table',
    head: [...head],
    rows: rows.map(([name = [], ...cells]) => ({
      heading: textOf(name),
      cells: cells.map((cell) => cell.flatMap(claimOf).map(readClaim)[0] ?? null),
    })),
  };
}

function claimOf(inline: Inline): DocumentClaim[] {
  return inline.kind === 'claim' || inline.kind === 'passage' ? [inline.claim] : [];
}

function readClaim(claim: DocumentClaim): ReadClaim {
  return readClaimSchema.parse({
    ...claim,
    citations: numbersOf(claim),
    pieces: claim.pieces.map((piece) => ({ ...piece, citations: numbersOf(piece) })),
  });
}

function numbersOf({ citations }: Pick<DocumentClaim, 'citations'>): number[] {
  return citations.map(({ number }) => number);
}

function itemTexts(items: readonly ListItem[]): string[] {
  return items.map(({ inlines }) => textOf(inlines));
}

function textOf(inlines: readonly Inline[]): string {
  return withoutCode(inlines.map((inline) => (inline.kind === 'text' ? inline.text : '')).join(''));
}

/** Code without the backticks around it. */
function withoutCode(text: string): string {
  return splitCode(text)
    .map((part) => part.text)
    .join('');
}
