import { addressPassage } from '../../../activities/corpus/quotes/addressed-passage.ts';
import { weighTermsEvenly } from '../../../activities/language/question/term-coverage.ts';
import { labelKeys, sectionMarkdown } from '../../../activities/report/writing/claims-markdown.ts';
import { editReportStep } from '../../../activities/steps/edit-report.ts';
import { judgeEntailmentStep } from '../../../activities/steps/judge-entailment.ts';
import { mendStatementsStep } from '../../../activities/steps/mend-statements.ts';
import { outlineReportStep } from '../../../activities/steps/outline-report.ts';
import { reflectOnFindingsStep } from '../../../activities/steps/reflect-on-findings.ts';
import { summarizeReportStep } from '../../../activities/steps/summarize-report.ts';
import { translatePhrasesStep } from '../../../activities/steps/translate-phrases.ts';
import { writeSectionStep } from '../../../activities/steps/write-section.ts';
import { FRENCH_TEMPLATES } from './french-phrases.ts';
import { anchorOf } from './research-fixtures.ts';
import { shownEvidence } from './shown-evidence.ts';
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

const lampPassage = (hostile: string) => {
  const text = `${BURNS} ${hostile}`.trim();
  return addressPassage(
    'p1',
    { findingId: 't1f1', passageSpan: { textHash: '', start: 0, end: text.length } },
    text,
    'en',
  );
};

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
      tasks: tasksWith(hostile),
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
    outlineReportStep,
    (hostile = '') => ({
      today,
      anchor,
      clarificationSummary: null,
      tasks: tasksWith(hostile),
      findings: [findingWith(hostile)],
      gaps: [`The search for oil failed. ${hostile}`.trim()],
      contradictions: [{ text: `One says nine hours, one eight. ${hostile}`.trim(), marks: [] }],
      length: 'standard' as const,
      reserve: new Set<string>(),
    }),
    {
      sections: [
        { heading: 'How long it burns', purpose: 'Says how long.', form: 'prose' as const, findings: ['t1f1'] },
      ],
    },
  ),
  caseOf(
    writeSectionStep,
    (hostile = '') => ({
      today,
      anchor,
      section: { heading: 'How long it burns', purpose: `Says how long. ${hostile}`.trim() },
      others: [{ heading: `Oil ${hostile}`.trim(), purpose: 'Says which.' }],
      need,
      findings: [findingWith(hostile)],
      shown: shownEvidence(hostile),
      gaps: [`Who fills it? ${hostile}`.trim()],
      contradictions: [],
      length: 'standard' as const,
      correction: null,
    }),
    'The lamp burns for nine hours. [p1.1]\n\n| Lamp | Hours |\n|---|---|\n| Harbour lamp | nine [p1.1] |',
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
  caseOf(editReportStep, sectionsWith, '# Lamp\n\nNine hours. [p1.1]\n\n## Oil\n\nRapeseed oil burns longest. [p2.1]'),
  caseOf(summarizeReportStep, sectionsWith, '# Lamp\n\nIt burns for nine hours. [p1.1]'),
];

function sectionsWith(hostile = '') {
  const section = {
    heading: `Burning ${hostile}`.trim(),
    claims: [{ text: `${BURNS} ${hostile}`.trim(), citations: [key] }],
  };
  return {
    today,
    anchor,
    clarificationSummary: null,
    tasks: tasksWith(hostile),
    findings: [findingWith(hostile)],
    shown: { passages: [], notes: [] },
    mostQuotes: 1,
    gaps: [],
    contradictions: [],
    length: 'standard' as const,
    correction: null,
    sections: [sectionMarkdown(section, labelKeys([section]))],
  };
}
