import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { createWebAgent } from '@plumbline/web/fetching';
import { type Dispatcher, MockAgent } from 'undici';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  answer,
  htmlPage,
  type PageAnswer,
  type PageServer,
  redirectTo,
  startPageServer,
} from '../../../../test/support/servers/page-server.ts';
import { startRawServer } from '../../../../test/support/servers/raw-server.ts';
import { createPageFetcher, type PageFetcherOptions } from '../../pages/page-fetching.ts';

const NOW = new Date('2026-01-02T03:04:05Z');

let pages: Record<string, PageAnswer>;
let site: PageServer;
let agent: Dispatcher;

beforeEach(async () => {
  pages = {};
  site = await startPageServer(pages);
  agent = createWebAgent({ allowedHosts: ['127.0.0.1'] });
});

afterEach(async () => {
  await agent.destroy();
  await site.close();
});

function fetchPage(path: string, options: Partial<PageFetcherOptions> = {}, signal = new AbortController().signal) {
  const fetcher = createPageFetcher({
    agent,
    userAgent: 'Plumbline/test (mailto:keeper@example.org)',
    now: () => NOW,
    ...options,
  });
  const accepts = (mediaType: string) => /html|plain|pdf|octet|^$/.test(mediaType);
  return fetcher.fetch({ url: new URL(path, site.origin).href, signal, accepts });
}

const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

describe('a fetched page', () => {
  it('comes with what the server says about it', async () => {
    pages['/lamp'] = htmlPage('<h1>Lamp</h1>', { 'last-modified': 'Thu, 01 Jan 2026 00:00:00 GMT' });

    const result = await fetchPage('/lamp');

    expect(result).toEqual({
      kind: 'fetched',
      url: `${site.origin}/lamp`,
      status: 200,
      mediaType: 'text/html',
      charset: 'utf-8',
      lastModified: '2026-01-01T00:00:00.000Z',
      retrievedAt: '2026-01-02T03:04:05.000Z',
      bytes: Buffer.from('<h1>Lamp</h1>'),
    });
  });

  it('is requested with a contact in the user agent', async () => {
    pages['/lamp'] = htmlPage('lamp');

    await fetchPage('/lamp');

    expect(site.headers[0]).toMatchObject({
      'user-agent': 'Plumbline/test (mailto:keeper@example.org)',
      'accept-language': '*',
    });
  });

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
    ['zstd', zstdCompressSync],
  ])('is unpacked from %s', async (coding, pack) => {
    pages['/packed'] = answer(
      200,
      { 'content-type': 'text/html', 'content-encoding': coding },
      pack('lamp '.repeat(100)),
    );

    const result = await fetchPage('/packed');

    expect(result.kind === 'fetched' && textOf(result.bytes)).toBe('lamp '.repeat(100));
  });

  it.each(['none', 'identity', 'utf-8', 'x-own'])('is read though its packing is said to be %s', async (coding) => {
    pages['/lamp'] = answer(200, { 'content-type': 'text/html', 'content-encoding': coding }, 'The lamp burns.');

    const result = await fetchPage('/lamp');

    expect(result.kind === 'fetched' && textOf(result.bytes)).toBe('The lamp burns.');
  });

  it('is unpacked though the server does not say that it is packed', async () => {
    pages['/lamp'] = answer(200, { 'content-type': 'text/html' }, gzipSync('The lamp burns.'));

    const result = await fetchPage('/lamp');

    expect(result.kind === 'fetched' && textOf(result.bytes)).toBe('The lamp burns.');
  });

  it.each([
    '<meta http-equiv="refresh" content="0; url=/new?a=1&amp;b=2">',
    "<META HTTP-EQUIV='Refresh' CONTENT='3;URL=new?a=1&b=2'>",
    '<p>It moved.</p><meta http-equiv=refresh content="0;url=\'/new?a=1&b=2\'">',
  ])('is found behind a page that leads on by %s', async (page) => {
    pages['/old'] = htmlPage(page);
    pages['/new?a=1&b=2'] = htmlPage('new');

    await expect(fetchPage('/old')).resolves.toMatchObject({ kind: 'fetched', url: `${site.origin}/new?a=1&b=2` });
  });

  it.each([
    ['loads itself again', '<meta http-equiv="refresh" content="5; url=/old">'],
    ['loads itself again without an address', '<meta http-equiv="refresh" content="5">'],
    ['leads on much later', '<meta http-equiv="refresh" content="60; url=/new">'],
    ['has content', `<meta http-equiv="refresh" content="5; url=/new">${'The lamp burns. '.repeat(300)}`],
    ['only shows such a line', '<p>http-equiv="refresh" content="0; url=/new"</p>'],
  ])('stays where it is if it %s', async (_, page) => {
    pages['/old'] = htmlPage(page);

    await expect(fetchPage('/old')).resolves.toMatchObject({ kind: 'fetched', url: `${site.origin}/old` });
  });

  it.each(['/', '/index.html', '/en', '/home/index.php'])('may be the home page at %s', async (path) => {
    if (path !== '/') pages[path] = redirectTo('/');
    pages['/'] = htmlPage('The lamps of the harbour');

    await expect(fetchPage(path)).resolves.toMatchObject({ kind: 'fetched', url: `${site.origin}/` });
  });

  it.each([301, 302, 303, 307, 308])('is found behind a redirect with status %i', async (status) => {
    pages['/old'] = redirectTo('/new?a=1', status);
    pages['/new?a=1'] = htmlPage('new');

    await expect(fetchPage('/old')).resolves.toMatchObject({ kind: 'fetched', url: `${site.origin}/new?a=1` });
  });

  it.each([
    ['application/octet-stream', '/report.PDF', 'application/octet-stream'],
    ['', '/report.pdf', ''],
    ['Text/HTML;Charset="ISO-8859-1"', '/page', 'text/html'],
  ])('of type "%s" at %s is read as %s', async (contentType, path, mediaType) => {
    pages[path] = answer(200, contentType === '' ? {} : { 'content-type': contentType }, 'x');

    await expect(fetchPage(path)).resolves.toMatchObject({ kind: 'fetched', mediaType });
  });

  it('may have more than ten megabytes', async () => {
    pages['/large'] = htmlPage('x'.repeat(12_000_000));

    const result = await fetchPage('/large');

    expect(result.kind === 'fetched' && result.bytes.byteLength).toBe(12_000_000);
  });
});

describe('an address without a page', () => {
  it.each([
    [401, 'needs a login (401)'],
    [403, 'refuses access; it may need a login (403)'],
    [404, 'does not exist (404)'],
    [410, 'no longer exists (410)'],
    [451, 'is withheld for legal reasons (451)'],
    [418, 'has no content to read (418)'],
    [204, 'has no content to read (204)'],
    [304, 'has no content to read (304)'],
  ])('answers %i', async (status, reason) => {
    pages['/lamp'] = answer(status, { 'content-type': 'text/html' }, '');

    await expect(fetchPage('/lamp')).resolves.toEqual({ kind: 'refused', reason });
  });

  it.each(['image/png', 'video/mp4', 'application/zip', 'application/json'])(
    'has type %s, whose content is not awaited',
    async (contentType) => {
      pages['/lamp'] = (response) => void response.writeHead(200, { 'content-type': contentType }).write('endless');

      const result = await fetchPage('/lamp');

      expect(result).toEqual({ kind: 'refused', reason: expect.stringContaining('has an unsupported type') });
    },
  );

  it('redirects in a circle', async () => {
    pages['/a'] = redirectTo('/b');
    pages['/b'] = redirectTo('/a');

    await expect(fetchPage('/a')).resolves.toEqual({ kind: 'refused', reason: 'redirects in a circle' });
    expect(site.requests).toEqual(['/a', '/b']);
  });

  it.each(['/lamps/oil', '/2019/05/lamp.html', '/a/b/'])('leads from %s to the home page', async (path) => {
    pages[path] = redirectTo('/');
    pages['/'] = htmlPage('The lamps of the harbour');

    const reason = 'leads to the home page of its site instead';
    await expect(fetchPage(path)).resolves.toEqual({ kind: 'refused', reason });
  });

  it('redirects too often', async () => {
    for (let step = 0; step < 9; step += 1) pages[`/${step}`] = redirectTo(`/${step + 1}`);

    await expect(fetchPage('/0')).resolves.toEqual({ kind: 'refused', reason: 'redirects more than 5 times' });
    expect(site.requests).toHaveLength(6);
  });

  it('redirects from a secure connection to one that is not', async () => {
    const secure = new MockAgent();
    secure.disableNetConnect();
    secure
      .get('https://lamp.example')
      .intercept({ path: '/' })
      .reply(302, '', { headers: { location: 'http://lamp.example/' } });

    const result = await fetchPage('https://lamp.example/', { agent: secure });

    expect(result).toEqual({ kind: 'refused', reason: 'leads from https to http' });
    await secure.close();
  });

  it('redirects to nowhere', async () => {
    pages['/lamp'] = redirectTo('http://[broken');

    await expect(fetchPage('/lamp')).resolves.toEqual({ kind: 'refused', reason: 'is not a valid address' });
  });

  it.each(['gzip', 'deflate', 'br', 'zstd'])('sends damaged %s', async (coding) => {
    pages['/lamp'] = answer(200, { 'content-type': 'text/html', 'content-encoding': coding }, 'this was never packed');

    await expect(fetchPage('/lamp')).resolves.toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('its compressed content is damaged'),
    });
  });

  it('uses an unknown compression', async () => {
    pages['/lamp'] = answer(200, { 'content-type': 'text/html', 'content-encoding': 'compress' }, 'x');

    await expect(fetchPage('/lamp')).resolves.toEqual({
      kind: 'refused',
      reason: 'has an unsupported compression (compress)',
    });
  });

  it('sends headers without end', async () => {
    pages['/lamp'] = answer(200, { 'content-type': 'text/html', 'x-long': 'a'.repeat(100_000) }, '');

    await expect(fetchPage('/lamp')).resolves.toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('headers'),
    });
  });

  it('speaks another protocol', async () => {
    const raw = await startRawServer((socket) => socket.end('SSH-2.0-lamp\r\n'));

    await expect(fetchPage(raw.origin)).resolves.toEqual({
      kind: 'refused',
      reason: 'does not answer with valid HTTP',
    });
    await raw.close();
  });

  it('has no secure connection', async () => {
    const result = await fetchPage(site.origin.replace('http:', 'https:'));

    expect(result).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('has no trusted secure connection'),
    });
  });
});
