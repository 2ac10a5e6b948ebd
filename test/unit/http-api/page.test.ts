import { gunzipSync, gzipSync } from 'node:zlib';
import { buildPage } from '@plumbline/page/page-serving';
import { describe, expect, it } from 'vitest';
import { createApiWorld } from '../../support/builders/api-world.ts';

const FIRST_VIEW_BYTES = 150_000;
const IMPORT = /(?:\bfrom\s*|\bimport\s*\(?\s*)["']([^"'$`]+)["']/g;

/** Addresses of everything that the document loads. */
function loadedBy(html: string): string[] {
  return [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address = '']) => address);
}

async function readShell() {
  const { api } = createApiWorld();
  const response = await api.request('/runs/research-lamp');
  return { api, response, html: await response.text() };
}

describe('the page', () => {
  it.each([
    ['/'],
    ['/runs'],
    ['/runs/research-lamp'],
    ['/runs/%3Cscript%3E'],
    ['/runs/a/comparison'],
    ['/runs/a/comparison/b'],
    ['/memory'],
    ['/settings'],
    ['/briefings/grid/2026-W10'],
    ['/ask'],
    ['/sessions'],
    ['/sessions/chat-6d0c'],
  ])('is the same document at every view: %s', async (path) => {
    const { api, html } = await readShell();

    const response = await api.request(path);

    expect(response.status).toBe(200);
    expect(await response.text()).toBe(html);
  });

  it('has nothing inline and loads nothing from elsewhere', async () => {
    const { html } = await readShell();

    expect(html).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\son\w+=|\sstyle=/);
    expect(loadedBy(html).every((address) => address.startsWith('/assets/'))).toBe(true);
  });

  it('forbids everything but its own files', async () => {
    const { response } = await readShell();
    const policy = response.headers.get('content-security-policy') ?? '';

    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("style-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
    expect(policy).not.toContain('http');
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('is asked for again at every visit, its files never', async () => {
    const { api, response, html } = await readShell();
    const tag = response.headers.get('etag') ?? '';

    const again = await api.request('/', { headers: { 'if-none-match': tag } });
    const files = await Promise.all(loadedBy(html).map(async (address) => api.request(address)));

    expect(response.headers.get('cache-control')).toBe('no-cache');
    expect([again.status, await again.text()]).toEqual([304, '']);
    expect(files.map(({ status }) => status)).toEqual(files.map(() => 200));
    expect(files.every(({ headers }) => headers.get('cache-control')?.includes('immutable'))).toBe(true);
  });

  it('has a first view below its limit, compressed for whoever takes that', async () => {
    const { api, html } = await readShell();

    const parts = await Promise.all(
      loadedBy(html).map(async (address) => {
        const plain = await (await api.request(address)).arrayBuffer();
        const sent = await api.request(address, { headers: { 'accept-encoding': 'gzip' } });
        const bytes = Buffer.from(await sent.arrayBuffer());
        const isCompressed = sent.headers.get('content-encoding') === 'gzip';
        expect((isCompressed ? gunzipSync(bytes) : bytes).equals(Buffer.from(plain))).toBe(true);
        return bytes.length;
      }),
    );

    const total = parts.reduce((sum, bytes) => sum + bytes, gzipSync(html).length);
    expect(total).toBeGreaterThan(5_000);
    expect(total).toBeLessThan(FIRST_VIEW_BYTES);
  });

  it('is two files; what they import is served, and nothing by a package name', async () => {
    const { html } = await readShell();
    const { files } = await buildPage();
    const scripts = [...files].filter(([path]) => path.endsWith('.js') && !path.startsWith('pdfjs-dist/'));

    const imported = scripts.flatMap(([path, file]) =>
      [...file.read().toString('utf8').matchAll(IMPORT)].map(([, name = '']) => new URL(name, `http://page/${path}`)),
    );

    expect(loadedBy(html).map((address) => address.split('/').at(-1))).toEqual([
      'icon.svg',
      'plumbline.webmanifest',
      'page.css',
      'page.js',
    ]);
    expect(imported.map(({ pathname }) => pathname.slice(1)).filter((path) => !files.has(path))).toEqual([]);
    expect(scripts.map(([path]) => path).sort()).toEqual(['page.js', 'pdf-drawing.js']);
  });

  it.each([
    ['/assets/VERSION/../package.json'],
    ['/assets/VERSION/pdfjs-dist/../../package.json'],
    ['/assets/VERSION/%2e%2e/%2e%2e/package.json'],
    ['/assets/VERSION/packages/hono/package.json'],
    ['/assets/0000000000000000/page.js'],
    ['/assets/VERSION/main.tsx'],
    ['/assets/VERSION/pdfjs-dist/package.json'],
  ])('serves no other file: %s', async (path) => {
    const { version } = await buildPage();

    const response = await createApiWorld().api.request(path.replace('VERSION', version));

    expect(response.status).toBe(404);
  });

  it('needs no token and may be linked to from anywhere, unlike the API', async () => {
    const { api } = createApiWorld({ settings: { token: 'secret' } });
    const headers = { 'sec-fetch-site': 'cross-site', host: 'reports.example' };

    const page = await api.request('/runs/research-lamp', { headers });
    const data = await api.request('/api/runs/research-lamp/reading', { headers });

    expect([page.status, data.status]).toEqual([200, 403]);
    expect((await api.request('/api/runs/research-lamp/reading')).status).toBe(401);
  });
});
