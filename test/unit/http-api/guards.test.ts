import type { ServerProbe } from '@plumbline/adapters/server-probes';
import { DatabaseAwayError } from '@plumbline/storage/files';
import { describe, expect, it } from 'vitest';
import { createApiWorld, jsonRequest } from '../../support/builders/api-world.ts';

const TOKEN = 'correct-horse-battery-staple';

describe('the token', () => {
  const settings = { token: TOKEN };

  it.each([
    { sent: 'none', headers: {}, detail: 'the request carries no token' },
    { sent: 'another one', headers: { authorization: 'Bearer wrong' }, detail: 'the token is wrong' },
    {
      sent: 'one of another kind',
      headers: { authorization: `Basic ${TOKEN}` },
      detail: 'the request carries no token',
    },
  ])('is required of every request to /api: $sent', async ({ headers, detail }) => {
    const { api } = createApiWorld({ settings });

    const response = await api.request('/api/sessions', { headers });

    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toContain('Bearer');
    expect(await response.json()).toMatchObject({ status: 401, detail, remedy: expect.stringContaining('Bearer') });
  });

  it('lets a request pass that carries it, under any name of the machine', async () => {
    const { api } = createApiWorld({ settings });

    const response = await api.request('http://plumbline.example/api/sessions', {
      headers: { authorization: `Bearer ${TOKEN}` },
    });

    expect(response.status).toBe(200);
  });

  it('is not asked for by health and description, which tell nothing of the data', async () => {
    const { api } = createApiWorld({ settings });

    const responses = await Promise.all(['/readyz', '/openapi.json'].map(async (path) => api.request(path)));

    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    expect(await responses[1]?.json()).toMatchObject({
      components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
      security: [{ token: [] }],
    });
  });
});

describe('pages of other sites', () => {
  it.each([
    { sent: 'an origin', headers: { origin: 'https://evil.example' } },
    { sent: 'an origin that hides', headers: { origin: 'null' } },
    { sent: 'a picture', headers: { 'sec-fetch-site': 'cross-site' } },
  ])('cannot use the API: $sent', async ({ headers }) => {
    const { api, sessions } = createApiWorld();

    const response = await api.request('/api/query/stream?message=Which%20lamp%3F', { headers });

    expect(response.status).toBe(403);
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
    expect(sessions.asked).toEqual([]);
  });

  it('cannot reach it under a name of their own', async () => {
    const { api } = createApiWorld();

    const response = await api.request('http://evil.example:8787/api/sessions');

    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ detail: 'this API does not serve evil.example:8787' });
  });

  it('can use it when they are allowed, as pages of its own address can', async () => {
    const allowed = 'https://app.example';
    const { api } = createApiWorld({ settings: { allowedOrigins: [allowed] } });

    const [foreign, own] = await Promise.all(
      [allowed, 'http://localhost'].map(async (origin) => api.request('/api/sessions', { headers: { origin } })),
    );

    expect(foreign?.status).toBe(200);
    expect(foreign?.headers.get('access-control-allow-origin')).toBe(allowed);
    expect(own?.status).toBe(200);
    expect(own?.headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('the limits', () => {
  it('refuse a body that is too large, whether or not it says so', async () => {
    const { api, sessions } = createApiWorld({ settings: { limits: { maxBodyBytes: 1_000, requestsPerMinute: 10 } } });
    const said = jsonRequest({ message: 'a'.repeat(2_000) });

    const response = await api.request('/api/query', {
      ...said,
      headers: { 'content-type': 'application/json', 'content-length': '2014' },
    });
    const unsaid = await api.request('/api/query', said);

    expect(response.status).toBe(413);
    expect(unsaid.status).toBe(413);
    expect(await unsaid.json()).toMatchObject({ status: 413, detail: 'the body has more than 1000 bytes' });
    expect(response.headers.get('connection')).toBe('close');
    expect(sessions.asked).toEqual([]);
  });

  it.each([
    {
      type: 'text/plain',
      body: '{"message": "How long?"}',
      status: 415,
      detail: 'the body does not say that it is JSON',
    },
    { type: 'application/json', body: 'How long?', status: 400, detail: 'Malformed JSON in request body' },
  ])('refuse a body that is no JSON, and say what to send: $type', async ({ type, body, status, detail }) => {
    const { api, sessions } = createApiWorld();

    const response = await api.request('/api/query', { method: 'POST', headers: { 'content-type': type }, body });

    expect(await response.json()).toMatchObject({ status, detail, remedy: expect.stringContaining('Send JSON') });
    expect(sessions.asked).toEqual([]);
  });

  it('refuse one request too many, and say when to come again', async () => {
    const { api } = createApiWorld({ settings: { limits: { maxBodyBytes: 1_000, requestsPerMinute: 2 } } });
    const ask = () => api.request('/api/sessions');

    const responses = [await ask(), await ask(), await ask()];
    const health = await api.request('/readyz');

    expect(responses.map(({ status }) => status)).toEqual([200, 200, 429]);
    expect(Number(responses[2]?.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(health.status).toBe(200);
  });

  it('count whatever token a client sends where none is needed', async () => {
    const { api } = createApiWorld({ settings: { limits: { maxBodyBytes: 1_000, requestsPerMinute: 2 } } });
    const statuses = [];
    for (const made of ['a', 'b', 'c']) {
      const { status } = await api.request('/api/sessions', { headers: { authorization: `Bearer ${made}` } });
      statuses.push(status);
    }

    expect(statuses).toEqual([200, 200, 429]);
  });
});
describe('a host that no address can have', () => {
  it.each(['127.999.0.1', '127.0.0.1:99999', '[::1', 'two words', '127.0.0.1:0x1', '1.2.3.4.5'])(
    'is refused, with a token and without: %s',
    async (host) => {
      for (const settings of [{}, { token: TOKEN }]) {
        const { api, reported } = createApiWorld({ settings });

        const response = await api.request('/api/sessions', { headers: { host, authorization: `Bearer ${TOKEN}` } });

        expect([response.status, reported]).toEqual([400, []]);
      }
    },
  );
});

describe('every response', () => {
  it.each([
    { given: 'job-17=a', expected: /^job-17=a$/ },
    { given: 'a b<script>', expected: /^[0-9a-f-]{36}$/ },
    { given: 'x'.repeat(101), expected: /^[0-9a-f-]{36}$/ },
    { given: undefined, expected: /^[0-9a-f-]{36}$/ },
  ])('has the id of its request: $given', async ({ given, expected }) => {
    const { api } = createApiWorld();
    const headers = given === undefined ? {} : { 'x-request-id': given };

    const found = await api.request('/api/sessions', { headers });
    const missing = await api.request('/api/nothing', { headers });

    expect(found.headers.get('x-request-id')).toMatch(expected);
    expect(missing.headers.get('x-request-id')).toMatch(expected);
    expect(await missing.json()).toMatchObject({ requestId: missing.headers.get('x-request-id') });
  });

  it('has headers that keep browsers from guessing, and none that names the server', async () => {
    const { api } = createApiWorld();

    const { headers } = await api.request('/api/sessions');

    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect([headers.get('server'), headers.get('x-powered-by')]).toEqual([null, null]);
  });

  it('is a problem where there is no such path or method', async () => {
    const { api } = createApiWorld();

    const missing = await api.request('/api/nothing');
    const wrong = await api.request('/api/query');

    expect(missing.status).toBe(404);
    expect(wrong.status).toBe(405);
    expect(wrong.headers.get('allow')).toBe('POST');
    expect(await wrong.json()).toMatchObject({ status: 405, title: 'Method Not Allowed' });
  });

  it('shows nothing of an error that nobody expected, which reaches the log', async () => {
    const { api, sessions, reported } = createApiWorld();
    const error = new TypeError('cannot read /home/anna/secret.txt');
    sessions.answer = () => Promise.reject(error);

    const response = await api.request('/api/query', jsonRequest({ message: 'Which lamp?' }));
    const text = await response.text();

    expect(response.status).toBe(500);
    expect(text).not.toContain('secret');
    expect(text).not.toContain('at ');
    expect(reported).toEqual([error]);
  });

  it('says which servers do not answer, to balancers and to Prometheus', async () => {
    const refuse = () => Promise.reject(new Error('connect ECONNREFUSED'));
    const probes: ServerProbe[] = [
      ['Temporal', refuse],
      ['PostgreSQL', async () => 'here'],
      ['S3', refuse],
    ];
    const { api } = createApiWorld({ probes });

    const response = await api.request('/readyz');
    const metrics = await (await api.request('/metrics')).text();

    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ detail: 'no answer from Temporal, S3' });
    expect(metrics).toMatch(/^# HELP plumbline_server_up \w.+$/m);
    expect(metrics.match(/^plumbline_server_up.+$/gm)).toEqual([
      'plumbline_server_up{server="temporal"} 0',
      'plumbline_server_up{server="postgresql"} 1',
      'plumbline_server_up{server="s3"} 0',
    ]);
  });

  it('does not call it a fault of its own that the database is away', async () => {
    const away = new DatabaseAwayError('127.0.0.1:5432', new Error('connect ECONNREFUSED'));
    const labels = { list: () => Promise.reject(away), change: () => Promise.reject(away) };
    const { api, reported } = createApiWorld({ tools: { labels } });

    const response = await api.request('/api/runs');

    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ detail: 'the database does not answer' });
    expect(reported).toEqual([]);
  });
});
