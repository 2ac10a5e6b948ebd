import { createPageFetcher, createWebAgent } from '@plumbline/web/fetching';
import type { Dispatcher } from 'undici';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { holdLimits } from '../../../../test/support/held-limits.ts';
import {
  answer,
  type PageAnswer,
  type PageServer,
  redirectTo,
  startPageServer,
} from '../../../../test/support/servers/page-server.ts';
import { createRobots, type Robots } from '../../pages/robots.ts';

let pages: Record<string, PageAnswer>;
let site: PageServer;
let agent: Dispatcher;
let now: Date;
let robots: Robots;

beforeEach(async () => {
  now = new Date('2026-01-02T03:00:00Z');
  pages = {};
  site = await startPageServer(pages);
  agent = createWebAgent({ allowedHosts: ['127.0.0.1'] });
  const fetcher = createPageFetcher({ agent, userAgent: 'Plumbline/test', now: () => now });
  robots = createRobots({ fetcher, now: () => now, timeToLiveMs: 60_000 });
});

afterEach(async () => {
  await agent.destroy();
  await site.close();
});

const forbids = (path: string) => robots.forbids(new URL(path, site.origin), new AbortController().signal);
const rules = (...lines: string[]): PageAnswer => answer(200, { 'content-type': 'text/plain' }, lines.join('\n'));

describe('robots', () => {
  it.each([
    ['/private/a', true],
    ['/private', true],
    ['/private/open/a', false],
    ['/public', false],
    ['/a.pdf', true],
    ['/a.pdf?x=1', false],
    ['/', false],
  ])('reads the rules for %s: forbidden %s', async (path, isForbidden) => {
    pages['/robots.txt'] = rules('User-agent: *', 'Disallow: /private', 'Allow: /private/open', 'Disallow: /*.pdf$');

    await expect(forbids(path)).resolves.toBe(isForbidden);
  });

  it('obeys the rules addressed to this program instead of those for all', async () => {
    pages['/robots.txt'] = rules('User-agent: *', 'Disallow: /', '', 'user-agent: plumbline', 'Disallow: /lamp');

    expect([await forbids('/tide'), await forbids('/lamp')]).toEqual([false, true]);
  });

  it('reads rules behind a byte order mark', async () => {
    pages['/robots.txt'] = rules('\uFEFFUser-agent: *', 'Disallow: /');

    await expect(forbids('/lamp')).resolves.toBe(true);
  });

  it.each([400, 401, 403, 404, 410])('treats %i as a site without rules', async (status) => {
    pages['/robots.txt'] = answer(status, {}, '');

    await expect(forbids('/lamp')).resolves.toBe(false);
  });

  it.each([429, 500, 503])('treats a site that answers %i as closed for the moment', async (status) => {
    pages['/robots.txt'] = answer(status, { 'retry-after': '3' }, '');

    await expect(forbids('/lamp')).rejects.toMatchObject({
      name: 'PageUnavailableError',
      facts: { status, advice: { retryAfterMs: 3_000 } },
    });
  });

  it('asks a closed site again', async () => {
    pages['/robots.txt'] = answer(503, {}, '');
    await expect(forbids('/lamp')).rejects.toThrow('answered 503');

    pages['/robots.txt'] = answer(404, {}, '');

    await expect(forbids('/lamp')).resolves.toBe(false);
  });

  it('treats a site that does not answer as closed for the moment', async () => {
    const limits = holdLimits(30_000);
    pages['/robots.txt'] = limits.runOut;

    await expect(forbids('/lamp')).rejects.toMatchObject({ name: 'PageUnavailableError' });
  });

  it('follows redirects, but not to forbidden addresses', async () => {
    pages['/robots.txt'] = redirectTo('/rules.txt');
    pages['/rules.txt'] = rules('User-agent: *', 'Disallow: /lamp');

    await expect(forbids('/lamp')).resolves.toBe(true);
  });

  it('treats rules behind a forbidden redirect as missing', async () => {
    pages['/robots.txt'] = redirectTo('http://10.0.0.1/robots.txt');

    await expect(forbids('/lamp')).resolves.toBe(false);
  });

  it('reads no more than the first 500 KiB', async () => {
    const filler = `# ${'x'.repeat(97)}\n`.repeat(6_000);
    pages['/robots.txt'] = rules('User-agent: *', 'Disallow: /early', `${filler}Disallow: /late`);

    expect([await forbids('/early'), await forbids('/late')]).toEqual([true, false]);
  });

  it('stays away from rules that would take too long to apply', async () => {
    pages['/robots.txt'] = rules(
      'User-agent: *',
      ...Array.from({ length: 1_000 }, () => `Disallow: /${'*a'.repeat(240)}b`),
    );

    await expect(forbids(`/${'a'.repeat(1_900)}`)).resolves.toBe(true);
  });

  it('treats a page that is not robots.txt as missing', async () => {
    pages['/robots.txt'] = answer(200, { 'content-type': 'text/html' }, '<html><body>Not found: 404</body></html>');

    await expect(forbids('/lamp')).resolves.toBe(false);
  });

  it('asks a site once, also when several pages are wanted at the same time, and again after a while', async () => {
    pages['/robots.txt'] = rules('User-agent: *', 'Disallow: /lamp');

    await Promise.all([forbids('/a'), forbids('/b')]);
    await forbids('/c');
    expect(site.requests).toEqual(['/robots.txt']);
    now = new Date(now.getTime() + 61_000);
    await forbids('/d');

    expect(site.requests).toEqual(['/robots.txt', '/robots.txt']);
  });
});
