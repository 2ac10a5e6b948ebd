import { weighTermsEvenly } from '@plumbline/language/term-matching';
import type { InformationNeed } from '@plumbline/offline/passages';
import type { ReadableFinding } from '@plumbline/offline/places';
import { neutraliseKeys } from '@plumbline/quotes/quotes';
import { assessClarityStep } from '../../../activities/steps/assess-clarity.ts';
import { extractFindingsStep } from '../../../activities/steps/extract-findings.ts';
import { planResearchStep } from '../../../activities/steps/plan-research.ts';
import { rewriteQueryStep } from '../../../activities/steps/rewrite-query.ts';
import { summarizeClarificationStep } from '../../../activities/steps/summarize-clarification.ts';
import { synthesizeReportStep } from '../../../activities/steps/synthesize-report.ts';
import { ANSWER_STEP_CASES } from './answer-step-cases.ts';
import { BRIEFING_STEP_CASES } from './briefing-step-cases.ts';
import { CONVERSATION_STEP_CASES } from './conversation-step-cases.ts';
import { REPORT_STEP_CASES } from './report-step-cases.ts';
import { anchorOf } from './research-fixtures.ts';
import { shownEvidence } from './shown-evidence.ts';
import { caseOf, type StepCase } from './step-case.ts';

const today = '2026-01-02';
export const QUESTION = 'How long does the harbour lamp burn?';
const anchor = anchorOf({ refinements: ['the old lamp'], namedReferences: ['ISO 9001'] });

export const need: InformationNeed = { terms: weighTermsEvenly(QUESTION, 'en') };

/** @param hostile words that a source or a person put in */
export const passageOf = (hostile = '') => ({
  title: 'Harbour lamp',
  headingPath: ['Oil'],
  language: 'en',
  text: `The harbour lamp burns for nine hours on one filling. ${hostile} The keeper sleeps at noon.`,
});

export const readableFindingOf = (hostile = ''): ReadableFinding => ({
  findingId: 't1f1',
  taskId: 't1',
  locator: 'rules.md',
  title: 'rules.md',
  place: 'Harbour lamp\nOil',
  surroundings: passageOf(hostile).text,
  quotes: [{ key: 't1f1q1', unit: 'The harbour lamp burns for nine hours on one filling.' }],
  language: 'en',
  isUntrusted: false,
});

const exchange = { questionId: 'q1', question: 'Which lamp?', answer: 'the old lamp', outcome: 'answered' as const };
const clarificationSummary = {
  refinedIntent: 'How long the old harbour lamp burns.',
  scope: 'the old lamp',
  keyClarifications: ['Which lamp? — the old lamp'],
  relevantPassages: [],
  remainingGaps: [],
};

export const STEP_CASES: readonly StepCase[] = [
  ...ANSWER_STEP_CASES,
  ...BRIEFING_STEP_CASES,
  caseOf(
    assessClarityStep,
    (hostile = '') => ({
      today,
      question: `${QUESTION} ${hostile}`.trim(),
      shelf: [`Harbour rules ${hostile}`.trim()],
      language: 'en',
      conversation: [],
      mode: 'auto' as const,
      maxQuestions: 2,
      maxTasks: 3,
      terms: need.terms,
      passages: [{ title: 'Harbour lamp', headingPath: ['Oil'], snippet: `Nine hours. ${hostile}`, providerScore: 3 }],
    }),
    { keyEntities: ['lamp'], scope: 'lamps', knowledgeGaps: [], coverage: 0.5, questions: [], tasks: [] },
  ),
  caseOf(
    summarizeClarificationStep,
    (hostile = '') => ({
      today,
      anchor,
      conversation: [{ ...exchange, answer: `the old lamp ${hostile}`.trim() }],
      assessment: {
        language: 'en',
        keyEntities: [],
        namedReferences: [],
        scope: '',
        knowledgeGaps: ['oil'],
        coverage: 0.5,
        questions: [],
        assumptions: [],
      },
      passages: [{ title: 'Harbour lamp', snippet: `Nine hours. ${hostile}` }],
    }),
    { refinedIntent: 'The old lamp.', scope: 'lamps', keyClarifications: [], remainingGaps: [] },
  ),
  caseOf(
    planResearchStep,
    (hostile = '') => ({
      today,
      anchor,
      clarificationSummary: { ...clarificationSummary, scope: `the old lamp ${hostile}`.trim() },
      maxTasks: 3,
      memory: [],
      shelf: [`Harbour rules ${hostile}`.trim()],
      places: ['Harbour lamp > Oil', `Pier > Lamps ${hostile}`.trim()],
    }),
    { tasks: [{ text: QUESTION, rationale: 'the question itself' }] },
  ),
  caseOf(
    rewriteQueryStep,
    (hostile = '') => ({
      anchor,
      shelf: [`Harbour rules ${hostile}`.trim()],
      corpusLanguages: ['en'],
      count: 2,
      tasks: [
        { taskId: 't1', text: `${QUESTION} ${hostile}`.trim(), places: [`Harbour lamp > Oil ${hostile}`.trim()] },
      ],
    }),
    { tasks: [{ taskId: 't1', queries: ['lamp burning time'] }] },
  ),
  caseOf(
    extractFindingsStep,
    (hostile = '') => ({
      anchor,
      tasks: [{ taskId: 't1', text: QUESTION }],
      documents: [
        {
          id: 'd1',
          title: `Harbour lamp ${hostile}`.trim(),
          address: null,
          dated: null,
          outline: ['Oil', `Wick ${hostile}`.trim()],
          passages: [
            { id: 'p1', headingPath: ['Oil'], text: neutraliseKeys(passageOf(hostile).text).replace(/^/, '[p1.1] ') },
          ],
        },
      ],
    }),
    {
      passages: [{ id: 'p1', relevance: 1, tasks: ['t1'], cite: 'p1.1', note: 'Nine hours.' }],
      leads: [],
      contradictions: [],
      orders: [],
    },
  ),
  caseOf(
    synthesizeReportStep,
    (hostile = '') => ({
      today,
      anchor,
      clarificationSummary: { ...clarificationSummary, refinedIntent: `The old lamp. ${hostile}`.trim() },
      tasks: [{ text: QUESTION, need, summary: `Nine hours. ${hostile}`.trim(), gaps: [] }],
      findings: [
        readableFindingOf(hostile),
        {
          ...readableFindingOf(),
          findingId: 't1f2',
          quotes: [{ key: 't1f2q1', unit: 'Rapeseed oil burns longer than fish oil.' }],
        },
      ],
      shown: shownEvidence(hostile),
      contradictions: [{ text: `One says nine hours, one eight. ${hostile}`.trim(), marks: [] }],
      mostQuotes: 1,
      length: 'standard' as const,
      gaps: [`The search for oil failed. ${hostile}`.trim()],
    }),
    '# Nine hours\n\nThe lamp burns for nine hours. [p1.1]',
  ),
  ...REPORT_STEP_CASES,
  ...CONVERSATION_STEP_CASES,
];
