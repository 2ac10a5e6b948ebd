import type { AnswerResult } from '@plumbline/contracts/answers/answer';
import { quoteOf } from './research-fixtures.ts';

/** An answer with one citation of the text `b…b`, to the message "How long does the lamp burn?". */
export function answerResultOf(changes: Partial<AnswerResult> = {}): AnswerResult {
  const message = changes.message ?? 'How long does the lamp burn?';
  return {
    answerId: 'session-lamp:1',
    sessionId: 'session-lamp',
    message,
    mode: 'quick',
    interpretation: {
      rewrittenPrompt: message,
      language: 'en',
      confidence: 1,
      alternatives: [],
      conflicts: [],
      needsClarification: false,
      keyEntities: [],
      namedReferences: [],
    },
    summary: 'The harbour lamp burns for nine hours. [1]',
    sources: [],
    citations: [
      {
        number: 1,
        title: 'Harbour lamp',
        locator: 'lamp.md',
        page: null,
        headingPath: ['Harbour lamp'],
        quote: quoteOf('f1.1', 'The harbour lamp burns for nine hours.'),
      },
    ],
    vertical: 'other',
    intent: 'answer',
    cards: [],
    ui: { preferredLayout: 'prose', showCards: false, answerConfidence: 'strong' },
    retrievalStats: null,
    followUpSuggestions: [],
    skippedFiles: [],
    skippedCount: 0,
    needsClarification: false,
    clarificationQuestions: [],
    isUngrounded: false,
    isCached: false,
    assumed: [],
    researchId: null,
    found: null,
    notes: [],
    engine: 'offline',
    usage: { searches: 1, pages: 0, modelCalls: 0, modelTokens: 0, money: 0 },
    degradations: [],
    verification: null,
    trust: null,
    answeredAt: '2026-01-02T03:05:00.000Z',
    debug: {
      trace: { traceId: 'trace-1', spans: [] },
      grounding: { grounding: 'full', reason: 'the question asks for a fact' },
      extractedFilters: {},
      retrieval: null,
      answerConfidence: 'strong',
      clarificationTriggered: false,
      deepRefined: false,
      plannedVertical: 'other',
      observedVertical: 'other',
      alignment: null,
      certainties: null,
    },
    ...changes,
  };
}

/** The answer of a turn. */
export function answerOfTurn(sessionId: string, turn: number, changes: Partial<AnswerResult> = {}): AnswerResult {
  return answerResultOf({ sessionId, answerId: `${sessionId}:${turn}`, ...changes });
}
