import type { KeptDescription } from '@plumbline/library/notes';
import { describe, expect, it } from 'vitest';
import { createApiWorld, jsonRequest } from '../../support/builders/api-world.ts';
import { sourceOf } from '../../support/builders/research-fixtures.ts';

describe('the sessions', () => {
  it('are listed for their user alone', async () => {
    const { api, sessions } = createApiWorld();
    sessions.open('chat-anna', { userId: 'anna' });
    sessions.open('chat-bert', { userId: 'bert' });
    sessions.open('chat-nobody');

    const listed = await Promise.all(
      ['?userId=anna', ''].map(async (query) => (await api.request(`/api/sessions${query}`)).json()),
    );

    expect(listed).toMatchObject([
      { sessions: [{ sessionId: 'chat-anna' }] },
      { sessions: [{ sessionId: 'chat-nobody' }] },
    ]);
  });

  it.each([
    { request: 'GET', path: '' },
    { request: 'POST', path: '/retry' },
    { request: 'POST', path: '/stop' },
    { request: 'POST', path: '/extend' },
  ])('show and take nothing for others: $request …$path', async ({ request: method, path }) => {
    const { api, sessions } = createApiWorld();
    sessions.open('chat-anna', { userId: 'anna' });
    const send = (query: string) => {
      const init = path === '/extend' ? jsonRequest({ limits: { modelCalls: 3_000 } }) : { method };
      return api.request(`/api/sessions/chat-anna${path}${query}`, init);
    };

    const statuses = [await send('?userId=bert'), await send('')].map(({ status }) => status);
    const before = sessions.sent.length;
    const own = await send('?userId=anna');

    expect([statuses, before]).toEqual([[404, 404], 0]);
    expect(own.status).toBe(200);
    expect(await own.json()).toMatchObject({ sessionId: 'chat-anna' });
  });

  it('get only the limits that are given', async () => {
    const { api, sessions } = createApiWorld();
    sessions.open('chat-1');

    await api.request('/api/sessions/chat-1/extend', jsonRequest({ limits: { modelTokens: 20_000_000 } }));

    expect(sessions.sent).toEqual([{ sessionId: 'chat-1', limits: { modelTokens: 20_000_000 } }]);
  });
});

describe('feedback', () => {
  it('reaches the session of the answer', async () => {
    const { api, sessions } = createApiWorld();
    sessions.open('chat-1', { userId: 'anna', turns: 1 });
    const feedback = { answerId: 'chat-1:1', verdict: 'unhelpful', note: 'too short' };

    const response = await api.request('/api/feedback', jsonRequest({ ...feedback, userId: 'anna' }));

    expect(response.status).toBe(200);
    expect(sessions.sent).toEqual([feedback]);
  });

  it.each([
    { flaw: 'another user', body: { answerId: 'chat-1:1', verdict: 'helpful', userId: 'bert' }, status: 404 },
    { flaw: 'an unknown session', body: { answerId: 'chat-2:1', verdict: 'helpful', userId: 'anna' }, status: 404 },
    { flaw: 'an id of no answer', body: { answerId: 'chat-1', verdict: 'helpful', userId: 'anna' }, status: 400 },
    { flaw: 'an unknown verdict', body: { answerId: 'chat-1:1', verdict: 'great', userId: 'anna' }, status: 400 },
  ])('is refused with $flaw', async ({ body, status }) => {
    const { api, sessions } = createApiWorld();
    sessions.open('chat-1', { userId: 'anna', turns: 1 });

    const response = await api.request('/api/feedback', jsonRequest(body));

    expect(response.status).toBe(status);
    expect(sessions.sent).toEqual([]);
  });
});

describe('a session of the page', () => {
  it('is open to requests that name nobody, and its next message is its user’s', async () => {
    const { api, sessions } = createApiWorld();
    sessions.open('chat-mine', { userId: 'me' });
    sessions.open('chat-anna', { userId: 'anna' });

    const listed: unknown = await (await api.request('/api/sessions')).json();
    const shown = await api.request('/api/sessions/chat-mine');
    const hidden = await api.request('/api/sessions/chat-mine?userId=anna');
    await api.request('/api/query', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ sessionId: 'chat-mine', message: 'And the wick?' }),
    });

    expect(listed).toMatchObject({ sessions: [{ sessionId: 'chat-mine', userId: 'me' }] });
    expect([shown.status, hidden.status]).toEqual([200, 404]);
    expect(sessions.asked).toMatchObject([{ sessionId: 'chat-mine', ask: { userId: 'me' } }]);
  });
});

describe('the sources', () => {
  it('are told by name, without paths', async () => {
    const { api } = createApiWorld();

    const text = await (await api.request('/api/sources')).text();

    expect(JSON.parse(text)).toEqual({ documents: ['docs', 'minutes'], catalogues: ['shop'], web: [] });
  });

  it('are told with the model and what they hold, also where a folder is gone', async () => {
    const countDocuments = async (directory: string) => {
      if (directory === '/srv/minutes') throw new Error('it is gone');
      return { documents: 117, unreadable: 2 };
    };
    const { api } = createApiWorld({ settings: { model: 'qwen3:4b' }, tools: { countDocuments } });

    const text = await (await api.request('/api/overview')).text();

    expect(JSON.parse(text)).toEqual({
      model: 'qwen3:4b',
      folders: [
        { name: 'docs', documents: 117, unreadable: 2 },
        { name: 'minutes', documents: null, unreadable: 0 },
      ],
      questions: [],
    });
  });

  it('come with questions that the documents answer, as far as they were read', async () => {
    const sampleHeadings = async (directory: string) => {
      if (directory === '/srv/minutes') throw new Error('it is gone');
      return [{ title: 'Harbour lamp', language: 'en', headings: ['Who trims the wick?', 'Fog horn'] }];
    };
    const { api } = createApiWorld({ tools: { sampleHeadings } });

    const overview: unknown = await (await api.request('/api/overview')).json();

    expect(overview).toMatchObject({
      questions: ['Who trims the wick?', 'What does “Harbour lamp” say about “Fog horn”?'],
    });
  });
});

describe('what a document is about', () => {
  it('is what a model says, once for a text, with the questions that find the document first', async () => {
    const source = sourceOf({ locator: 'lamp.md', title: 'Harbour lamp' });
    const listed = { locator: 'lamp.md', state: 'read' as const, reason: null, format: 'markdown', source };
    const search = async ({ query }: { readonly query: string }) => ({
      hits: [{ locator: query === 'Which oil?' ? 'oil.md' : 'lamp.md', passage: { headingPath: [] } }],
      notes: [],
    });
    const described: string[] = [];
    let kept: KeptDescription | null = null;
    const { api } = createApiWorld({
      settings: { model: 'scripted' },
      tools: {
        listDocuments: async () => [listed],
        sampleHeadings: async () => [{ title: 'Harbour lamp', language: 'en', headings: [] }],
        readStoredText: async () => 'It burns for nine hours.',
        indexFolders: async () => ({ corpusId: '0123456789ab' }) as never,
        openCorpus: async () => ({ search }) as never,
        notes: {
          ...createApiWorld().context.tools.notes,
          readDescription: async () => kept,
          keepDescription: async (_, description) => void (kept = description),
        },
        describeDocument: async ({ text }) => {
          described.push(text);
          return { line: 'Rules for the lamp.', questions: ['Which oil?', 'How long does it burn?'] };
        },
      },
    });
    const about = async () => (await api.request('/api/library/docs/about?path=lamp.md')).json();

    const expected = { title: 'Harbour lamp', line: 'Rules for the lamp.', questions: ['How long does it burn?'] };
    expect([await about(), await about()]).toEqual([expected, expected]);
    expect(described).toEqual(['It burns for nine hours.']);
  });

  it('is its title, its first sentence, and the questions that find their own section first', async () => {
    const source = sourceOf({ locator: 'lamp.md', title: 'Harbour lamp' });
    const listed = { locator: 'lamp.md', state: 'read' as const, reason: null, format: 'markdown', source };
    const hit = (locator: string, heading: string) => ({
      locator,
      passage: { headingPath: ['Harbour lamp', heading] },
    });
    const found = new Map([
      ['What does “Harbour lamp” say about “Oil”?', hit('lamp.md', 'Oil')],
      ['What does “Harbour lamp” say about “Wick”?', hit('lamp.md', 'Oil')],
      ['What does “Harbour lamp” say about “Horn”?', hit('horn.md', 'Horn')],
    ]);
    const search = async ({ query }: { readonly query: string }) => ({
      hits: [found.get(query) ?? []].flat(),
      notes: [],
    });
    const { api } = createApiWorld({
      tools: {
        listDocuments: async () => [listed],
        sampleHeadings: async () => [{ title: 'Harbour lamp', language: 'en', headings: ['Oil', 'Wick', 'Horn'] }],
        readStoredText: async () =>
          '# Harbour lamp\n\nIt burns for nine hours. Nobody trims the wick.\n\n## Oil\n\nTwo litres.',
        indexFolders: async () => ({ corpusId: '0123456789ab' }) as never,
        openCorpus: async () => ({ search }) as never,
      },
    });

    const about: unknown = await (await api.request('/api/library/docs/about?path=lamp.md')).json();

    expect(about).toEqual({
      title: 'Harbour lamp',
      line: 'It burns for nine hours.',
      questions: ['What does “Harbour lamp” say about “Oil”?'],
    });
  });
});
