import type { Claim } from '@plumbline/contracts/evidence/claim';
import type { ResearchRecord } from '@plumbline/contracts/report/report';
import { citedClaims } from '@plumbline/contracts/report/report-claims';
import { comparable, containsEntry, overlapIn } from './comparable-text.ts';
import type { ExpectedPassage, Question } from './question-file.ts';
import { type Count, countOf } from './share.ts';

/** How a sentence says in German or English that something is missing. */
const NEGATION = /(?<!\p{L})(?:kein\p{L}*|nicht|nichts|no|not|none|nothing|cannot)(?!\p{L})/iu;
/** The setting that lets the project read other languages than the question's. */
const MODEL_SETTING = 'PLUMBLINE_MODEL';

/** Whether anything is stated or shown. */
export function answersWith({ report }: ResearchRecord): boolean {
  return report.summary.length > 0;
}

/**
 * Whether the report quotes the right file, word for word, over at least half of the phrase. Compares with the file in
 * the folder, not with the stored text.
 */
export function quotesPhrase(
  { report }: ResearchRecord,
  { file, phrase }: ExpectedPassage,
  documents: ReadonlyMap<string, string>,
): boolean {
  const document = documents.get(file) ?? '';
  const wanted = comparable(phrase);
  return report.citations.some(
    ({ locator, quote }) =>
      locator === file && overlapIn(document, comparable(quote.text), wanted) >= wanted.length / 2,
  );
}

/** Which of the required entries the claims contain; null without requirements. */
export function countEntries(
  { mustContain }: Question,
  { report }: ResearchRecord,
): { readonly entries: Count; readonly allInAnswer: boolean | null; readonly allInSummary: boolean | null } {
  const holds = (claims: readonly Claim[]): Count => {
    const text = claims.map((claim) => claim.text).join('\n');
    return countOf(mustContain, (entry) => containsEntry(text, entry));
  };
  const isComplete = ({ count, n }: Count): boolean | null => (n === 0 ? null : count === n);
  const entries = holds(citedClaims(report));
  return { entries, allInAnswer: isComplete(entries), allInSummary: isComplete(holds(report.summary)) };
}

/**
 * Whether the report says first and plainly that the documents contain no answer, and states none: no direct answer, no
 * overview, and no key finding except those marked as near to the question.
 */
export function recognisesNoAnswer({ report }: ResearchRecord, markdown: string): boolean {
  const isNearOnly = report.diagnostics.some(({ code }) => code === 'SUBJECT_NOT_COVERED');
  const stated = [report.summary, report.overview, isNearOnly ? [] : report.keyFindings];
  return stated.every(({ length }) => length === 0) && NEGATION.test(firstParagraph(markdown));
}

/** Whether the report says that the evidence is in another language, and what to configure. */
export function saysEvidenceLanguage({ report }: ResearchRecord, markdown: string): boolean {
  return report.diagnostics.some(({ code }) => code === 'EVIDENCE_LANGUAGE') && markdown.includes(MODEL_SETTING);
}

/** The first block below the title. */
function firstParagraph(markdown: string): string {
  return markdown.split(/\n{2,}/).find((block) => block.trim() !== '' && !block.startsWith('#')) ?? '';
}
