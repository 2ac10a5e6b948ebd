import { answerGenerallyStep } from '../../../activities/steps/answer-generally.ts';
import { critiqueAnswerStep } from '../../../activities/steps/critique-answer.ts';
import { decideGroundingStep } from '../../../activities/steps/decide-grounding.ts';
import { planAnswerStep } from '../../../activities/steps/plan-answer.ts';
import { rewriteMessageStep } from '../../../activities/steps/rewrite-message.ts';
import { contextOf, turnOf } from './conversation-fixtures.ts';
import { draftOf } from './research-fixtures.ts';
import { caseOf, type StepCase } from './step-case.ts';

const today = '2026-01-02';
const QUESTION = 'How long does the harbour lamp burn?';
const hotel = { vertical: 'hotel', extracted: {}, merged: { city: 'Boston', guests: 2 }, preference: 'a quiet room' };

/** What a session may hold that people and documents put in. */
const contextWith = (hostile: string) =>
  contextOf({
    thread: [turnOf({ summary: `It burns for nine hours. ${hostile}`.trim() })],
    filters: { hotel: { city: `Boston ${hostile}`.trim() } },
    feedback: { answerId: 'session-a:1', verdict: 'unhelpful', note: `I meant the old lamp. ${hostile}`.trim() },
  });

export const CONVERSATION_STEP_CASES: readonly StepCase[] = [
  caseOf(
    rewriteMessageStep,
    (hostile = '') => ({
      today,
      message: `And in winter? ${hostile}`.trim(),
      language: 'en',
      history: [{ role: 'user' as const, text: `I look after a lamp. ${hostile}`.trim() }],
      context: contextWith(hostile),
    }),
    {
      rewrittenPrompt: 'How long does the harbour lamp burn in winter?',
      confidence: 0.9,
      alternatives: [],
      conflicts: [],
      needsClarification: false,
    },
  ),
  caseOf(
    decideGroundingStep,
    (hostile = '') => ({
      rewrittenPrompt: `${QUESTION} ${hostile}`.trim(),
      language: 'en',
      hasCatalogues: false,
      hasDocuments: true,
      hasWeb: true,
    }),
    { grounding: 'full' as const, reason: 'it asks for a figure' },
  ),
  caseOf(
    planAnswerStep,
    (hostile = '') => ({
      today,
      rewrittenPrompt: `Quiet hotels in Boston for two ${hostile}`.trim(),
      language: 'en',
      filters: { ...hotel, preference: `a quiet room ${hostile}`.trim() },
      hasCatalogues: true,
      hasDocuments: true,
      hasWeb: false,
      refinement: `More options near the harbour. ${hostile}`.trim(),
    }),
    { steps: [{ tool: 'catalogue' as const, query: 'quiet hotels near the harbour' }] },
  ),
  caseOf(
    answerGenerallyStep,
    (hostile = '') => ({
      today,
      rewrittenPrompt: `What can you do? ${hostile}`.trim(),
      language: 'en',
      context: contextWith(hostile),
    }),
    { text: 'I answer questions about your documents.' },
  ),
  caseOf(
    critiqueAnswerStep,
    (hostile = '') => ({
      today,
      rewrittenPrompt: `${QUESTION} ${hostile}`.trim(),
      language: 'en',
      draft: draftOf({
        summary: [{ text: `The lamp burns for nine hours. ${hostile}`.trim(), citations: ['t1f1q1'] }],
        queryCoverage: 60,
        remainingGaps: [`Nothing says how long it burns in winter. ${hostile}`.trim()],
      }),
    }),
    { isSufficient: false, missing: 'More details about winter.' },
  ),
];
