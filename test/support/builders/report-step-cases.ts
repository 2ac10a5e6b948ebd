import { weighTermsEvenly } from '@plumbline/language/term-matching';
import { addressPassage } from '@plumbline/quotes/passages';
import { neutraliseKeys } from '@plumbline/quotes/quotes';
import { completeSectionsStep } from '../../../activities/steps/complete-sections.ts';
import { judgeEntailmentStep, type JudgeEntailmentStepInput } from '../../../activities/steps/judge-entailment.ts';
import { mendStatementsStep } from '../../../activities/steps/mend-statements.ts';
import { reflectOnFindingsStep } from '../../../activities/steps/reflect-on-findings.ts';
import { anchorOf } from './research-fixtures.ts';
import { shownEvidence } from './shown-evidence.ts';
import { caseOf, type StepCase } from './step-case.ts';

const QUESTION = 'How long does the harbour lamp burn?';
const anchor = anchorOf({ refinements: ['the old lamp'] });
const need = { terms: weighTermsEvenly(QUESTION, 'en'), answerForm: 'value' as const };
const BURNS = 'The harbour lamp burns for nine hours on one filling.';

const lampPassage = (hostile: string, label = 'p1') => {
  const text = `${BURNS} ${hostile}`.trim();
  return addressPassage(
    label,
    { findingId: 't1f1', passageSpan: { textHash: '', start: 0, end: text.length } },
    text,
    'en',
  );
};

const tasksWith = (hostile: string) => [
  { text: QUESTION, taskId: 't1', need, summary: `Nine hours. ${hostile}`.trim(), gaps: [] },
];

/** Steps that look at all findings, and check a report. */
export const REPORT_STEP_CASES: readonly StepCase[] = [
  caseOf(
    reflectOnFindingsStep,
    (hostile = '') => ({
      anchor,
      approvedTasks: [],
      tasks: tasksWith(hostile),
      shelf: [`Harbour rules (undated, about 300 words) ${hostile}`.trim()],
      documents: [
        {
          title: `Rules ${hostile}`.trim(),
          notes: [`n1 (t1) § 7: Nine hours. ${hostile}`.trim()],
          others: ['(t1) § 8'],
        },
      ],
      gaps: [{ id: 'g1', text: `Who trims it? ${hostile}`.trim() }],
      leads: [`§ 9 ${hostile}`.trim()],
      contradictions: [`Nine or ten hours. ${hostile}`.trim()],
      lookedFor: [`What is it filled with? ${hostile}`.trim()],
      maxTasks: 2,
    }),
    {
      closed: ['g1'],
      contradictions: [],
      gaps: ['t1: No finding says who fills it.'],
      tasks: [{ text: 'Who fills the harbour lamp?', rationale: 'no finding says it' }],
    },
  ),
  caseOf(
    judgeEntailmentStep,
    (hostile = ''): JudgeEntailmentStepInput => ({
      anchor,
      parts: [
        {
          heading: `Oil ${hostile}`.trim(),
          blocks: [
            {
              form: 'paragraph',
              statements: [
                { id: null, text: 'The lamp is lit at dusk.', quotes: [] },
                { id: 'p1', text: `One filling is enough for a night. ${hostile}`.trim(), quotes: [1] },
              ],
            },
            {
              form: 'table',
              corner: 'Oil',
              columns: ['Burning time', 'Care'],
              rows: [
                {
                  id: 'p2',
                  label: 'Rapeseed oil',
                  cells: [{ id: 'p2', text: 'nine hours', quotes: [1, 2] }, null],
                },
              ],
            },
            { form: 'list', statements: [{ id: 'p3', text: 'Oil is cheap.', quotes: [1] }] },
            { form: 'code', statements: [{ id: 'p4', text: 'filling: 2 litres\nwick: trimmed', quotes: [2] }] },
          ],
        },
      ],
      passages: [
        {
          place: 'Lamp',
          pieces: [
            { number: null, text: 'The lamp stands on the mole. ' },
            { number: 1, text: `${BURNS} ${hostile}`.trim() },
            { number: null, text: ' … ' },
            { number: 2, text: 'Rapeseed oil burns clean.' },
          ],
        },
      ],
      computed: [{ id: 'p2.1', computation: `9 * 2 = 18 ${hostile}`.trim() }],
      found: [
        {
          ids: ['p3'],
          place: `Oil > Burning ${hostile}`.trim(),
          passage: lampPassage(hostile, 'p6'),
        },
      ],
    }),
    {
      verdicts: [
        { id: 'p1', verdict: 'yes', reason: '' },
        { id: 'p2.1', verdict: 'no', reason: 'another subject' },
      ],
      instead: [{ id: 'p3', text: 'The lamp burns nine hours [p6.1].' }],
      beside: ['p4'],
      uses: [],
    },
  ),
  caseOf(
    completeSectionsStep,
    (hostile = '') => ({
      today: '2026-01-02',
      anchor,
      sections: `## Oil\n\nIt burns for nine hours [p1.1]. ${neutraliseKeys(hostile)}`.trim(),
      shown: shownEvidence(hostile),
      found: ['p2'],
    }),
    '## Oil\n\nIt burns for nine hours [p1.1].',
    '## Oil\n\nIt burns for nine hours [p1.1].',
  ),
  caseOf(
    mendStatementsStep,
    (hostile = '') => ({
      anchor,
      section: `s1: It burns for eleven hours. ${hostile}`.trim(),
      refused: [
        {
          id: 's1',
          text: `It burns for eleven hours. ${hostile}`.trim(),
          marks: '[p1.1]',
          reason: `the passage says nine ${hostile}`.trim(),
          form: 'sentence' as const,
        },
      ],
      passages: [{ passage: lampPassage(hostile), place: `Harbour lamp ${hostile}`.trim() }],
      warning: '',
    }),
    [{ id: 's1', text: 'It burns for nine hours [p1.1].' }],
    's1: It burns for nine hours [p1.1].',
  ),
];
