// Makes a static site of the documentation, with a search: npm run docs:site [-- folder]
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { posix, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { lexer, Marked, type Token, type Tokens, type TokensList, walkTokens } from 'marked';
import { anchorsOf, plainText } from '../test/architecture/link-rules.ts';

interface Page {
  /** Of the Markdown file, from the root of the project. */
  readonly path: string;
  readonly title: string;
  readonly tokens: TokensList;
  /** Of every heading, wherever it stands. */
  readonly anchors: ReadonlyMap<Token, string>;
}

/** A part of a page below one heading, as the search sees it. */
interface Section {
  readonly title: string;
  readonly heading: string;
  readonly address: string;
  readonly text: string;
}

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const EXTERNAL = /^(?:[a-z][a-z+.-]*:|#)/iu;

/** Writes the site into a folder, which is emptied before, and returns the names of its pages. */
export function writeSite(folder: string): string[] {
  rmSync(folder, { recursive: true, force: true });
  const pages = listPages();
  const known = new Set(pages.map(({ path }) => path));
  for (const page of pages) {
    const file = posix.join(folder, addressOf(page.path));
    mkdirSync(posix.dirname(file), { recursive: true });
    writeFileSync(file, renderPage(page, pages, known));
  }
  cpSync(`${ROOT}docs/site`, folder, { recursive: true });
  cpSync(`${ROOT}docs/pictures`, posix.join(folder, 'docs/pictures'), { recursive: true });
  const sections = pages.flatMap(sectionsOf);
  writeFileSync(posix.join(folder, 'search-index.js'), `globalThis.SECTIONS = ${JSON.stringify(sections)};\n`);
  return pages.map(({ path }) => addressOf(path));
}

function listPages(): Page[] {
  const docs = readdirSync(`${ROOT}docs`, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'));
  const packages = readdirSync(`${ROOT}packages`).map((name) => `packages/${name}/README.md`);
  return [
    'README.md',
    ...docs.map((name) => `docs/${name}`).sort(),
    'CONTRIBUTING.md',
    'CHANGELOG.md',
    'bench/results/measurements.md',
    ...packages,
  ].map(readPage);
}

function readPage(path: string): Page {
  const tokens = lexer(readFileSync(`${ROOT}${path}`, 'utf8'));
  const headings: Tokens.Heading[] = [];
  void walkTokens(tokens, (token) => void (isHeading(token) && headings.push(token)));
  const titles = headings.map((heading) => plainText(heading.tokens));
  const anchors = [...anchorsOf(titles)];
  return {
    path,
    title: titles[0] ?? path,
    tokens,
    anchors: new Map(headings.map((heading, index) => [heading, anchors[index] ?? ''])),
  };
}

function isHeading(token: Token): token is Tokens.Heading {
  return token.type === 'heading';
}

/** `docs/README.md` is `docs/index.html`. */
function addressOf(path: string): string {
  return path.replace(/README\.md$/u, 'index.md').replace(/\.md$/u, '.html');
}

function renderPage(page: Page, pages: readonly Page[], known: ReadonlySet<string>): string {
  const root = '../'.repeat(page.path.split('/').length - 1);
  return `<!doctype html>
<html lang="en" data-root="${root}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${page.title} · Plumbline</title>
<link rel="stylesheet" href="${root}page.css">
</head>
<body>
<header><a href="${root}index.html">Plumbline</a>
<input id="search" type="search" placeholder="Search the documentation ( / )" aria-label="Search" autocomplete="off">
<ol id="found" hidden></ol></header>
<div class="columns">
<nav aria-label="Pages">${renderMenu(page, pages, known)}</nav>
<main>${markedFor(page, known).parser(page.tokens)}</main>
</div>
<script src="${root}search-index.js"></script>
<script src="${root}search.js"></script>
</body>
</html>
`;
}

/** The lists of the page on all pages, without what stands behind the links. */
function renderMenu(page: Page, pages: readonly Page[], known: ReadonlySet<string>): string {
  const blocks = pages.find(({ path }) => path === 'docs/README.md')?.tokens ?? [];
  return blocks
    .map((block) => {
      const raw = block.raw.trim();
      if (block.type === 'paragraph' && /^\*\*[^*]+\*\*$/u.test(raw)) return `<b>${raw.slice(2, -2)}</b>`;
      if (block.type !== 'list') return '';
      const links = [...raw.matchAll(/\[(?<words>[^\]]+)\]\((?<target>[^)#]+\.md)\)/gu)];
      return `<ul>${links.map(({ groups }) => renderEntry(groups?.['words'] ?? '', groups?.['target'] ?? '')).join('')}</ul>`;
    })
    .join('\n');

  function renderEntry(words: string, target: string): string {
    const path = posix.join('docs', target);
    const current = path === page.path ? ' aria-current="page"' : '';
    return `<li><a href="${linkFrom(page.path, path, known)}"${current}>${words}</a></li>`;
  }
}

function markedFor(page: Page, known: ReadonlySet<string>): Marked {
  return new Marked({
    renderer: {
      heading(token) {
        const anchor = page.anchors.get(token) ?? '';
        return `<h${token.depth} id="${anchor}">${this.parser.parseInline(token.tokens)}</h${token.depth}>\n`;
      },
      link({ href, tokens }) {
        const words = this.parser.parseInline(tokens);
        const target = resolveLink(page.path, href, known);
        return target === null ? words : `<a href="${target}">${words}</a>`;
      },
    },
  });
}

/** Null: it leads to a file that the site does not have, such as a source. */
function resolveLink(from: string, href: string, known: ReadonlySet<string>): string | null {
  if (EXTERNAL.test(href)) return href;
  const [written = '', anchor] = href.split('#');
  const path = posix.join(posix.dirname(from), written).replace(/\/$/u, '/README.md');
  if (!known.has(path)) return null;
  return `${linkFrom(from, path, known)}${anchor === undefined ? '' : `#${anchor}`}`;
}

function linkFrom(from: string, to: string, known: ReadonlySet<string>): string {
  if (!known.has(to)) throw new Error(`${from}: the site has no ${to}`);
  return posix.relative(posix.dirname(addressOf(from)), addressOf(to));
}

function sectionsOf({ path, title, tokens, anchors }: Page): Section[] {
  const sections: Section[] = [];
  for (const token of tokens) {
    const last = sections.at(-1);
    if (isHeading(token)) {
      const address = `${addressOf(path)}#${anchors.get(token) ?? ''}`;
      sections.push({ title, heading: plainText(token.tokens), address, text: '' });
    } else if (last !== undefined) {
      const words = token.raw.replaceAll(/\]\([^)]*\)|-{3,}/gu, ' ').replaceAll(/[|*`[\s]+/gu, ' ');
      sections.splice(-1, 1, { ...last, text: `${last.text} ${words}`.trim() });
    }
  }
  return sections;
}

if (import.meta.main) {
  const folder = resolve(process.argv[2] ?? `${ROOT}dist/site`);
  const pages = writeSite(folder);
  process.stdout.write(`${pages.length} pages: ${folder}/index.html\n`);
}
