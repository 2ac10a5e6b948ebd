import type { Statement } from '../../workflows/contracts/statement.ts';
import { readableText } from '../reading/readable-text.ts';
import { isForeign } from '../text/language.ts';
import { conflictsInFigures } from '../verification/figure-conflict.ts';
import { type ArrangedEvidence, arrangeEvidence, type Part } from './evidence-arrangement.ts';
import type { EvidenceScore, ReadableFinding } from './evidence-reading.ts';

/** A finding whose source is known, so that statements of different sources can be told apart. */
export interface SourcedFinding extends ReadableFinding {
  readonly sourceId: string;
}

/** A quote that a report states. */
export type StatedQuote = Pick<EvidenceScore, 'key' | 'text' | 'statement' | 'findingId'>;

/** The parts of a report as quotes, each part lean: what is stated once is not stated again. */
export interface ArrangedReport {
  readonly answers: readonly StatedQuote[];
  /** What else the answering passages say. */
  readonly overview: readonly StatedQuote[];
  readonly keyEvidence: readonly StatedQuote[];
  readonly byTask: readonly { readonly heading: string; readonly evidence: readonly StatedQuote[] }[];
  /** Each with the statements of two sources or more. */
  readonly conflicts: readonly (readonly StatedQuote[])[];
  readonly unanswered: readonly string[];
  readonly uncovered: readonly string[];
  /** Where nothing answers: what comes nearest. */
  readonly nearest: readonly StatedQuote[];
}

/** Whether what a finding quotes is in another language than the report's. */
export function isForeignFinding({ quotes }: Pick<ReadableFinding, 'quotes'>, language: string): boolean {
  return isForeign(quotes.map(({ text }) => text).join('\n'), language);
}

/** Marks statements that are a source's own words in another language than the report's. */
export function createForeignLabel(findings: readonly ReadableFinding[], language: string) {
  const foreign = new Map(
    findings
      .filter((finding) => isForeignFinding(finding, language))
      .flatMap((finding) => finding.quotes.map(({ key }) => [key, finding.language])),
  );
  return (statement: Statement): Statement => {
    const quotedLanguage = foreign.get(statement.citations[0] ?? '');
    return quotedLanguage === undefined ? statement : { ...statement, quotedLanguage };
  };
}

/**
 * Arranges quotes as a report in one language. Passages in another language speak only to tasks that those in the report's
 * language leave open, and only when they are of the first tier: words of one language cannot tell whether another answers.
 */
export function arrangeReport(
  tasks: readonly Part[],
  findings: readonly SourcedFinding[],
  language: string,
): ArrangedReport {
  const isOwn = (finding: SourcedFinding): boolean => !isForeignFinding(finding, language);
  const own = arrangeEvidence(tasks, findings.filter(isOwn));
  const open = tasks.filter(({ text }) => own.unanswered.includes(text));
  const foreign = findings.filter((finding) => !isOwn(finding) && finding.contextTier === 1);
  if (open.length === 0 || foreign.length === 0) return toReport(own, findings);
  const added = arrangeEvidence(open, foreign);
  const answers = [...own.answers, ...added.answers];
  const joined = {
    answers,
    keyEvidence: [...own.keyEvidence, ...added.keyEvidence],
    byTask: [...own.byTask, ...added.byTask],
    unanswered: added.unanswered,
    uncovered: own.uncovered,
    nearest: answers.length > 0 ? [] : [...own.nearest, ...added.nearest],
  };
  return toReport(joined, findings);
}

function toReport(arranged: ArrangedEvidence, findings: readonly SourcedFinding[]): ArrangedReport {
  const { answers, keyEvidence, byTask, unanswered, uncovered, nearest } = arranged;
  const stated = [...answers, ...keyEvidence, ...byTask.flatMap(({ evidence }) => evidence)];
  const conflicts = conflictsOf(stated, findings);
  const opposed = new Set(conflicts.flat().map(({ key }) => key));
  const unopposed = (evidence: readonly StatedQuote[]) => evidence.filter(({ key }) => !opposed.has(key));
  const answering = new Set(answers.map(({ findingId }) => findingId));
  return {
    answers,
    overview: unopposed(keyEvidence).filter(({ findingId }) => answering.has(findingId)),
    keyEvidence: unopposed(keyEvidence).filter(({ findingId }) => !answering.has(findingId)),
    byTask: byTask
      .map(({ heading, evidence }) => ({ heading, evidence: unopposed(evidence) }))
      .filter(({ evidence }) => evidence.length > 0),
    conflicts,
    unanswered,
    uncovered,
    nearest,
  };
}

/** What is stated, each with the quotes of other sources that say nearly the same words with another figure. */
function conflictsOf(stated: readonly EvidenceScore[], findings: readonly SourcedFinding[]): StatedQuote[][] {
  const quotes = findings.flatMap(({ findingId, sourceId, quotes: own }) =>
    own.map((quote) => ({ ...quote, findingId, sourceId })),
  );
  const taken = new Set<string>();
  return stated.flatMap((entry) => {
    const source = quotes.find(({ key }) => key === entry.key)?.sourceId;
    const rivals = quotes.filter(
      ({ key, text, sourceId }) =>
        !taken.has(key) &&
        sourceId !== source &&
        conflictsInFigures(readableText(entry.text), readableText(text), entry.language),
    );
    if (rivals.length === 0 || taken.has(entry.key)) return [];
    for (const { key } of [entry, ...rivals]) taken.add(key);
    return [[entry, ...rivals]];
  });
}
