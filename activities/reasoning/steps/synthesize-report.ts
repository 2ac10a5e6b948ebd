import { z } from 'zod';
import type { ClarificationSummary } from '../../../workflows/contracts/clarification.ts';
import type { QueryAnchor } from '../../../workflows/contracts/query-anchor.ts';
import { arrangeEvidence } from '../../evidence/evidence-arrangement.ts';
import type { ReadableFinding } from '../../evidence/evidence-reading.ts';
import type { Interest } from '../../evidence/passage-reading.ts';
import { readableText } from '../../evidence/readable-text.ts';
import { offlinePhrasesFor } from '../offline-phrases.ts';
import { systemText, tagged, taggedAnchor } from '../prompt-text.ts';
import type { ReasoningStep } from '../step.ts';
import { taggedFindings } from '../tagged-findings.ts';

export interface SynthesizeReportStepInput {
  readonly today: string;
  readonly anchor: QueryAnchor;
  readonly clarificationSummary: ClarificationSummary | null;
  /** At least one; the question itself when no task was finished. */
  readonly tasks: readonly SynthesisTask[];
  /** Best first: tier 1, 2, 3. */
  readonly findings: readonly ReadableFinding[];
  readonly gaps: readonly string[];
}

export interface SynthesisTask {
  readonly text: string;
  readonly interest: Interest;
  readonly summary: string;
  readonly gaps: readonly string[];
}

const statement = z.object({
  text: z.string().describe('one sentence, without citation marks'),
  citations: z.array(z.string()).describe('keys of the quotes that carry it'),
});

export const synthesizedReportSchema = z.object({
  summary: z.array(statement).describe('the direct answer first; empty when the findings hold no answer'),
  keyFindings: z.array(statement),
  sections: z.array(z.object({ heading: z.string(), statements: z.array(statement) })),
  remainingGaps: z.array(z.string()).describe('what the question asks and the findings do not answer'),
});
export type SynthesizedReport = z.infer<typeof synthesizedReportSchema>;

const MAX_FINDINGS = 30;

/** Writes the report's content from findings under citation keys. */
export const synthesizeReportStep: ReasoningStep<SynthesizeReportStepInput, SynthesizedReport> = {
  name: 'synthesize-report',
  role: 'main',
  version: 1,
  output: synthesizedReportSchema,
  prompt: ({ today, anchor, clarificationSummary, tasks, findings, gaps }) => ({
    system: systemText('You write a research report from findings that have been checked.', today, anchor.language),
    user: [
      taggedAnchor(anchor),
      ...(clarificationSummary === null ? [] : [tagged('clarification', renderSummary(clarificationSummary), 6_000)]),
      ...taggedFindings(findings, MAX_FINDINGS),
      ...tasks.map(({ text, summary }) => tagged('summary', `${text}\n${summary}`, 2_000)),
      tagged('gaps', [...gaps, ...tasks.flatMap((task) => task.gaps)].join('\n'), 4_000),
      'The first sentence of the summary answers the question. Prefer findings of a lower tier number; where two disagree, state both.',
      'Every statement cites the keys of the quotes that carry it, exactly as they stand in brackets; there are no other keys.',
      'Take over figures, units and quoted words unchanged. What the findings do not answer goes into remainingGaps, never into a statement.',
    ].join('\n\n'),
  }),
  offline({ anchor, tasks, findings }) {
    const phrases = offlinePhrasesFor(anchor.language);
    const { answers, keyEvidence, byTask, unanswered, uncovered } = arrangeEvidence(tasks, findings);
    const toStatement = ({ key, text }: { key: string; text: string }) => ({
      text: readableText(text),
      citations: [key],
    });
    return {
      summary: answers.map(toStatement),
      keyFindings: keyEvidence.map(toStatement),
      sections: byTask.map(({ heading, evidence }) => ({ heading, statements: evidence.map(toStatement) })),
      remainingGaps: [
        ...unanswered.map(phrases.taskUnanswered),
        ...(answers.length > 0 && uncovered.length > 0 ? [phrases.uncovered(uncovered)] : []),
      ],
    };
  },
};

function renderSummary({ refinedIntent, scope, keyClarifications, remainingGaps }: ClarificationSummary): string {
  return [refinedIntent, scope, ...keyClarifications, ...remainingGaps].filter(Boolean).join('\n');
}
