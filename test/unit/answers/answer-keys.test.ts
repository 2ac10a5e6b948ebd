import { askSchema, conversationScopeSchema } from '@plumbline/contracts/answers/conversation';
import { describe, expect, it } from 'vitest';
import { answerKeyOf, type CacheSubject, planKeyOf } from '../../../workflows/answer-query/stages/recall-answer.ts';
import { failedTurn } from '../../../workflows/domain/answers/session-memory.ts';

const SUBJECT: CacheSubject = {
  ask: askSchema.parse({ message: 'How long does the lamp burn?', messageId: 'm1' }),
  scope: conversationScopeSchema.parse({ corpusDirectories: ['/docs'] }),
  context: { thread: [], filters: {}, lastVertical: null, lastStrength: null, feedback: null },
  memoryVersion: null,
  corpusVersion: 'v1',
  today: '2026-03-01',
};

const { ask, context } = SUBJECT;
const turn = failedTurn(1, askSchema.parse({ message: 'Hello', messageId: 'm0' }), '');

const OTHERS: Readonly<Record<string, CacheSubject>> = {
  'another message': { ...SUBJECT, ask: { ...ask, message: 'How high is the lamp?' } },
  'another user': { ...SUBJECT, ask: { ...ask, userId: 'anna' } },
  'a history': { ...SUBJECT, ask: { ...ask, history: [{ role: 'user', text: 'Hello' }] } },
  'a thread': { ...SUBJECT, context: { ...context, thread: [turn] } },
  filters: { ...SUBJECT, context: { ...context, filters: { hotel: { guests: 2 } } } },
  'another vertical before': { ...SUBJECT, context: { ...context, lastVertical: 'hotel' } },
  'a weak answer before': { ...SUBJECT, context: { ...context, lastStrength: 'weak' } },
  feedback: { ...SUBJECT, context: { ...context, feedback: { answerId: 's:1', verdict: 'unhelpful', note: '' } } },
  'changed documents': { ...SUBJECT, corpusVersion: 'v2' },
  'other folders': { ...SUBJECT, scope: conversationScopeSchema.parse({ corpusDirectories: ['/other'] }) },
  'another day': { ...SUBJECT, today: '2026-03-02' },
};

describe('keys of the caches', () => {
  it.each(Object.entries(OTHERS))('differ for %s', (_name, other) => {
    expect(answerKeyOf(other)).not.toBe(answerKeyOf(SUBJECT));
    expect(planKeyOf(other)).not.toBe(planKeyOf(SUBJECT));
  });

  it('are of one kind each', () => {
    expect(answerKeyOf(SUBJECT)).not.toBe(planKeyOf(SUBJECT));
  });

  it('know a mode only where it changes the answer', () => {
    const deep = { ...SUBJECT, ask: { ...ask, mode: 'deep' as const } };

    expect(answerKeyOf(deep)).not.toBe(answerKeyOf(SUBJECT));
    expect(planKeyOf(deep)).toBe(planKeyOf(SUBJECT));
  });

  it('do not depend on ids and numbers', () => {
    const first = { ...SUBJECT, context: { ...context, thread: [turn] } };
    const other = {
      ...SUBJECT,
      ask: { ...ask, messageId: 'm9' },
      context: { ...context, thread: [{ ...turn, turn: 7, messageId: 'm8' }] },
    };

    expect(answerKeyOf(other)).toBe(answerKeyOf(first));
  });
});
