import { conversationScopeSchema } from '@plumbline/contracts/answers/conversation';
import { describe, expect, it } from 'vitest';
import { answerResultOf } from '../../support/builders/answer-results.ts';
import { createApiWorld } from '../../support/builders/api-world.ts';
import { findingOf } from '../../support/builders/research-fixtures.ts';

describe('the text and the document that an answer cites', () => {
  const TEXT = 'The harbour lamp burns for nine hours. Nobody trims the wick.';
  const world = () => {
    const result = answerResultOf({ sessionId: 'chat-anna', answerId: 'chat-anna:1' });
    const hash = result.citations[0]?.quote.textHash;
    const scope = conversationScopeSchema.parse({ userId: 'anna', corpusDirectories: ['/srv/docs'] });
    const created = createApiWorld({
      tools: {
        conversations: {
          list: async () => [],
          read: async () => null,
          readAnswer: async (id) => (id === 'chat-anna:1' ? { userId: 'anna', result, findings: [] } : null),
          readScope: async () => scope,
        },
        readQuotedOriginal: async ({ corpus, readBy }, { textHash }, figure) =>
          figure === 7
            ? { state: 'found', bytes: Buffer.from('PNG'), mediaType: 'image/png' }
            : corpus.corpusDirectories[0] === '/srv/docs' && readBy === 'chat-anna' && textHash === hash
              ? { state: 'found', bytes: Buffer.from('%PDF-'), mediaType: 'application/pdf' }
              : { state: 'missing' },
        readStoredText: async (asked) => (asked === hash ? TEXT : null),
      },
    });
    created.sessions.open('chat-anna', { userId: 'anna' });
    return created.api;
  };

  it('is read in parts by the user of the session', async () => {
    const response = await world().request(
      '/api/sessions/chat-anna/answers/1/citations/1/text?userId=anna&start=4&end=16',
    );

    expect(await response.json()).toMatchObject({ start: 4, end: 16, length: TEXT.length, text: 'harbour lamp' });
  });

  it('is given out as it was read, never as a page of the server', async () => {
    const response = await world().request('/api/sessions/chat-anna/answers/1/citations/1/original?userId=anna');

    expect(await response.text()).toBe('%PDF-');
    expect(response.headers.get('content-disposition')).toBe('attachment');
  });

  it('is given out as the picture of a figure, which no browser takes for a page', async () => {
    const path = '/api/sessions/chat-anna/answers/1/citations/1/original?userId=anna&figure=7';
    const response = await world().request(path);

    expect(await response.text()).toBe('PNG');
    expect(response.headers.get('content-type')).toBe('application/octet-stream');
  });

  it.each([
    'chat-anna/answers/1/citations/1/original?userId=bert',
    'chat-anna/answers/1/citations/2/original?userId=anna',
    'chat-anna/answers/1/citations/1/text?userId=bert',
    'chat-anna/answers/1/citations/1/text',
    'chat-anna/answers/1/citations/2/text?userId=anna',
    'chat-anna/answers/2/citations/1/text?userId=anna',
  ])('is not there for others, nor where nothing is cited: %s', async (path) => {
    expect((await world().request(`/api/sessions/${path}`)).status).toBe(404);
  });
});

describe('the text that a run under way has quoted', () => {
  const ID = 'research-limits-3f9a21';
  const finding = findingOf('f1', 'The harbour lamp burns for nine hours.');
  const [{ sourceId, textHash } = { sourceId: '', textHash: '' }] = finding.quotes;
  const world = () => {
    const { api, runs } = createApiWorld({ tools: { readStoredText: async () => 'The harbour lamp burns.' } });
    runs.partial = { findings: [finding], findingCount: 1 };
    return api;
  };

  it('is read in parts, before there is a report', async () => {
    const path = `/api/runs/${ID}/sources/${sourceId}/text?hash=${textHash}&start=4&end=16`;

    expect(await (await world().request(path)).json()).toMatchObject({ sourceId, textHash, text: 'harbour lamp' });
  });

  it.each([
    [`${sourceId}/text?hash=${'f'.repeat(64)}`, 404],
    [`other/text?hash=${textHash}`, 404],
    [`other/original?hash=${textHash}`, 404],
    [`${sourceId}/text`, 409],
    [`${sourceId}/original`, 409],
  ])('is the only one that opens: %s', async (path, status) => {
    expect((await world().request(`/api/runs/${ID}/sources/${path}`)).status).toBe(status);
  });
});
