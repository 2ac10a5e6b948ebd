import { answerGenerallyStep } from '../../../activities/steps/answer-generally.ts';
import { compareMemoryStep } from '../../../activities/steps/compare-memory.ts';
import { critiqueAnswerStep } from '../../../activities/steps/critique-answer.ts';
import { describeDocumentStep } from '../../../activities/steps/describe-document.ts';
import { describePictureStep } from '../../../activities/steps/describe-picture.ts';
import { understandMessageStep } from '../../../activities/steps/understand-message.ts';
import { createItemTable, type ItemTable } from '../../../packages/catalogue/table/item-table.ts';
import { builtInVerticals } from '../../../packages/catalogue/values/definition-reading.ts';
import { contextOf, turnOf } from './conversation-fixtures.ts';
import { draftOf } from './research-fixtures.ts';
import { caseOf, type StepCase } from './step-case.ts';

const today = '2026-01-02';
const QUESTION = 'How long does the harbour lamp burn?';

/** One hotel in Boston, which the message mentions. */
function hotelTable(hostile: string): ItemTable {
  const definition = builtInVerticals().find(({ name }) => name === 'hotel');
  if (definition === undefined) throw new Error('there is no vertical of hotels');
  const cells = { name: `Beacon Inn ${hostile}`.trim(), city: 'Boston', price: '150 €' };
  return createItemTable(definition, [{ sourceId: 's', locator: 'hotel.csv', rows: [{ cells, place: 'line 2' }] }]);
}

/** What a session may hold that people and documents put in. */
const contextWith = (hostile: string) =>
  contextOf({
    thread: [turnOf({ summary: `It burns for nine hours. ${hostile}`.trim() })],
    filters: { hotel: { city: `Boston ${hostile}`.trim() } },
    feedback: { answerId: 'session-a:1', verdict: 'unhelpful', note: `I meant the old lamp. ${hostile}`.trim() },
  });

export const CONVERSATION_STEP_CASES: readonly StepCase[] = [
  caseOf(
    describeDocumentStep,
    (hostile = '') => ({
      title: `Harbour rules ${hostile}`.trim(),
      text: `The lamp. ${hostile}`.trim(),
      language: 'en',
    }),
    { line: 'Rules for the lamp.', questions: [QUESTION] },
  ),
  caseOf(
    describePictureStep,
    () => ({ picture: 'data:image/png;base64,iVBORw0KGgo=', language: 'en' }),
    'Office: 30 hours',
    'Office: 30 hours',
  ),
  caseOf(
    compareMemoryStep,
    (hostile = '') => ({ statement: `I eat meat. ${hostile}`.trim(), entries: [`I am vegetarian. ${hostile}`.trim()] }),
    { conflicts: [{ id: 'p1', difference: 'meat' }], known: [] },
  ),
  caseOf(
    understandMessageStep,
    (hostile = '') => ({
      today,
      message: `And quiet hotels in Boston? ${hostile}`.trim(),
      language: 'en',
      history: [{ role: 'user' as const, text: `I look after a lamp. ${hostile}`.trim() }],
      context: contextWith(hostile),
      sources: { catalogues: ['/shop'], hasDocuments: true, hasWeb: true },
      hasMemory: true,
      tables: [hotelTable(hostile)],
    }),
    {
      rewrittenPrompt: 'Which quiet hotels are there in Boston?',
      confidence: 0.9,
      alternatives: [],
      conflicts: [],
      needsClarification: false,
      grounding: 'full' as const,
      reason: 'it asks for offers',
      vertical: 'hotel',
      filters: [{ name: 'place', value: 'Boston' }],
      preference: 'quiet',
      searches: [{ tool: 'catalogue' as const, query: 'quiet hotels' }],
      memory: [{ use: 'query' as const, text: 'hotels', reason: '' }],
    },
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
      sources: { catalogues: [], hasDocuments: true, hasWeb: true },
      draft: draftOf({
        summary: [{ text: `The lamp burns for nine hours. ${hostile}`.trim(), citations: ['t1f1q1'] }],
        remainingGaps: [`Nothing says how long it burns in winter. ${hostile}`.trim()],
      }),
    }),
    {
      isSufficient: false,
      missing: 'More details about winter.',
      searches: [{ tool: 'documents' as const, query: 'lamp in winter' }],
    },
  ),
];
