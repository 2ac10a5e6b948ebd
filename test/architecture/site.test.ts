import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { runInNewContext } from 'node:vm';
import { afterAll, expect, it } from 'vitest';
import { z } from 'zod';
import { writeSite } from '../../docs/site.ts';

const folder = mkdtempSync(join(tmpdir(), 'plumbline-site-'));
const pages = writeSite(folder);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const read = (name: string): string => readFileSync(join(folder, name), 'utf8');

/** Links and pictures of a page that lead to no file of the site, or to no anchor of it. */
function deadEndsOf(name: string): string[] {
  return [...read(name).matchAll(/(?:href|src)="(?<target>(?![a-z]+:)[^"]+)"/gu)]
    .map(({ groups }) => groups?.['target'] ?? '')
    .filter((target) => {
      const [path = '', anchor] = target.split('#');
      const file = path === '' ? name : posix.join(posix.dirname(name), path);
      return !existsSync(join(folder, file)) || (anchor !== undefined && !read(file).includes(`id="${anchor}"`));
    })
    .map((target) => `${name} -> ${target}`);
}

/** What the search of the site finds, as its script does it in a browser. */
function search(query: string): string[] {
  const context = { query, found: [] as unknown };
  runInNewContext(`${read('search-index.js')}\n${read('search.js')}\nfound = findSections(SECTIONS, query);`, context);
  return z
    .array(z.looseObject({ address: z.string() }))
    .parse(context.found)
    .map(({ address }) => address);
}

it('has every page, and no link of one leads nowhere', () => {
  expect(pages).toContain('docs/tour.html');
  expect(pages.length).toBeGreaterThan(40);
  expect(pages.flatMap(deadEndsOf)).toEqual([]);
});

it('is searched by all words, with what a heading says first', () => {
  expect(search('context tiers')[0]).toBe('docs/evidence-and-scoring.html#context-tiers');
  expect(search('uninstal')).toContain('docs/upgrading.html#uninstall');
  expect(search('tour unspeakableword')).toEqual([]);
});

it('names a page in the menu of every page', () => {
  expect(read('docs/faq.html')).toContain('<a href="faq.html" aria-current="page">Questions</a>');
  expect(read('docs/decisions/0007-evidence.html')).toContain('<a href="../faq.html">Questions</a>');
});
