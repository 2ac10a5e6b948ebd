import type { LookupFunction } from 'node:net';
import { createPageFetcher, createWebAgent, type PageFetcher } from '@plumbline/web/fetching';
import type { Dispatcher } from 'undici';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  htmlPage,
  type PageServer,
  redirectTo,
  startPageServer,
} from '../../../../test/support/servers/page-server.ts';

/** What the resolver of these tests knows. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  localhost: ['127.0.0.1', '::1'],
  'loopback.example': ['127.0.0.1'],
  'xn--l-0ga.example': ['127.0.0.1'],
  'six.example': ['::1'],
  'mapped.example': ['::ffff:127.0.0.1'],
  'mixed.example': ['1.1.1.1', '127.0.0.1'],
  'mixed-six.example': ['2606:4700:4700::1111', '::1'],
  'private.example': ['10.1.2.3'],
  'metadata.google.internal': ['169.254.169.254'],
  'metadata.example': ['fd00:ec2::254'],
  'translated.example': ['64:ff9b::7f00:1'],
  'nowhere.example': ['0.0.0.0'],
  'printer.local': ['192.168.1.20'],
};

const lookup: LookupFunction = (host, _options, callback) => {
  const addresses = NAMES[host.replace(/\.$/, '').toLowerCase()];
  if (addresses === undefined) throw new Error(`The resolver was asked for ${host}.`);
  callback(
    null,
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
  );
};

/** `PORT` stands for the port of a server that listens on loopback; it counts as a port of the web here. */
const INSIDE = [
  'http://127.0.0.1:PORT/',
  'http://127.0.0.1/',
  'http://127.1:PORT/',
  'http://127.255.255.254:PORT/',
  'http://localhost:PORT/',
  'http://LOCALHOST:PORT/',
  'http://localhost.:PORT/',
  'http://[::1]:PORT/',
  'http://[0:0:0:0:0:0:0:1]:PORT/',
  'http://2130706433:PORT/',
  'http://0x7f.1:PORT/',
  'http://0x7f000001:PORT/',
  'http://017700000001:PORT/',
  'http://0177.0.0.1:PORT/',
  'http://127.0.0.1.:PORT/',
  'http://①②⑦.⓪.⓪.①:PORT/',
  'http://[::ffff:127.0.0.1]:PORT/',
  'http://[::ffff:7f00:1]:PORT/',
  'http://[::127.0.0.1]:PORT/',
  'http://0.0.0.0:PORT/',
  'http://0:PORT/',
  'http://[::]:PORT/',
  'http://169.254.169.254/latest/meta-data/',
  'http://100.100.100.200/latest/meta-data/',
  'http://168.63.129.16/machine',
  'http://metadata.google.internal/computeMetadata/v1/',
  'http://metadata.example/',
  'http://10.0.0.1/',
  'http://172.16.0.1/',
  'http://172.31.255.254/',
  'http://192.168.0.1/',
  'http://100.64.0.1/',
  'http://198.18.0.1/',
  'http://224.0.0.1/',
  'http://255.255.255.255/',
  'http://[fc00::1]/',
  'http://[fd12:3456::1]/',
  'http://[fe80::1]/',
  'http://[64:ff9b::7f00:1]:PORT/',
  'http://[64:ff9b:1::a00:1]/',
  'http://[2002:7f00:1::]:PORT/',
  'http://[2001:0:7f00:1::1]/',
  'http://loopback.example:PORT/',
  'http://six.example:PORT/',
  'http://mapped.example:PORT/',
  'http://mixed.example:PORT/',
  'http://mixed-six.example:PORT/',
  'http://private.example/',
  'http://translated.example:PORT/',
  'http://nowhere.example:PORT/',
  'http://printer.local/',
  'https://loopback.example/',
  'https://127.0.0.1:PORT/',
];

const NO_PAGES = [
  ['file:///etc/passwd', 'leads to file:'],
  ['ftp://loopback.example/', 'leads to ftp:'],
  ['gopher://127.0.0.1:PORT/', 'leads to gopher:'],
  ['data:text/html,<h1>lamp</h1>', 'leads to data:'],
  ['javascript:alert(1)', 'leads to javascript:'],
  ['blob:http://127.0.0.1:PORT/1', 'leads to blob:'],
  ['unix:/var/run/docker.sock', 'leads to unix:'],
  ['http://keeper:secret@loopback.example:PORT/', 'carries a user name or password'],
  ['http://keeper@loopback.example:PORT/', 'carries a user name or password'],
  ['http://1.1.1.1:22/', 'port'],
  ['http://1.1.1.1:6379/', 'leads to port 6379'],
  ['http://1.1.1.1:2375/', 'leads to port 2375'],
  ['https://1.1.1.1:8443/', 'leads to port 8443'],
  ['http://[2606:4700:4700::1111]:9200/', 'leads to port 9200'],
  ['http://', 'is not a valid address'],
] as const;

let inside: PageServer;
let entry: PageServer;
let agent: Dispatcher;
let fetcher: PageFetcher;

const pages: Parameters<typeof startPageServer>[0] = {};

beforeAll(async () => {
  inside = await startPageServer({ '/': htmlPage('inside') });
  entry = await startPageServer(pages);
  agent = createWebAgent({ allowedHosts: [entry.host], ports: [80, 443, inside.port], lookup });
  fetcher = createPageFetcher({ agent, userAgent: 'Plumbline/test', now: () => new Date() });
});

afterEach(() => {
  if (inside.connections > 0) throw new Error('A connection reached the server on loopback.');
});

afterAll(async () => {
  await agent.destroy();
  await inside.close();
  await entry.close();
});

const withPort = (url: string): string => url.replace('PORT', String(inside.port));
const fetchPage = (url: string) => fetcher.fetch({ url, signal: new AbortController().signal });

describe('fetching pages', () => {
  it.each(INSIDE)('does not connect to %s', async (url) => {
    const result = await fetchPage(withPort(url));

    expect(result).toEqual({ kind: 'refused', reason: expect.stringContaining('not part of the public web') });
  });

  it.each(INSIDE)('does not follow a redirect to %s', async (url) => {
    pages['/moved'] = redirectTo(withPort(url).replaceAll(/\P{ASCII}/gu, encodeURIComponent));

    const result = await fetchPage(`${entry.origin}/moved`);

    expect(result).toEqual({ kind: 'refused', reason: expect.stringContaining('not part of the public web') });
  });

  it.each(NO_PAGES)('does not read %s', async (url, reason) => {
    await expect(fetchPage(withPort(url))).resolves.toEqual({
      kind: 'refused',
      reason: expect.stringContaining(reason),
    });
  });

  it.each(NO_PAGES)('does not follow a redirect to %s', async (url, reason) => {
    pages['/moved'] = redirectTo(withPort(url));

    const result = await fetchPage(`${entry.origin}/moved`);

    expect(result).toEqual({ kind: 'refused', reason: expect.stringContaining(reason) });
  });

  it('reads nothing from another port of an allowed host and port', async () => {
    await expect(fetchPage(inside.origin)).resolves.toMatchObject({ kind: 'refused' });
  });

  it('checks every step of a chain of redirects', async () => {
    pages['/first'] = redirectTo('/second');
    pages['/second'] = redirectTo(`http://loopback.example:${inside.port}/`);

    const result = await fetchPage(`${entry.origin}/first`);

    expect(result).toMatchObject({ kind: 'refused', reason: expect.stringContaining('loopback.example at 127.0.0.1') });
  });
});

describe('allowed hosts', () => {
  it.each([
    ['its address and port', (server: PageServer) => server.host, (server: PageServer) => server.origin],
    ['its address alone', () => '127.0.0.1', (server: PageServer) => server.origin],
    ['its name in another alphabet', () => 'Öl.example', ({ port }: PageServer) => `http://öl.example:${port}`],
    ['its name', () => 'Loopback.example', ({ port }: PageServer) => `http://loopback.example:${port}`],
  ])('are read by %s', async (_, nameOf, originOf) => {
    const intranet = await startPageServer({ '/': htmlPage('<p>An intranet page.</p>') });
    const allowing = createWebAgent({ allowedHosts: [nameOf(intranet)], lookup });

    const result = await createPageFetcher({
      agent: allowing,
      userAgent: 'Plumbline/test',
      now: () => new Date(),
    }).fetch({
      url: originOf(intranet),
      signal: new AbortController().signal,
    });

    expect(result).toMatchObject({ kind: 'fetched', status: 200 });
    await allowing.destroy();
    await intranet.close();
  });
});
