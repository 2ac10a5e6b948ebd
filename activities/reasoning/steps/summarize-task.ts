import { z } from 'zod';
import type { QueryAnchor } from '../../../workflows/contracts/query-anchor.ts';
import { type ReadableFinding, rankEvidence, withoutNearDuplicates } from '../../evidence/evidence-reading.ts';
import type { Interest } from '../../evidence/passage-reading.ts';
import { readableText } from '../../evidence/readable-text.ts';
import { gradeOf } from '../../evidence/relevance-rubric.ts';
import { matchedWords } from '../../evidence/term-coverage.ts';
import { offlinePhrasesFor } from '../offline-phrases.ts';
import { systemText, tagged, taggedAnchor } from '../prompt-text.ts';
import type { ReasoningStep } from '../step.ts';
import { taggedFindings } from '../tagged-findings.ts';

export interface SummarizeTaskStepInput {
  readonly today: string;
  readonly anchor: QueryAnchor;
  readonly taskText: string;
  readonly interest: Interest;
  /** Best first; only the first few are read. */
  readonly findings: readonly ReadableFinding[];
}

export const summarizedTaskSchema = z.object({
  summary: z.string().describe('what the findings say about the task, in at most four sentences'),
  keyFindings: z
    .array(
      z.object({
        text: z.string().describe('one sentence'),
        citations: z.array(z.string()).describe('keys of the quotes that carry it'),
      }),
    )
    .describe('at most three'),
  relevance: z.number().min(0).max(1).nullable().describe('how much this serves the anchor; null when you cannot tell'),
  gaps: z.array(z.string()).describe('what the task asks and the findings do not answer'),
});
export type SummarizedTask = z.infer<typeof summarizedTaskSchema>;

const MAX_FINDINGS = 5;
const MAX_KEY_FINDINGS = 3;

/** Sums up what one task found out. */
export const summarizeTaskStep: ReasoningStep<SummarizeTaskStepInput, SummarizedTask> = {
  name: 'summarize-task',
  role: 'small',
  version: 1,
  output: summarizedTaskSchema,
  prompt: ({ today, anchor, taskText, findings }) => ({
    system: systemText('You sum up the findings of one research task.', today, anchor.language),
    user: [
      taggedAnchor(anchor),
      tagged('task', taskText, 1_000),
      ...taggedFindings(findings, MAX_FINDINGS),
      'Sum up how the findings serve the anchor. Every key finding names the keys of its quotes, exactly as they stand in brackets.',
      'Take over figures and quoted words unchanged. Name what stays open as gaps.',
    ].join('\n\n'),
  }),
  offline({ anchor, taskText, interest, findings }) {
    const phrases = offlinePhrasesFor(anchor.language);
    const evidence = withoutNearDuplicates(rankEvidence(interest, findings.slice(0, MAX_FINDINGS))).slice(
      0,
      MAX_KEY_FINDINGS,
    );
    const covered = new Set(evidence.flatMap(({ matches }) => matchedWords(interest.terms, matches)));
    const missing = interest.terms.map(({ word }) => word).filter((word) => !covered.has(word));
    return {
      summary: evidence
        .slice(0, 2)
        .map(({ text }) => readableText(text))
        .join(' '),
      keyFindings: evidence.map(({ key, text }) => ({ text: readableText(text), citations: [key] })),
      relevance: evidence[0] === undefined ? null : gradeOf(evidence[0].score),
      gaps: gapsOf(),
    };

    function gapsOf(): string[] {
      if (evidence.length === 0) return [phrases.taskUnanswered(taskText)];
      return missing.length === 0 ? [] : [phrases.uncovered(missing)];
    }
  },
};
