import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { createWebAgent } from '@plumbline/web/fetching';
import type { Dispatcher } from 'undici';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  answer,
  type PageAnswer,
  type PageServer,
  startPageServer,
} from '../../../../test/support/servers/page-server.ts';
import { drip, startRawServer } from '../../../../test/support/servers/raw-server.ts';
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
  const accepts = (mediaType: string) => /html|plain|pdf/.test(mediaType);
  return fetcher.fetch({ url: new URL(path, site.origin).href, signal, accepts });
}

describe('what is too large', () => {
  it('is refused by its announced length', async () => {
    pages['/lamp'] = (response) => {
      response.writeHead(200, { 'content-type': 'text/html', 'content-length': 5_000 }).write('x');
    };

    await expect(fetchPage('/lamp', { maxBytes: 1_024 })).resolves.toEqual({
      kind: 'refused',
      reason: 'is larger than the limit of 1 KB',
    });
  });

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
    ['zstd', zstdCompressSync],
  ])('is refused when unpacking %s makes it so', async (coding, pack) => {
    const packed = pack(Buffer.alloc(50_000_000));
    pages['/bomb'] = answer(200, { 'content-type': 'text/html', 'content-encoding': coding }, packed);

    const result = await fetchPage('/bomb', { maxBytes: 1_048_576 });

    expect(packed.byteLength).toBeLessThan(100_000);
    expect(result).toEqual({ kind: 'refused', reason: 'is larger than the limit of 1 MB' });
  });

  it('is refused when it never ends, and the connection is closed', async () => {
    const closed = Promise.withResolvers<void>();
    pages['/endless'] = (response) => {
      const chunk = 'x'.repeat(10_000);
      const send = (): void => {
        while (!response.destroyed && response.write(chunk));
      };
      response.writeHead(200, { 'content-type': 'text/html' }).on('drain', send).on('close', closed.resolve);
      send();
    };

    const result = await fetchPage('/endless', { maxBytes: 1_000_000 });

    expect(result).toMatchObject({ kind: 'refused', reason: expect.stringContaining('larger than the limit') });
    await closed.promise;
  });

  it('is cut when only its beginning is wanted', async () => {
    pages['/endless'] = (response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).write('x'.repeat(5_000));
    };
    const fetcher = createPageFetcher({ agent, userAgent: 'Plumbline/test', now: () => NOW });

    const result = await fetcher.fetch({
      url: `${site.origin}/endless`,
      signal: AbortSignal.timeout(120_000),
      cutAtBytes: 1_000,
    });

    expect(result.kind === 'fetched' && result.bytes.byteLength).toBe(1_000);
  });
});

describe('a page that a retry may get', () => {
  let impatient: Dispatcher;

  beforeEach(() => {
    impatient = createWebAgent({ allowedHosts: ['127.0.0.1'], headersTimeoutMs: 200 });
  });
  afterEach(() => impatient.destroy());

  it.each([408, 425, 429, 500, 502, 503, 504])('answers %i', async (status) => {
    pages['/lamp'] = answer(status, {}, '');

    await expect(fetchPage('/lamp')).rejects.toMatchObject({
      name: 'PageUnavailableError',
      message: `${site.origin}/lamp answered ${status}.`,
      facts: { status, advice: { retryAfterMs: undefined } },
    });
  });

  it('says when to retry', async () => {
    pages['/lamp'] = answer(429, { 'retry-after': '7' }, '');

    await expect(fetchPage('/lamp')).rejects.toMatchObject({ facts: { status: 429, advice: { retryAfterMs: 7_000 } } });
  });

  it('refuses the connection', async () => {
    const gone = await startPageServer({});
    await gone.close();

    await expect(fetchPage(gone.origin)).rejects.toMatchObject({
      name: 'PageUnavailableError',
      message: `${gone.origin}/ refused the connection.`,
    });
  });

  it('breaks off halfway', async () => {
    pages['/lamp'] = (response) => {
      response.writeHead(200, { 'content-type': 'text/html', 'content-length': 100 });
      response.write('half', () => response.destroy());
    };

    await expect(fetchPage('/lamp')).rejects.toMatchObject({ name: 'PageUnavailableError' });
  });

  it('never answers', async () => {
    pages['/lamp'] = () => undefined;

    await expect(fetchPage('/lamp', { agent: impatient })).rejects.toThrow('did not answer in time');
  });

  it('sends its headers drop by drop', async () => {
    const raw = await startRawServer((socket) => drip(socket, 'HTTP/1.1 200 OK\r\n', 'x-drop: 1\r\n'));

    await expect(fetchPage(raw.origin, { agent: impatient })).rejects.toMatchObject({ name: 'PageUnavailableError' });
    await raw.close();
  });

  it('sends its content drop by drop', async () => {
    const raw = await startRawServer((socket) =>
      drip(socket, 'HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n\r\n', 'x'),
    );

    await expect(fetchPage(raw.origin, { timeLimitMs: 300 })).rejects.toThrow('took longer than 0.3 s');
    await raw.close();
  });

  it('is aborted at once when it is no longer needed', async () => {
    const abort = new AbortController();
    pages['/lamp'] = () => abort.abort(new Error('cancelled'));

    await expect(fetchPage('/lamp', {}, abort.signal)).rejects.toThrow('cancelled');
  });
});
