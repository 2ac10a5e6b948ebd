import { posix } from 'node:path';
import { lexer, type Token, type Tokens, walkTokens } from 'marked';

export interface MarkdownFile {
  /** Relative to the project, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

/** What links and paths may point to. */
export interface Project {
  /** Of files and folders; relative to the project, without a slash at the end. */
  readonly paths: ReadonlySet<string>;
  readonly markdown: readonly MarkdownFile[];
}

interface References {
  readonly links: readonly string[];
  /** Inline code, as written. */
  readonly code: readonly string[];
  readonly anchors: ReadonlySet<string>;
}

/** A web address, a mail address, or anything else that leads out of the project. */
const EXTERNAL = /^[a-z][a-z+.-]*:/i;
const HTML_LINK = /\b(?:href|src)="([^"]+)"/g;

/** Every link and anchor that leads nowhere, and every path in inline code that does not exist, as `file -> target`. */
export function findBrokenReferences({ paths, markdown }: Project): string[] {
  const references = new Map(markdown.map(({ path, text }) => [path, readReferences(text)]));
  const folders = topFolders(paths);
  return [...references].flatMap(([path, { links, code }]) => {
    const badLinks = links.filter((link) => !EXTERNAL.test(link) && !isLinkGood(path, link));
    const badPaths = code.flatMap((span) => pathsIn(span, folders)).filter((target) => !paths.has(target));
    return [...badLinks, ...badPaths].map((target) => `${path} -> ${target}`);
  });

  function isLinkGood(from: string, link: string): boolean {
    const [written = '', anchor] = decodeURI(link).split('#');
    const target = written === '' ? from : posix.join(posix.dirname(from), written).replace(/\/$/, '');
    if (!paths.has(target)) return false;
    return anchor === undefined || references.get(target)?.anchors.has(anchor) === true;
  }
}

function readReferences(text: string): References {
  const links: string[] = [];
  const code: string[] = [];
  const headings: string[] = [];
  const read = (token: Token): void => {
    if (token.type === 'link' || token.type === 'image') links.push(token['href']);
    if (token.type === 'html') links.push(...[...token.raw.matchAll(HTML_LINK)].map(([, target = '']) => target));
    if (token.type === 'codespan') code.push(token['text']);
    if (token.type === 'heading') headings.push(plainText((token as Tokens.Heading).tokens));
  };
  void walkTokens(lexer(text), read);
  return { links, code, anchors: anchorsOf(headings) };
}

export function plainText(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      if ('tokens' in token && token.tokens !== undefined) return plainText(token.tokens);
      return 'text' in token ? token.text : '';
    })
    .join('');
}

/** As GitHub makes them: a heading that is there already gets a number. */
export function anchorsOf(headings: readonly string[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  return new Set(
    headings.map((heading) => {
      const slug = heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\p{M}\s_-]/gu, '')
        .trim()
        .replaceAll(/\s/g, '-');
      const count = counts.get(slug) ?? 0;
      counts.set(slug, count + 1);
      return count === 0 ? slug : `${slug}-${count}`;
    }),
  );
}

/** Words of a code span that begin with a folder of the project; patterns and placeholders are none. */
function pathsIn(span: string, folders: readonly string[]): string[] {
  return span
    .split(/\s+/)
    .filter((word) => folders.some((folder) => word.startsWith(`${folder}/`)) && /^[\w./-]+$/.test(word))
    .map((word) => word.replace(/\/$/, ''));
}

function topFolders(paths: ReadonlySet<string>): string[] {
  return [...new Set([...paths].flatMap((path) => (path.includes('/') ? [path.slice(0, path.indexOf('/'))] : [])))];
}
