import type { Claim } from '../../workflows/contracts/evidence/claim.ts';
import type { Finding } from '../../workflows/contracts/evidence/evidence.ts';
import type { QueryAnchor } from '../../workflows/contracts/evidence/query-anchor.ts';
import type { ReportDraft } from '../../workflows/contracts/report/report.ts';
import type { Diagnostic } from '../../workflows/contracts/research/diagnostic.ts';
import { escapeMarkdown } from '../../workflows/domain/markdown-text.ts';
import { citedClaims, isUncertain } from '../../workflows/domain/report-claims.ts';
import { createUntrustedTest } from '../../workflows/domain/untrusted-findings.ts';
import type { CitationRendering } from './citation-rendering.ts';
import type { ReportPhrases } from './report-phrases.ts';

/** What the answer of a report or of a conversation is rendered from. */
export interface AnsweredContent {
  readonly anchor: Pick<QueryAnchor, 'language'>;
  readonly draft: ReportDraft;
  readonly findings: readonly Finding[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * The answer, and below a heading of their own the passages where no statement is certain.
 *
 * @param layOut arranges the statements
 */
export function renderStatements(
  { draft, findings }: Pick<AnsweredContent, 'draft' | 'findings'>,
  phrases: ReportPhrases,
  { passage }: CitationRendering,
  layOut: (statements: readonly Claim[]) => readonly string[],
): string[] {
  const warning = draft.summary.some(createUntrustedTest(findings)) ? [phrases.onlyUntrusted] : [];
  const passages = draft.summary.filter(({ isPassage }) => isPassage === true);
  const statements = draft.summary.filter(({ isPassage }) => isPassage !== true);
  return [
    ...warning,
    ...layOut(statements),
    ...(isUncertain(draft) ? [phrases.uncertainStatement] : []),
    ...(passages.length > 0 ? [`## ${phrases.passages}`, phrases.uncertain, list(passages.map(passage))] : []),
  ];
}

/**
 * Says that there is no answer, why, and what comes near.
 *
 * @param searched says where it was looked for
 */
export function renderRefusal(
  content: AnsweredContent,
  phrases: ReportPhrases,
  { passage }: CitationRendering,
  searched: readonly string[],
): string[] {
  const { draft, diagnostics, findings } = content;
  const describe = (...codes: readonly Diagnostic['code'][]): string[] =>
    diagnostics.filter(({ code }) => codes.includes(code)).map((entry) => escapeMarkdown(phrases.diagnostic(entry)));
  // While unjudged passages are shown, it must not say that the documents have no answer.
  const isShown = diagnostics.some((entry) => entry.code === 'EVIDENCE_LANGUAGE' && entry.shown === true);
  const nearest = isNearOnly(content) ? draft.keyFindings.map(passage) : [];
  return [
    ...(isShown ? [] : [[noAnswer(diagnostics, phrases), ...describe('SUBJECT_NOT_COVERED')].join(' ')]),
    ...describe('READ_IN_PART'),
    ...describe('QUESTION_LANGUAGE', 'EVIDENCE_LANGUAGE'),
    ...(nearest.length > 0 ? [phrases.nearest, list(nearest)] : []),
    ...searched,
    ...(citedClaims(draft).some(createUntrustedTest(findings)) ? [phrases.untrustedBelow] : []),
  ];
}

/** That there is no answer: in the documents, or only in what was read of them. */
export function noAnswer(diagnostics: readonly Diagnostic[], phrases: ReportPhrases): string {
  const isInPart = diagnostics.some(({ code }) => code === 'READ_IN_PART');
  return isInPart ? phrases.nothingFoundInPart : phrases.nothingFound;
}

/** Whether the claims share words with the question but do not answer it. */
export function isNearOnly({ draft, diagnostics }: Pick<AnsweredContent, 'draft' | 'diagnostics'>): boolean {
  return draft.summary.length === 0 && diagnostics.some(({ code }) => code === 'SUBJECT_NOT_COVERED');
}

/** Joins consecutive sentences into one paragraph; each quotation is a block of its own. */
export function renderProse(claims: readonly Claim[], { claim }: CitationRendering): string[] {
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

export function renderConflicts(
  { conflicts }: Pick<ReportDraft, 'conflicts'>,
  phrases: ReportPhrases,
  rendering: CitationRendering,
): string[] {
  return conflicts.flatMap((claims, index) => {
    const sides = claims.map((claim) => {
      const origin = rendering.origin(claim);
      return `${origin === '' ? '' : `${origin}: `}${rendering.claim(claim)}`;
    });
    return [phrases.conflict(index + 1), list(sides)];
  });
}

export function list(entries: readonly string[]): string {
  return entries.map((entry) => `- ${entry.replaceAll(/\n(?!\n)/g, '\n  ')}`).join('\n');
}
