import type { Gap } from '../../workflows/contracts/accounting.ts';
import type { Claim } from '../../workflows/contracts/claim.ts';
import type { Diagnostic } from '../../workflows/contracts/diagnostic.ts';
import type { Citation, ReportDraft } from '../../workflows/contracts/report.ts';
import { describeGap } from '../../workflows/domain/gap-phrases.ts';
import { codeSpan, escapeMarkdown } from '../../workflows/domain/markdown-text.ts';
import { citedClaims } from '../../workflows/domain/report-claims.ts';
import { createUntrustedTest } from '../../workflows/domain/untrusted-findings.ts';
import { type CitationRendering, createCitationRendering } from './citation-rendering.ts';
import { describeDiagnostic } from './diagnostic-phrases.ts';
import { renderAccount } from './report-account.ts';
import type { ReportContent } from './report-content.ts';
import { phrasesFor, type ReportPhrases } from './report-phrases.ts';

export interface RenderedReport {
  readonly markdown: string;
  /** In order of first use, numbered from 1 without gaps; one number for each quote. */
  readonly citations: readonly Citation[];
}

/** Renders the report in the anchor's language, and turns citation keys into citation marks. */
export function renderReport(content: ReportContent): RenderedReport {
  const { draft, findings, units, sources, citationStyle: style } = content;
  const phrases = phrasesFor(content.anchor.language);
  const rendering = createCitationRendering({ findings, units, sources, style, phrases });

  const blocks = [
    `# ${escapeMarkdown(content.anchor.originalQuestion)}`,
    ...renderCaution(content),
    ...renderAnswer(content, phrases, rendering),
    ...titled(phrases.overview, renderProse(draft.overview, rendering)),
    ...titled(phrases.details, renderDetails(draft, rendering)),
    ...titled(phrases.conflicts, renderConflicts(draft, phrases, rendering)),
    ...section(phrases.limitations, draft.limitations.map(rendering.claim)),
    ...renderKeyFindings(content, phrases, rendering),
    ...section(phrases.unanswered, unanswered(content)),
    ...section(phrases.assumptions, renderClarifications(content, phrases)),
    ...titled(phrases.sources, rendering.sources()),
    ...section(phrases.about, renderAccount(content, phrases)),
  ];
  return { markdown: `${blocks.join('\n\n')}\n`, citations: rendering.citations() };
}

/** Warns about low quality before the answer. */
function renderCaution({ draft, diagnostics, anchor }: ReportContent): string[] {
  if (draft.summary.length === 0) return [];
  const low = diagnostics.find(({ code }) => code === 'QUALITY_LOW');
  return low === undefined ? [] : [escapeMarkdown(describeDiagnostic(low, anchor.language))];
}

function renderAnswer(content: ReportContent, phrases: ReportPhrases, { claim, passage }: CitationRendering): string[] {
  const { draft, diagnostics, anchor, findings } = content;
  const isUntrusted = createUntrustedTest(findings);
  if (draft.summary.length > 0) {
    const warning = draft.summary.some(isUntrusted) ? [phrases.onlyUntrusted] : [];
    const passages = draft.summary.filter(({ isPassage }) => isPassage === true);
    const statements = draft.summary.filter(({ isPassage }) => isPassage !== true);
    return [
      ...warning,
      ...statements.map(claim),
      ...(passages.length > 0 ? [`## ${phrases.passages}`, phrases.uncertain, list(passages.map(passage))] : []),
    ];
  }
  const describe = (...codes: readonly Diagnostic['code'][]): string[] =>
    diagnostics
      .filter(({ code }) => codes.includes(code))
      .map((entry) => escapeMarkdown(describeDiagnostic(entry, anchor.language)));
  // While unjudged passages are shown, the report must not say that the documents have no answer.
  const isShown = diagnostics.some((entry) => entry.code === 'EVIDENCE_LANGUAGE' && entry.shown === true);
  const nearest = isNearOnly(content) ? draft.keyFindings.map(passage) : [];
  return [
    ...(isShown ? [] : [[phrases.nothingFound, ...describe('SUBJECT_NOT_COVERED')].join(' ')]),
    ...describe('QUESTION_LANGUAGE', 'EVIDENCE_LANGUAGE'),
    ...(nearest.length > 0 ? [phrases.nearest, list(nearest)] : []),
    phrases.searched(content.filesIndexed, content.providers, content.usage.searches),
    ...(citedClaims(draft).some(isUntrusted) ? [phrases.untrustedBelow] : []),
  ];
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

/** Whether the claims share words with the question but do not answer it. */
function isNearOnly({ draft, diagnostics }: ReportContent): boolean {
  return draft.summary.length === 0 && diagnostics.some(({ code }) => code === 'SUBJECT_NOT_COVERED');
}

/** Joins consecutive sentences into one paragraph; each quotation is a block of its own. */
function renderProse(claims: readonly Claim[], { claim }: CitationRendering): string[] {
  const paragraphs: string[] = [];
  let prose: string[] = [];
  const endParagraph = () => {
    if (prose.length > 0) paragraphs.push(prose.join(' '));
    prose = [];
  };
  for (const entry of claims) {
    if (entry.quotedLanguage === undefined) {
      prose.push(claim(entry));
      continue;
    }
    endParagraph();
    paragraphs.push(claim(entry));
  }
  endParagraph();
  return paragraphs;
}

function renderDetails({ sections }: ReportDraft, { claim, passage }: CitationRendering): string[] {
  return sections.flatMap(({ heading, claims }) => {
    if (claims.length === 0) return [];
    const entries = list(claims.map((one) => (one.isPassage === true ? passage(one) : claim(one))));
    return heading.trim() === '' ? [entries] : [`### ${escapeMarkdown(heading)}`, entries];
  });
}

function renderConflicts({ conflicts }: ReportDraft, phrases: ReportPhrases, rendering: CitationRendering): string[] {
  return conflicts.flatMap((claims, index) => {
    const sides = claims.map((claim) => {
      const origin = rendering.origin(claim);
      return `${origin === '' ? '' : `${origin}: `}${rendering.claim(claim)}`;
    });
    return [phrases.conflict(index + 1), list(sides)];
  });
}

function titled(heading: string, blocks: readonly string[]): string[] {
  return blocks.length === 0 ? [] : [`## ${heading}`, ...blocks];
}

function section(heading: string, entries: readonly string[]): string[] {
  return titled(heading, entries.length === 0 ? [] : [list(entries)]);
}

function list(entries: readonly string[]): string {
  return entries.map((entry) => `- ${entry.replaceAll(/\n(?!\n)/g, '\n  ')}`).join('\n');
}

function unanswered({ anchor, draft, gaps }: ReportContent): string[] {
  // The draft's own words about a task are enough; the gap would repeat them.
  const isReported = ({ kind, subject }: Gap): boolean =>
    kind === 'nothing-found' && draft.remainingGaps.some((text) => text.includes(subject));
  const unreported = gaps.filter((gap) => !isReported(gap));
  const described = unreported.map((gap) => {
    // The cause of a reached limit is its value, not a message.
    const isMessage = gap.kind !== 'limit-reached' && gap.cause !== '';
    return describeGap(isMessage ? { ...gap, cause: codeSpan(gap.cause) } : gap, anchor.language);
  });
  return [...new Set([...draft.remainingGaps, ...described])].map(escapeMarkdown);
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
