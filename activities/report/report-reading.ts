import type { Claim } from '../../workflows/contracts/evidence/claim.ts';
import type { Source } from '../../workflows/contracts/evidence/evidence.ts';
import type {
  ReadBlock,
  ReadCitation,
  ReadClaim,
  ReadSection,
  ReadSource,
  ReportReading,
} from '../../workflows/contracts/report/report-reading.ts';
import type { ResearchRecord } from '../../workflows/contracts/report/report.ts';
import { isUncertain, placeClaims } from '../../workflows/domain/report-claims.ts';
import { createUntrustedTest } from '../../workflows/domain/untrusted-findings.ts';
import { isNearOnly, noAnswer } from './answer-part.ts';
import { kindOf } from './citation-rendering.ts';
import { phrasesFor } from './phrases-for.ts';
import type { ReportPhrases } from './report-phrases.ts';
import { blocksOf, type SectionBlock } from './report-rendering.ts';

/** A record as readers want it: the report's texts without markup, and what stands behind them. */
export function readReport(record: ResearchRecord): ReportReading {
  const { report, anchor, sources } = record;
  const bySourceId = new Map(sources.map((source) => [source.sourceId, source]));
  const { scores, quotesChecked, quotesRejected, claims, statementsRemoved, claimsRepaired, notes } = report.quality;
  return {
    researchId: record.researchId,
    question: anchor.originalQuestion,
    language: anchor.language,
    outcome: record.outcome,
    publishedAt: record.publishedAt,
    sections: readSections(record),
    citations: report.citations.map((citation) => ({
      ...citation,
      pageLabel: pageLabelOf(citation.page, bySourceId.get(citation.quote.sourceId)),
    })),
    sources: sources.map(readSource),
    notes: report.diagnostics.map(phrasesFor(anchor.language, record.phrases).diagnostic),
    queries: report.telemetry.rewrittenQueries,
    drift: record.drift,
    references: report.telemetry.references,
    skippedFiles: record.skippedFiles,
    skippedCount: report.stats.filesSkipped,
    checks: { quotesChecked, quotesRejected, claims, statementsRemoved, claimsRepaired, notes, scores },
    engine: report.stats.engine,
  };
}

function pageLabelOf(page: number | null, source: Source | undefined): ReadCitation['pageLabel'] {
  const label = page === null ? '' : (source?.pageLabels?.[page - 1]?.trim() ?? '');
  return label === '' || label === String(page) ? null : label;
}

function readSource(source: Source): ReadSource {
  const { sourceId, locator, title, mediaType, language, publishedAt, retrievedAt, pageCount, sourceTier } = source;
  return {
    sourceId,
    locator,
    title,
    mediaType,
    language,
    publishedAt,
    retrievedAt,
    pageCount,
    sourceTier,
    atPublication: source.atPublication ?? null,
    untrusted: source.untrusted,
  };
}

interface SectionContent {
  readonly record: ResearchRecord;
  readonly phrases: ReportPhrases;
  readonly read: (claim: Claim) => ReadClaim;
}

/** The parts of a report in the order of `report.md`, as plain texts; empty parts are left out. */
export function readSections(record: ResearchRecord): ReadSection[] {
  const phrases = phrasesFor(record.anchor.language, record.phrases);
  const content = { record, phrases, read: createClaimReading(record, phrases) };
  const { report } = record;
  const near = isNearOnly({ draft: report, diagnostics: report.diagnostics });
  const sections = [
    ...answerSections(content, near),
    listOf('warnings', content.phrases.warnings, { remarks: warningsOf(content) }),
    proseOf(content),
    detailsOf(content),
    conflictsOf(content),
    ...(near ? [] : keyFindingsOf(content)),
    listOf('limitations', content.phrases.limitations, {
      claims: report.limitations
        .map(content.read)
        .map((claim) => ({ ...claim, text: content.phrases.restated(claim.text) })),
    }),
    listOf('unanswered', content.phrases.unanswered, { remarks: unansweredOf(content) }),
    listOf('assumptions', content.phrases.assumptions, { remarks: assumptionsOf(content) }),
  ];
  return sections.filter(({ remarks, groups }) => remarks.length > 0 || groups.length > 0);
}

/** Claims by identity: the same words can stand in two parts. */
function createClaimReading(record: ResearchRecord, phrases: ReportPhrases): SectionContent['read'] {
  const places = new Map(placeClaims(record.report).map(({ claim, number }) => [claim, number]));
  const registered = record.registry.flatMap(({ key, number }) => (number === null ? [] : [[key, number] as const]));
  const cited = record.report.citations.map(({ quote, number }) => [quote.key, number] as const);
  const numbers = new Map([...registered, ...cited]);
  const isUntrusted = createUntrustedTest(record.findings);
  return (claim) => ({
    number: places.get(claim) ?? 1,
    text: claim.text,
    citations: [...new Set(claim.citations.flatMap((key) => numbers.get(key) ?? []))],
    quotedLanguage: claim.quotedLanguage ?? null,
    isUnverified: claim.isUnverified === true,
    isEntailed: claim.isEntailed === true,
    isPassage: claim.isPassage === true,
    isUntrusted: isUntrusted(claim),
    kind: kindOf(claim, phrases),
  });
}

function answerSections(content: SectionContent, near: boolean): ReadSection[] {
  const { record, phrases, read } = content;
  const summary = record.report.summary.map(read);
  if (summary.length === 0) {
    const nearest = near ? record.report.keyFindings.map(read) : [];
    return [listOf('answer', '', { remarks: refusalOf(content, near), claims: nearest })];
  }
  const passages = summary.filter(({ isPassage }) => isPassage);
  const statements = summary.filter(({ isPassage }) => !isPassage);
  const remarks = [
    ...(summary.some(({ isUntrusted }) => isUntrusted) ? [phrases.onlyUntrusted] : []),
    ...(isUncertain(record.report) ? [phrases.uncertainStatement] : []),
  ];
  return [
    listOf('answer', '', { remarks, claims: statements }),
    listOf('passages', phrases.passages, {
      remarks: passages.length > 0 ? [phrases.uncertain] : [],
      claims: passages,
    }),
  ];
}

/** Why there is no answer, and where it was looked for. */
function refusalOf({ record, phrases }: SectionContent, near: boolean): string[] {
  const { diagnostics, stats } = record.report;
  const describe = (...codes: readonly string[]) =>
    diagnostics.filter(({ code }) => codes.includes(code)).map((entry) => phrases.diagnostic(entry));
  const isShown = diagnostics.some((entry) => entry.code === 'EVIDENCE_LANGUAGE' && entry.shown === true);
  const searched = phrases.searched(stats.filesIndexed, record.request.web?.providers ?? [], stats.usage.searches);
  return [
    ...(isShown ? [] : [noAnswer(diagnostics, phrases), ...describe('SUBJECT_NOT_COVERED')]),
    ...describe('READ_IN_PART'),
    ...describe('QUESTION_LANGUAGE', 'EVIDENCE_LANGUAGE'),
    searched,
    ...(near ? [phrases.nearest] : []),
  ];
}

function proseOf({ record, phrases, read }: SectionContent): ReadSection {
  const groups = groupOf('paragraph', record.report.overview.map(read));
  return { name: 'overview', heading: phrases.overview, remarks: [], groups };
}

function detailsOf({ record, phrases, read }: SectionContent): ReadSection {
  const groups = record.report.sections
    .filter(({ claims }) => claims.length > 0)
    .map(({ heading, claims }) => ({
      heading: phrases.restated(heading.trim()),
      blocks: blocksOf(claims).map((block) => readBlock(block, read)),
    }));
  return { name: 'details', heading: phrases.details, remarks: [], groups };
}

function readBlock(block: SectionBlock, read: SectionContent['read']): ReadBlock {
  if (block.form !== 'table') return { form: block.form, claims: block.claims.map(read) };
  const rows = block.rows.map(({ heading, cells }) => ({
    heading,
    cells: cells.map((cell) => (cell === null ? null : read(cell))),
  }));
  return { form: 'table', columns: [...block.columns], rows };
}

function conflictsOf({ record, phrases, read }: SectionContent): ReadSection {
  const groups = record.report.conflicts.map((claims, index) => ({
    // The phrase is Markdown for reports: its number is bold.
    heading: phrases.conflict(index + 1).replaceAll('**', ''),
    blocks: [{ form: 'list' as const, claims: claims.map(read) }],
  }));
  return { name: 'conflicts', heading: phrases.conflicts, remarks: [], groups };
}

function keyFindingsOf({ record, phrases, read }: SectionContent): ReadSection[] {
  const claims = record.report.keyFindings.map(read);
  return [
    listOf('key-findings', phrases.keyFindings, { claims: claims.filter(({ isPassage }) => !isPassage) }),
    listOf('further', phrases.further, { claims: claims.filter(({ isPassage }) => isPassage) }),
  ];
}

function warningsOf({ record: { report, registry }, phrases }: SectionContent): readonly string[] {
  return report.alignment?.outcome === 'warned' ? phrases.issues(report.alignment.issues, registry) : [];
}

function unansweredOf({ record: { report, gaps }, phrases }: SectionContent): string[] {
  const unreported = gaps.filter(
    ({ kind, subject }) => kind !== 'nothing-found' || !report.remainingGaps.some((text) => text.includes(subject)),
  );
  return [...new Set([...report.remainingGaps.map(phrases.restated), ...unreported.map((gap) => phrases.gap(gap))])];
}

function assumptionsOf({ record, phrases }: SectionContent): string[] {
  const exchanges = record.conversation.map(({ question, answer, outcome }) => {
    const reply = answer ?? (outcome === 'timed-out' ? phrases.timedOut : phrases.skipped);
    return `${question} — ${reply}`;
  });
  return [
    ...exchanges,
    ...record.anchor.assumptions.map((text) => `${phrases.assumed}: ${text}`),
    ...record.steering.map(({ at, effect }) => phrases.steered(at, effect)),
  ];
}

function listOf(
  name: ReadSection['name'],
  heading: string,
  { remarks = [], claims = [] }: { readonly remarks?: readonly string[]; readonly claims?: readonly ReadClaim[] },
): ReadSection {
  return { name, heading, remarks: [...remarks], groups: groupOf('list', claims) };
}

function groupOf(form: 'paragraph' | 'list', claims: readonly ReadClaim[]): ReadSection['groups'] {
  return claims.length === 0 ? [] : [{ heading: '', blocks: [{ form, claims: [...claims] }] }];
}
