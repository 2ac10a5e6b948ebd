import type { Claim } from '@plumbline/contracts/evidence/claim';
import type { QueryAnchor } from '@plumbline/contracts/evidence/query-anchor';
import { withoutNearDuplicates } from '@plumbline/language/copies';
import { mentionsEntity } from '@plumbline/language/questions';
import { bestOfAll, coverage, matchedWords, matchTerms } from '@plumbline/language/term-matching';
import { offlinePhrasesFor } from '@plumbline/offline/phrases';
import {
  type EvidenceScore,
  type InformationNeed,
  isForeignFinding,
  missedWords,
  rankEvidence,
  type ReadableFinding,
} from '@plumbline/offline/statements';

interface TaskToSumUp {
  readonly anchor: QueryAnchor;
  readonly taskText: string;
  /** Information need of the task. */
  readonly need: InformationNeed;
  /** Information need of the whole question; for an approved task, of the task itself. */
  readonly question: InformationNeed;
  /** Entities of the question, or of an approved task. */
  readonly keyEntities: readonly string[];
  /** Best first; the rule uses only the first few. */
  readonly findings: readonly ReadableFinding[];
}

/** So many are summed up. */
export const RULED_FINDINGS = 5;
export const MAX_KEY_FINDINGS = 3;

/** What is said of a task. */
export interface SummarizedTask {
  readonly summary: string;
  readonly keyFindings: readonly Claim[];
  /** Null: unknown. */
  readonly relevance: number | null;
  readonly gaps: readonly string[];
}

const STATED = 2;

/** Sums up the findings of one task and how they serve the question, in the words of the sources. */
export function summarizeByRule(input: TaskToSumUp): SummarizedTask {
  const { anchor, taskText, need, question, keyEntities } = input;
  const phrases = offlinePhrasesFor(anchor.language);
  const findings = input.findings.slice(0, RULED_FINDINGS);
  const [own, foreign] = rankByLanguage(findings, need, anchor.language);
  const evidence = [...own, ...foreign].slice(0, MAX_KEY_FINDINGS);
  const covered = evidence.flatMap(({ matches }) => matchedWords(need.terms, matches));
  const missing = missedWords({ text: taskText, need }, findings, anchor.language);
  const stated = own.slice(0, STATED).map(({ statement }) => statement);
  const measure = { task: need, question, keyEntities, language: anchor.language };
  return {
    summary: [...stated, ...(covered.length > 0 ? [phrases.serves([...new Set(covered)])] : [])].join(' '),
    keyFindings: evidence.map(({ key, statement }) => ({ text: statement, citations: [key] })),
    relevance: taskRelevance(withHeadings(evidence, findings), measure),
    gaps:
      evidence.length === 0
        ? [phrases.taskUnanswered(taskText)]
        : missing.length === 0
          ? []
          : [phrases.uncovered(missing)],
  };
}

/** The best quotes, those in the summary's language first. */
function rankByLanguage(
  findings: readonly ReadableFinding[],
  need: InformationNeed,
  language: string,
): readonly [EvidenceScore[], EvidenceScore[]] {
  const foreignIds = new Set(
    findings.filter((finding) => isForeignFinding(finding, language)).map(({ findingId }) => findingId),
  );
  const evidence = withoutNearDuplicates(rankEvidence(need, findings), ({ language }) => language);
  return [
    evidence.filter(({ findingId }) => !foreignIds.has(findingId)),
    evidence.filter(({ findingId }) => foreignIds.has(findingId)),
  ];
}

function withHeadings(evidence: readonly EvidenceScore[], findings: readonly ReadableFinding[]): string[] {
  return evidence.map(({ text, findingId }) => {
    const finding = findings.find((candidate) => candidate.findingId === findingId);
    return [finding?.title ?? '', ...(finding?.headingPath ?? []), text].join('\n');
  });
}

/** What a task's evidence is compared with. */
interface TaskRelevanceMeasure {
  readonly task: InformationNeed;
  readonly question: InformationNeed;
  readonly keyEntities: readonly string[];
  /** ISO 639-1 code of the question. */
  readonly language: string;
}

/**
 * How much a task serves the question, 0..1 in hundredths: the mean of three shares in its evidence, of the task's
 * weighted terms, of the question's, and of the key entities (if there are any); null without evidence.
 *
 * @param evidence quotes with the headings above them
 */
export function taskRelevance(
  evidence: readonly string[],
  { task, question, keyEntities, language }: TaskRelevanceMeasure,
): number | null {
  if (evidence.length === 0) return null;
  const mentioned = keyEntities.filter((entity) => evidence.some((text) => mentionsEntity(text, entity, language)));
  const shares = [
    ...[task, question].map(({ terms }) => {
      const matches = evidence.map((text) => matchTerms(terms, text, language));
      return coverage(terms, bestOfAll(terms, matches));
    }),
    ...(keyEntities.length === 0 ? [] : [mentioned.length / keyEntities.length]),
  ];
  return Math.round((100 * shares.reduce((sum, share) => sum + share, 0)) / shares.length) / 100;
}
