import { z } from 'zod';
import type { QueryAnchor } from '../../workflows/contracts/evidence/query-anchor.ts';
import type { ApprovedTask } from '../../workflows/contracts/evidence/research-plan.ts';
import { matchedWords } from '../language/question/term-coverage.ts';
import { withoutNearDuplicates } from '../language/text/near-duplicate.ts';
import { boundedList, boundedText } from '../model/engine/answer-parts.ts';
import type { ReasoningStep } from '../model/engine/reasoner.ts';
import { readScores } from '../model/engine/score-reading.ts';
import { type EvidenceScore, type ReadableFinding, rankEvidence } from '../offline-engine/answers/evidence-reading.ts';
import { isForeignFinding } from '../offline-engine/answers/report-quotes.ts';
import { taskRelevance } from '../offline-engine/answers/task-answers.ts';
import type { InformationNeed } from '../offline-engine/passages/passage-reading.ts';
import { offlinePhrasesFor } from '../wording/offline-phrases.ts';
import { systemText, tagged, taggedAnchor } from './prompt-text.ts';
import { RUBRIC_TEXT } from './relevance-scores.ts';
import { claimOf } from './synthesize-report.ts';
import { taggedFindings } from './tagged-findings.ts';

export interface SummarizeTaskStepInput {
  readonly today: string;
  readonly anchor: QueryAnchor;
  readonly approvedTasks?: readonly ApprovedTask[];
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

export const MAX_FINDINGS = 12;
/** Of these, so many that a rule sums up. */
const RULED_FINDINGS = 5;
export const MAX_KEY_FINDINGS = 3;

export const summarizedTaskSchema = z.object({
  summary: boundedText(1_200, 'how the findings serve the question, in at most four sentences'),
  keyFindings: boundedList(claimOf('one sentence'), MAX_KEY_FINDINGS, 'at most three'),
  relevance: z.preprocess(
    (value) => readScores([value])[0] ?? null,
    z.number().min(0).max(1).nullable().describe('relevance to the anchor; null when you cannot tell'),
  ),
  gaps: boundedList(boundedText(200, 'one sentence'), 6, 'what the task asks and the findings do not answer'),
});
export type SummarizedTask = z.infer<typeof summarizedTaskSchema>;

const STATED = 2;

/** Sums up the findings of one task and how they serve the question. */
export const summarizeTaskStep: ReasoningStep<SummarizeTaskStepInput, SummarizedTask> = {
  name: 'summarize-task',
  role: 'small',
  version: 5,
  output: summarizedTaskSchema,
  prompt: ({ today, anchor, approvedTasks, taskText, findings }) => ({
    system: systemText('You sum up the findings of one research task.', today, anchor.language),
    user: [
      taggedAnchor(anchor, approvedTasks),
      tagged('task', taskText, 1_000),
      ...taggedFindings(findings, MAX_FINDINGS),
      'Sum up what the findings contribute to the answer, not what they are about. Take over figures, units and quoted words unchanged. Name what stays open as gaps.',
      'Every key finding names the keys of its quotes, exactly as they stand in brackets; there are no other keys, and the summary has none.',
      `Give the whole task a relevance to the anchor: ${RUBRIC_TEXT}.`,
    ].join('\n\n'),
  }),
  offline(input) {
    const { anchor, taskText, need, question, keyEntities } = input;
    const phrases = offlinePhrasesFor(anchor.language);
    const findings = input.findings.slice(0, RULED_FINDINGS);
    const [own, foreign] = rankByLanguage(findings, need, anchor.language);
    const evidence = [...own, ...foreign].slice(0, MAX_KEY_FINDINGS);
    const covered = evidence.flatMap(({ matches }) => matchedWords(need.terms, matches));
    const missing = need.terms.map(({ word }) => word).filter((word) => !covered.includes(word));
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
  },
};

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
