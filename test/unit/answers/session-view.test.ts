import { askSchema, conversationInputSchema } from '@plumbline/contracts/answers/conversation';
import { describe, expect, it } from 'vitest';
import { Session } from '../../../workflows/conversation/session.ts';
import { NOTHING_LEARNT } from '../../../workflows/domain/answers/session-memory.ts';
import { answerOfTurn } from '../../support/builders/answer-results.ts';

describe('the view of a session', () => {
  it('names the answer that each waiting message will have, before and while it is answered', async () => {
    const session = new Session('chat-1', conversationInputSchema.parse({ scope: { corpusDirectories: ['/docs'] } }));
    for (const messageId of ['m-1', 'm-2', 'm-3']) session.take(askSchema.parse({ message: 'Which lamp?', messageId }));
    const idsOf = () => session.view.pending.map(({ messageId, answerId }) => `${messageId} ${answerId}`);
    const before = idsOf();
    const during: string[][] = [];
    const given: string[] = [];

    for (let turn = 1; turn <= 2; turn += 1) {
      await session.answerNext(async (_ask, answerId) => {
        during.push(idsOf());
        given.push(answerId);
        if (turn === 1) return { failure: 'the model is down' };
        return { result: answerOfTurn('chat-1', turn), ...NOTHING_LEARNT };
      });
    }

    expect(before).toEqual(['m-1 chat-1:1', 'm-2 chat-1:2', 'm-3 chat-1:3']);
    expect(during).toEqual([before, before.slice(1)]);
    expect(given).toEqual(['chat-1:1', 'chat-1:2']);
    expect(idsOf()).toEqual(['m-3 chat-1:3']);
  });

  it('says which files its patterns leave out, and no path', () => {
    const fileSelections = [{ directory: '/srv/docs', include: [['*'], ['*.md']], exclude: ['drafts/'] }];
    const scope = { corpusDirectories: ['/srv/docs'], fileSelections };
    const { view } = new Session('chat-1', conversationInputSchema.parse({ scope }));

    expect(view.leftOut).toEqual([
      { reason: 'unmatched', count: 1, names: ['*.md'] },
      { reason: 'excluded', count: 1, names: ['drafts/'] },
    ]);
    expect(JSON.stringify(view)).not.toContain('/srv');
  });
});
