import type { AnswerEvent, AnswerResult } from '@plumbline/contracts/answers/answer';
import type { Turn } from '@plumbline/contracts/answers/conversation';
import type { MemoryEntry, MemoryQuery } from '@plumbline/contracts/research/memory';
import type { ListedSession, Session } from '../../../packages/page/browser/api/api-types.ts';
import { answerResultOf } from './answer-results.ts';
import { memoryEntryOf } from './memory-fixtures.ts';

export function listedSessions(): ListedSession[] {
  return [
    {
      sessionId: 'chat',
      title: 'The harbour lamp',
      // Newer than all runs.
      startedAt: '2026-03-02T03:04:05.000Z',
      name: 'A talk',
      isPinned: false,
    },
  ];
}

/** An answer, a question that was asked back, a message that failed, one whose answer is not kept, and an answer again. */
export function fullSession(): Session {
  return {
    sessionId: 'chat',
    turns: 7,
    thread: [1, 2, 3, 4, 5].map(turnOf),
    answers: [fullAnswer(1), askedBack(2), fullAnswer(5)],
    leftOut: [{ reason: 'unmatched', count: 1, names: ['minutes/'] }],
    pending: [],
  };
}

/** One with an answer under way. */
export function busySession(): Session {
  const pending = [{ answerId: 'busy:1', messageId: 'm-pending', message: 'Who trims the wick?' }];
  return { sessionId: 'busy', turns: 0, thread: [], answers: [], leftOut: [], pending };
}

export function answerEvents(): AnswerEvent[] {
  return [
    { kind: 'stage', stage: 'synthesize' },
    { kind: 'text', text: 'It burns as long as the model writes.' },
  ];
}

/** The last event of an answer that there will not be. */
export function failedAnswer(): AnswerEvent {
  return { kind: 'failed', reason: 'The model refused the question.' };
}

function turnOf(turn: number): Turn {
  return {
    turn,
    messageId: `m${turn}`,
    message: `Message ${turn} of it?`,
    rewrittenPrompt: `Message ${turn} in other words?`,
    summary: `Summary ${turn} of it.`,
    vertical: 'other',
    clarificationQuestions: [],
    failure: turn === 3 ? 'No model answered.' : null,
  };
}

function fullAnswer(turn: number): AnswerResult {
  const answer = answerResultOf({ sessionId: 'chat', answerId: `chat:${turn}` });
  const [citation] = answer.citations;
  if (citation === undefined) throw new Error('the answer has no citation');
  return {
    ...answer,
    interpretation: { ...answer.interpretation, rewrittenPrompt: 'In other words?' },
    citations: [{ ...citation, page: 3, deciding: { start: 4, end: 11 } }],
    sources: [
      { key: citation.quote.key, type: 'file', label: 'A label', detail: 'A detail', similarity: 1, number: 1 },
    ],
    cards: [card(1), card(null)],
    ui: { ...answer.ui, showCards: true },
    followUpSuggestions: ['Who trims the wick?', 'What does it burn?'],
    isUngrounded: true,
    researchId: 'done',
    notes: ['A note below the answer.'],
  };
}

function card(citation: number | null): AnswerResult['cards'][number] {
  const fields = [{ name: 'price', label: 'Price of it', value: '20 euros' }];
  const titles = { title: `Card ${citation}`, subtitle: 'Of brass' };
  return {
    itemId: `item-${citation}`,
    vertical: 'shop',
    ...titles,
    fields,
    url: 'https://shop.example/lamp',
    citation,
  };
}

function askedBack(turn: number): AnswerResult {
  const questions = ['Which lamp is meant?', 'Which harbour is meant?'];
  return { ...fullAnswer(turn), cards: [], needsClarification: true, clarificationQuestions: questions };
}

export function memoryEntries(): MemoryEntry[] {
  return [
    memoryEntryOf({ text: 'My budget is 200 euros' }),
    memoryEntryOf({ entryId: 'm-2', text: 'I live in Norhaven', standing: 'core' }),
    memoryEntryOf({ entryId: 'm-3', text: 'I had a boat', standing: 'archive' }),
  ];
}

export function foundMemory(): MemoryQuery {
  const [entry] = memoryEntries();
  return { found: entry === undefined ? [] : [{ entry, score: 0.5 }], notes: ['Words alone were compared.'] };
}
