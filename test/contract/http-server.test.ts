import { mkdtemp } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { openSqliteState } from '@plumbline/storage/database';
import { describe, expect, it } from 'vitest';
import { checkBinding, listen } from '../../client/http/server/listening.ts';
import { openLocalTools } from '../../client/service/local-tools.ts';
import { createStateStores } from '../../workers/assembly/state-stores.ts';
import { answerResultOf } from '../support/builders/answer-results.ts';
import { createApiWorld, jsonRequest } from '../support/builders/api-world.ts';
import { allEvents, readEvents } from '../support/builders/sent-events.ts';
import { placeIn } from '../support/builders/stored-records.ts';

const MESSAGE = { message: 'How long does the lamp burn?' };
const LOOPBACK = { host: '127.0.0.1', port: 0 };

describe('the HTTP server', () => {
  it('answers on its port and names neither itself nor its version', async () => {
    const server = await listen(createApiWorld().api, LOOPBACK);
    try {
      const response = await fetch(`${server.address}/readyz`);

      expect(await response.json()).toEqual({ status: 'ok' });
      expect([response.headers.get('server'), response.headers.get('x-powered-by')]).toEqual([null, null]);
    } finally {
      await server.close();
    }
  });

  it('streams events as they come, and ends streams when it stops', async () => {
    const world = createApiWorld();
    world.sessions.answer = (asked) =>
      new Promise(() => {
        world.events.set(world.sessions.take(asked), [{ kind: 'text', text: 'The' }]);
      });
    const server = await listen(world.api, LOOPBACK);

    const kinds: string[] = [];
    for await (const { event } of readEvents(await fetch(`${server.address}/api/query/stream`, jsonRequest(MESSAGE)))) {
      kinds.push(event);
      if (event !== 'text') continue;
      world.close();
      await server.close();
    }

    expect(kinds).toEqual(['session', 'text']);
  });

  it('notices a reader that leaves, and waits no longer', async () => {
    const world = createApiWorld();
    const left = Promise.withResolvers<void>();
    world.sessions.answer = (asked) =>
      new Promise((_resolve, reject) => {
        asked.signal.addEventListener('abort', () => {
          left.resolve();
          reject(asked.signal.reason);
        });
      });
    const server = await listen(world.api, LOOPBACK);
    try {
      for (const path of ['/api/query', '/api/query/stream']) {
        const reader = new AbortController();
        const asking = fetch(`${server.address}${path}`, { ...jsonRequest(MESSAGE), signal: reader.signal });
        asking.catch(() => undefined);
        await expect.poll(() => world.sessions.asked.length).toBeGreaterThan(0);
        reader.abort();
        await expect.poll(() => world.sessions.asked.every(({ signal }) => signal.aborted)).toBe(true);
        world.sessions.asked.length = 0;
      }
      await left.promise;
    } finally {
      await server.close();
    }
  });

  it('refuses a large body that is sent in pieces', async () => {
    const { api } = createApiWorld({ settings: { limits: { maxBodyBytes: 1_000, requestsPerMinute: 10 } } });
    const server = await listen(api, LOOPBACK);
    try {
      const { port } = new URL(server.address);
      const socket = connect(Number(port), '127.0.0.1');
      socket.write('POST /api/query HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n');
      socket.write('connection: close\r\ntransfer-encoding: chunked\r\n\r\n');
      socket.write(`800\r\n${'a'.repeat(0x800)}\r\n0\r\n\r\n`);

      expect(await text(socket)).toContain('HTTP/1.1 413');
    } finally {
      await server.close();
    }
  });

  it('takes a small body that is sent in pieces, and a message without a body', async () => {
    const world = createApiWorld();
    const server = await listen(world.api, LOOPBACK);
    const pieces = ['{"message":', '"How long does the lamp burn?"}'].map((piece) => new TextEncoder().encode(piece));
    try {
      const query = await fetch(`${server.address}/api/query`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: ReadableStream.from(pieces),
        duplex: 'half',
      });
      const skip = await fetch(`${server.address}/api/runs/research-limits-3f9a21/skip`, { method: 'POST' });

      expect([query.status, skip.status]).toEqual([200, 200]);
      expect(world.sessions.asked[0]?.ask.message).toBe('How long does the lamp burn?');
      expect(world.reported).toEqual([]);
    } finally {
      await server.close();
    }
  });

  it('says which port is taken', async () => {
    const first = await listen(createApiWorld().api, LOOPBACK);
    try {
      const { port } = new URL(first.address);

      const second = listen(createApiWorld().api, { host: '127.0.0.1', port: Number(port) });

      await expect(second).rejects.toThrow(`cannot listen on 127.0.0.1, port ${port}`);
    } finally {
      await first.close();
    }
  });
});

describe('the address to listen on', () => {
  it.each(['127.0.0.1', '127.8.0.1', '::1', 'localhost'])(
    'needs no token where only this machine reaches it: %s',
    (host) => {
      expect(() => checkBinding(host, false)).not.toThrow();
    },
  );

  it.each(['0.0.0.0', '::', '192.168.1.4', 'plumbline.example', '127.0.0.1.example'])(
    'needs a token where other machines can reach it: %s',
    (host) => {
      expect(() => checkBinding(host, false)).toThrow(`other machines can reach ${host}`);
      expect(() => checkBinding(host, true)).not.toThrow();
    },
  );
});

describe('the events of an answer', () => {
  it('are read from the store that a worker writes to, after the last one that is known', async () => {
    const home = await mkdtemp(join(tmpdir(), 'answer-events-'));
    const stores = createStateStores(openSqliteState(home), placeIn(home));
    const tools = openLocalTools({ PLUMBLINE_HOME: home });
    try {
      expect(await tools.readAnswerEvents('chat-1:1', 0)).toEqual([]);
      await stores.answerStream.append('chat-1:1', 1, { kind: 'text', text: 'The lamp' });
      await stores.answerStream.append('chat-1:1', 1, { kind: 'end', answer: answerResultOf() });

      expect(await tools.readAnswerEvents('chat-1:1', 1)).toEqual([
        { sequence: 2, event: { kind: 'end', answer: answerResultOf() } },
      ]);
    } finally {
      await stores.close();
    }
  });

  it('reach a reader whose first server was killed', async () => {
    const home = await mkdtemp(join(tmpdir(), 'answer-events-'));
    const stores = createStateStores(openSqliteState(home), placeIn(home));
    const tools = openLocalTools({ PLUMBLINE_HOME: home });
    const world = createApiWorld({ readAnswerEvents: (answerId, after) => tools.readAnswerEvents(answerId, after) });
    const answer = answerResultOf({ answerId: 'chat-1:1', sessionId: 'chat-1' });
    world.sessions.open('chat-1', { pending: [{ answerId: 'chat-1:1', messageId: 'm-1', message: MESSAGE.message }] });
    for (const word of ['The', ' lamp', ' burns'])
      await stores.answerStream.append('chat-1:1', 1, { kind: 'text', text: word });
    await stores.answerStream.append('chat-1:1', 2, { kind: 'reset' });
    await stores.answerStream.append('chat-1:1', 2, { kind: 'end', answer });
    const server = await listen(world.api, LOOPBACK);
    try {
      const headers = { 'last-event-id': 'chat-1:1;2' };
      const events = await allEvents(await fetch(`${server.address}/api/query/stream`, { headers }));

      expect(events.map(({ event, id }) => `${event} ${id}`)).toEqual([
        'text chat-1:1;3',
        'reset chat-1:1;4',
        'end chat-1:1;5',
      ]);
      expect(world.sessions.asked).toEqual([]);
    } finally {
      await server.close();
      await stores.close();
    }
  });
});
