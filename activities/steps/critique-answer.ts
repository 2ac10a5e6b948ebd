import type { CritiqueAnswerInput } from '@plumbline/contracts/answers/answer-activities';
import type { ReportDraft } from '@plumbline/contracts/report/report';
import { allClaims } from '@plumbline/contracts/report/report-claims';
import { boundedList, boundedText } from '@plumbline/model/answers';
import type { ReasoningStep } from '@plumbline/model/reasoner';
import { z } from 'zod';
import { MOST_STEPS } from '../conversations/answer-tools.ts';
import { systemOpening, tagged } from './prompt-text.ts';

export type CritiqueAnswerStepInput = Pick<
  CritiqueAnswerInput,
  'today' | 'rewrittenPrompt' | 'language' | 'draft' | 'sources'
>;

export const critiqueSchema = z.object({
  isSufficient: z.boolean().describe('whether the draft answers all of the question'),
  missing: boundedText(600, 'what is missing, as a request for more specific options and details; empty if nothing is'),
  searches: boundedList(
    z.object({
      tool: z.enum(['documents', 'web']).catch('documents').describe('what is searched'),
      query: boundedText(300, 'the words that the missing text would use'),
    }),
    MOST_STEPS,
    'searches for what is missing; empty if nothing is',
  ),
});
export type WrittenCritique = z.infer<typeof critiqueSchema>;

/** Judges whether a draft answers its question, or more has to be found. */
export const critiqueAnswerStep: ReasoningStep<CritiqueAnswerStepInput, WrittenCritique> = {
  name: 'critique-answer',
  role: 'small',
  version: 3,
  output: critiqueSchema,
  prompt: ({ today, rewrittenPrompt, language, draft, sources: { hasDocuments, hasWeb } }) => ({
    system: systemOpening('You judge whether the draft of an answer is enough.', today, language),
    user: [
      tagged('question', rewrittenPrompt, 8_000),
      tagged('draft', draftText(draft), 16_000),
      ...(draft.remainingGaps.length === 0 ? [] : [tagged('gaps', draft.remainingGaps.join('\n'), 4_000)]),
      [
        'A draft is sufficient if the person need not ask again: it answers every part of the question, with the names, figures and options asked for.',
        'If it is not, say what is missing, as a request to the search: which options, which details, about what.',
        'Ask for nothing beyond the question. Do not judge style.',
      ].join('\n'),
      ...(hasDocuments || hasWeb
        ? [
            `Plan searches that find it in: ${[...(hasDocuments ? ['documents'] : []), ...(hasWeb ? ['web'] : [])].join(', ')}.`,
          ]
        : []),
    ].join('\n\n'),
  }),
  // The words of the question have found what they find.
  offline: () => ({ isSufficient: true, missing: '', searches: [] }),
};

function draftText(draft: ReportDraft): string {
  const claims = allClaims(draft);
  return claims.length === 0 ? '(empty)' : claims.map(({ text }) => `- ${text}`).join('\n');
}
