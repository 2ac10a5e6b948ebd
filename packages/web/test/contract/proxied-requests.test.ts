import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type LookupFunction } from 'node:net';
import { createRemoteAgent } from '@plumbline/adapters/remote-agent';
import { createPageFetcher, createWebAgent } from '@plumbline/web/fetching';
import { type Dispatcher, fetch } from 'undici';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

const NAMES: Readonly<Record<string, string>> = {
  'pages.example': '1.1.1.1',
  'moved.example': '1.1.1.1',
  'inside.example': '10.0.0.5',
};

const lookup: LookupFunction = (host, _options, callback) => {
  const address = NAMES[host];
  if (address === undefined) callback(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }), '');
  else callback(null, [{ address, family: 4 }]);
};

/** Behind the proxy every name leads here, as where a proxy resolves names in another way. */
let behind: Server;
let proxy: Server;
const asked: string[] = [];

function answer(incoming: IncomingMessage, response: ServerResponse): void {
  if (incoming.headers.host === 'moved.example')
    response.writeHead(302, { location: 'http://inside.example/secret' }).end();
  else response.writeHead(200, { 'content-type': 'text/html' }).end(`<h1>Of ${incoming.headers.host}</h1>`);
}

/** Hands requests and tunnels on to the server behind it. */
function startProxy(port: number): Server {
  const server = createServer((incoming, response) => {
    asked.push(incoming.url ?? '');
    const { pathname } = new URL(incoming.url ?? '');
    request({ port, path: pathname, headers: incoming.headers }, (answered) => {
      response.writeHead(answered.statusCode ?? 500, answered.headers);
      answered.pipe(response);
    }).end();
  });
  server.on('connect', ({ url }: IncomingMessage, socket) => {
    asked.push(url ?? '');
    const tunnel = connect({ port, host: '127.0.0.1' }, () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      tunnel.pipe(socket).pipe(tunnel);
    });
    for (const end of [tunnel, socket]) end.on('error', () => undefined);
  });
  return server;
}

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

beforeAll(async () => {
  behind = createServer(answer);
  proxy = startProxy(await listen(behind));
  await listen(proxy);
});
beforeEach(() => {
  asked.length = 0;
  const { port } = proxy.address() as AddressInfo;
  for (const name of ['HTTP_PROXY', 'HTTPS_PROXY', 'http_proxy', 'https_proxy'])
    vi.stubEnv(name, `http://127.0.0.1:${port}`);
  for (const name of ['NO_PROXY', 'no_proxy']) vi.stubEnv(name, 'direct.example');
});
afterEach(() => vi.unstubAllEnvs());
afterAll(() => {
  for (const server of [proxy, behind]) server.close().closeAllConnections();
});

describe('a page behind a proxy', () => {
  let agent: Dispatcher;
  const fetchPage = async (url: string) => {
    agent = createWebAgent({ isProxied: true, lookup });
    const fetcher = createPageFetcher({ agent, userAgent: 'Plumbline/test', now: () => new Date() });
    return fetcher.fetch({ url, signal: new AbortController().signal });
  };
  afterEach(() => agent.destroy());

  it('is read through it', async () => {
    await expect(fetchPage('http://pages.example/a')).resolves.toMatchObject({ kind: 'fetched', status: 200 });
    expect(asked).not.toEqual([]);
  });

  it.each([
    ['a name that leads to a private address', 'http://inside.example/', 'inside.example at 10.0.0.5'],
    ['a private address', 'http://10.0.0.5/', '10.0.0.5'],
    ['another port', 'http://pages.example:6379/', 'port 6379'],
  ])('is not asked for: %s', async (_, url, reason) => {
    await expect(fetchPage(url)).resolves.toEqual({ kind: 'refused', reason: expect.stringContaining(reason) });
    expect(asked).toEqual([]);
  });

  it('is not followed to a private address, which the proxy would reach', async () => {
    await expect(fetchPage('http://moved.example/')).resolves.toEqual({
      kind: 'refused',
      reason: expect.stringContaining('inside.example at 10.0.0.5'),
    });
    expect(asked.some((place) => place.includes('inside.example'))).toBe(false);
  });

  it('is not asked for where its name cannot be checked here', async () => {
    await expect(fetchPage('http://unknown.example/')).resolves.toMatchObject({ kind: 'refused' });
    expect(asked).toEqual([]);
  });
});

describe('a server that is set up', () => {
  const ask = async (url: string): Promise<string> => {
    const dispatcher = createRemoteAgent();
    try {
      return await (await fetch(url, { dispatcher })).text();
    } finally {
      await dispatcher.destroy();
    }
  };

  it('is asked through the proxy', async () => {
    expect(await ask('http://models.example/v1')).toBe('<h1>Of models.example</h1>');
    expect(asked).not.toEqual([]);
  });

  it('is asked directly on loopback', async () => {
    const { port } = behind.address() as AddressInfo;
    expect(await ask(`http://127.0.0.1:${port}/`)).toBe(`<h1>Of 127.0.0.1:${port}</h1>`);
    expect(asked).toEqual([]);
  });

  it('is asked directly where NO_PROXY names it', async () => {
    await expect(ask('http://direct.example/')).rejects.toThrow('fetch failed');
    expect(asked).toEqual([]);
  });
});
