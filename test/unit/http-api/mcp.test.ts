import { describe, expect, it } from 'vitest';
import { createApiWorld, jsonRequest } from '../../support/builders/api-world.ts';
import { textsOf } from '../../support/processes/mcp-client.ts';
import { createMcpWorld } from '../../support/worlds/mcp-world.ts';

const TOKEN = 'correct-horse-battery-staple';
const ACCEPT = { accept: 'application/json, text/event-stream' };
const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

describe('/mcp', () => {
  it.each([
    { client: 'of the present protocol', options: { versionNegotiation: { mode: 'auto' as const } } },
    { client: 'of the one before', options: {} },
  ])('serves a client $client', async ({ options }) => {
    const world = await createMcpWorld();
    const client = await world.connectByHttp(options);
    const told: string[] = [];
    world.runs.onLook = () => {
      world.runs.progress = { stage: told.length === 0 ? 'researching' : 'published' };
    };

    const { tools } = await client.listTools();
    const status = await client.callTool(
      { name: 'research_status', arguments: { researchId: 'research-limits-3f9a21', waitSeconds: 50 } },
      { onprogress: ({ message = '' }) => void told.push(message) },
    );

    expect(tools.map(({ name }) => name)).toContain('research_start');
    expect(told).not.toEqual([]);
    expect(status.structuredContent).toMatchObject({ isOver: true });
  });

  it('serves two clients at once, each with its own answers', async () => {
    const world = await createMcpWorld();
    const [first, second] = await Promise.all([world.connectByHttp(), world.connectByHttp()]);
    const remember = (text: string, userId: string) => ({ name: 'memory_add', arguments: { text, userId } });

    await Promise.all([
      first.callTool(remember('I like oil', 'anna')),
      second.callTool(remember('I like gas', 'bert')),
    ]);
    const [annas, berts] = await Promise.all([
      first.callTool({ name: 'memory_list', arguments: { userId: 'anna' } }),
      second.callTool({ name: 'memory_list', arguments: { userId: 'bert' } }),
    ]);

    expect(textsOf(annas).join()).toContain('I like oil');
    expect(textsOf(annas).join()).not.toContain('I like gas');
    expect(textsOf(berts).join()).toContain('I like gas');
  });

  it('needs the token that the API needs', async () => {
    const { api } = createApiWorld({ settings: { token: TOKEN } });
    const world = await createMcpWorld({ settings: { token: TOKEN } });

    const without = await api.request('/mcp', jsonRequest(LIST, ACCEPT));
    const wrong = await api.request('/mcp', jsonRequest(LIST, { ...ACCEPT, authorization: 'Bearer wrong' }));
    const client = await world.connectByHttp({}, { authorization: `Bearer ${TOKEN}` });

    expect([without.status, wrong.status]).toEqual([401, 401]);
    expect((await client.listTools()).tools).not.toEqual([]);
  });

  it.each([
    { flaw: 'a page of another origin', headers: { origin: 'https://evil.example' }, body: LIST, status: 403 },
    { flaw: 'a name that is not of this machine', headers: { host: 'evil.example' }, body: LIST, status: 403 },
    { flaw: 'another type', headers: { 'content-type': 'text/plain' }, body: LIST, status: 415 },
    { flaw: 'too much', headers: {}, body: { ...LIST, params: { text: 'x'.repeat(1_000_000) } }, status: 413 },
    { flaw: 'no message', headers: {}, body: { hello: 'world' }, status: 400 },
  ])('refuses $flaw', async ({ headers, body, status }) => {
    const { api, reported } = createApiWorld();

    const response = await api.request('/mcp', jsonRequest(body, { ...ACCEPT, ...headers }));

    expect(response.status).toBe(status);
    expect(reported).toEqual([]);
  });

  it('answers each request of a batch, and says what is wrong with an empty one', async () => {
    const { api } = createApiWorld();
    const ping = (id: number) => ({ jsonrpc: '2.0', id, method: 'ping' });

    const batch = await api.request('/mcp', jsonRequest([ping(1), ping(2)], ACCEPT));
    const empty = await api.request('/mcp', jsonRequest([], ACCEPT));

    const answered = await batch.text();
    expect([batch.status, empty.status]).toEqual([200, 400]);
    expect(answered).toContain('"id":1');
    expect(answered).toContain('"id":2');
    expect(await empty.text()).toContain('empty JSON-RPC batch');
  });

  it('refuses what is no JSON, and goes on', async () => {
    const { api } = createApiWorld();
    const broken = { ...jsonRequest(LIST, ACCEPT), body: '{broken' };

    const refused = await api.request('/mcp', broken);
    const next = await api.request('/mcp', jsonRequest(LIST, ACCEPT));

    expect(refused.status).toBe(400);
    expect(next.status).toBe(200);
    expect(next.headers.get('cache-control')).toBe('no-store');
    expect(next.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('keeps no connection open beyond a request', async () => {
    const { api } = createApiWorld();

    const response = await api.request('/mcp', { headers: { accept: 'text/event-stream' } });

    expect(response.status).toBe(405);
  });
});
