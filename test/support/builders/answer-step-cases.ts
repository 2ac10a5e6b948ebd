import { weighTermsEvenly } from '@plumbline/language/term-matching';
import type { ReadableFinding } from '@plumbline/offline/places';
import { composeAnswerStep } from '../../../activities/steps/compose-answer.ts';
import { contextOf, turnOf } from './conversation-fixtures.ts';
import { anchorOf } from './research-fixtures.ts';
import { shownEvidence } from './shown-evidence.ts';
import { caseOf, type StepCase } from './step-case.ts';

const QUESTION = 'How long does the harbour lamp burn?';
const BURNS = 'The harbour lamp burns for nine hours on one filling.';

const readableFinding = (findingId: string, hostile: string, isUntrusted: boolean): ReadableFinding => ({
  findingId,
  taskId: 't1',
  locator: 'rules.md',
  title: 'rules.md',
  place: 'Rules',
  surroundings: `${BURNS} ${hostile}`.trim(),
  quotes: [{ key: `${findingId}q1`, unit: BURNS }],
  language: 'en',
  isUntrusted,
});

/** The steps that write answers in a conversation. */
export const ANSWER_STEP_CASES: readonly StepCase[] = [
  caseOf(
    composeAnswerStep,
    (hostile = '') => ({
      today: '2026-01-02',
      anchor: anchorOf({ refinements: ['the old lamp'] }),
      clarificationSummary: null,
      tasks: [
        {
          text: QUESTION,
          need: { terms: weighTermsEvenly(QUESTION, 'en') },
          summary: '',
          gaps: [],
        },
      ],
      findings: [readableFinding('t1f1', hostile, false), readableFinding('t1f2', hostile, true)],
      shown: shownEvidence(hostile),
      contradictions: [{ text: `One says nine hours, one eight. ${hostile}`.trim(), marks: [] }],
      mostQuotes: 1,
      length: 'brief' as const,
      gaps: [],
      guidance: { layout: 'table' as const, attributes: [`Height ${hostile}`.trim()] },
      hasItems: true,
      context: contextOf({
        thread: [
          turnOf({ message: `Where is the lamp? ${hostile}`.trim(), summary: `On the quay. ${hostile}`.trim() }),
        ],
        feedback: { answerId: 'lamp:1', verdict: 'unhelpful', note: `Too long. ${hostile}`.trim() },
      }),
    }),
    'It burns for nine hours. [p1.1]\n\n## LIMITS\n\n- Nothing is said about fish oil. [none: fish oil]',
  ),
];
