import { weighTermsEvenly } from '../../../activities/language/question/term-coverage.ts';
import { judgeEntailmentStep } from '../../../activities/steps/judge-entailment.ts';
import { outlineReportStep } from '../../../activities/steps/outline-report.ts';
import { reflectOnFindingsStep } from '../../../activities/steps/reflect-on-findings.ts';
import { summarizeReportStep } from '../../../activities/steps/summarize-report.ts';
import { translatePhrasesStep } from '../../../activities/steps/translate-phrases.ts';
import { writeSectionStep } from '../../../activities/steps/write-section.ts';
import { FRENCH_TEMPLATES } from './french-phrases.ts';
import { anchorOf } from './research-fixtures.ts';
import { caseOf, type StepCase } from './step-case.ts';

const today = '2026-01-02';
const QUESTION = 'How long does the harbour lamp burn?';
const anchor = anchorOf({ refinements: ['the old lamp'] });
const need = { terms: weighTermsEvenly(QUESTION, 'en'), answerForm: 'value' as const };
const BURNS = 'The harbour lamp burns for nine hours on one filling.';
const key = 't1f1q1';

/** @param hostile words that a source put in */
const findingWith = (hostile: string) => ({
  findingId: 't1f1',
  taskId: 't1',
  sourceId: 's1',
  title: 'Harbour lamp',
  headingPath: ['Oil'],
  information: `The lamp burns for nine hours. ${hostile}`,
  surroundings: `${BURNS} ${hostile}`,
  quotes: [{ key, text: BURNS, statement: BURNS, unit: BURNS }],
  contextTier: 1 as const,
  weight: 1,
  relevance: 1,
  hitScore: null,
  language: 'en',
  isUntrusted: false,
});

const tasksWith = (hostile: string) => [
  { text: QUESTION, taskId: 't1', need, summary: `Nine hours. ${hostile}`.trim(), gaps: [] },
];

/** Steps that look at all findings, and write a report in sections. */
export const REPORT_STEP_CASES: readonly StepCase[] = [
  caseOf(
    reflectOnFindingsStep,
    (hostile = '') => ({
      anchor,
      approvedTasks: [],
      tasks: tasksWith(hostile).map((task) => ({ ...task, lines: [`§ 7: Nine hours. ${hostile}`.trim()] })),
      lookedFor: [`What is it filled with? ${hostile}`.trim()],
      maxTasks: 2,
    }),
    {
      gaps: ['t1: No finding says who fills it.'],
      tasks: [{ text: 'Who fills the harbour lamp?', rationale: 'no finding says it' }],
    },
  ),
  caseOf(
    outlineReportStep,
    (hostile = '') => ({
      today,
      anchor,
      clarificationSummary: null,
      tasks: tasksWith(hostile),
      findings: [findingWith(hostile)],
      gaps: [`The search for oil failed. ${hostile}`.trim()],
      length: 'standard' as const,
      reserve: new Set<string>(),
    }),
    { sections: [{ heading: 'How long it burns', purpose: 'Says how long.', findings: ['t1f1'] }] },
  ),
  caseOf(
    writeSectionStep,
    (hostile = '') => ({
      today,
      anchor,
      heading: 'How long it burns',
      purpose: `Says how long. ${hostile}`.trim(),
      others: [`Oil ${hostile}`.trim()],
      need,
      findings: [findingWith(hostile)],
      facts: new Map([
        ['t1f1', { publishedAt: '2024-05-01', publisher: 'harbour.example', sourceTier: 1 as const, task: QUESTION }],
      ]),
      length: 'standard' as const,
      correction: null,
    }),
    {
      blocks: [
        {
          form: 'paragraph',
          statements: [{ text: 'The lamp burns for nine hours.', citations: [key], kind: 'cited', derivation: null }],
        },
        {
          form: 'table',
          columns: ['Hours'],
          rows: [{ heading: 'Harbour lamp', cells: [{ text: 'nine', citations: [key] }] }],
        },
      ],
    },
  ),
  caseOf(translatePhrasesStep, () => ({ language: 'fr' }), FRENCH_TEMPLATES),
  caseOf(
    judgeEntailmentStep,
    (hostile = '') => ({
      language: 'en',
      statements: [
        {
          id: 'p1',
          text: `One filling is enough for a night. ${hostile}`.trim(),
          before: '',
          quotes: [{ place: 'Lamp', before: '', text: `${BURNS} ${hostile}`.trim(), after: '' }],
          doubts: [],
        },
        {
          id: 'p2',
          text: 'Oil is cheap.',
          before: '',
          quotes: [{ place: 'Lamp', before: '', text: BURNS, after: '' }],
          doubts: [],
        },
      ],
    }),
    {
      verdicts: [
        { id: 'p1', verdict: 'yes', reason: '' },
        { id: 'p2', verdict: 'no', reason: 'another subject' },
      ],
    },
  ),
  caseOf(
    summarizeReportStep,
    (hostile = '') => ({
      today,
      anchor,
      clarificationSummary: null,
      tasks: tasksWith(hostile),
      findings: [findingWith(hostile)],
      quotes: [],
      gaps: [],
      correction: null,
      sections: [
        { heading: `Burning ${hostile}`.trim(), claims: [{ text: `${BURNS} ${hostile}`.trim(), citations: [key] }] },
      ],
    }),
    {
      summary: [{ text: 'It burns for nine hours.', citations: [key] }],
      overview: [],
      keyFindings: [],
      sections: [],
      conflicts: [],
      limitations: [],
      remainingGaps: [],
    },
  ),
];
