import { writeLowered, writeRaised } from '@plumbline/text/powers';
import { isElement, isInline, NO_CONTENT, type PageElement, type PageNode, TEXT_NODE } from './html-text.ts';
import { createTableWriter } from './page-tables.ts';

const HEADING = /^H([1-6])$/;
const LISTS = new Set(['UL', 'OL', 'MENU', 'DIR']);
const EMPHASIS: Readonly<Record<string, string>> = { STRONG: '**', B: '**', EM: '*', I: '*' };
const CODE = new Set(['CODE', 'TT', 'SAMP']);
const VALUE_UNSEEN = /^(?:hidden|password|checkbox|radio|file|image|range|color)$/i;
const STRUCK = 'del, s, strike';
const CONTEXT = 48;
const LONGEST_MARK = 4;
/** What Markdown would read as a mark. The mark of a note stays one. */
const MARKS = /\[\^[^\][\s]{1,40}\]|[\\`*_[\]]|<(?=\/?[a-z][\w-]*(?:[\s/>]))/gi;
const LINE_MARKS = /^(?:[-+](?= |$)|#{1,6}(?= )|>|=+$|~~~)/;
const NUMBER = /^(\d{1,9})([.)])(?= )/;

/** The content of an element as Markdown. No word that a browser shows is left out. */
export function writeMarkdown(root: PageElement): string {
  // Entities end a text for the parser, and marks are of several characters.
  root.normalize();
  return new BlockWriter().blocksIn(root).join('\n\n');
}

class BlockWriter {
  readonly #writeTable = createTableWriter((cell) => this.blocksIn(cell));

  /** The blocks within an element; words beside them are paragraphs. */
  blocksIn(parent: PageNode): string[] {
    return this.#blocksOf(nodesIn(parent));
  }

  #blocksOf(nodes: readonly PageNode[]): string[] {
    const blocks: string[] = [];
    let line: PageNode[] = [];
    for (const node of nodes) {
      if (isInLine(node)) line.push(node);
      else if (isElement(node)) {
        blocks.push(tidied(wordsOf(line, '')), ...this.#write(node));
        line = [];
      }
    }
    return [...blocks, tidied(wordsOf(line, ''))].filter((block) => block !== '');
  }

  #write(element: PageElement): string[] {
    const name = nameOf(element);
    if (NO_CONTENT.has(name)) return [];
    if (name === 'HR') return ['---'];
    if (name === 'PRE') return [writeCode(element)];
    if (name === 'TABLE') return this.#writeTable(element);
    if (name === 'DL') return [Array.from(this.#termsIn(element), (entry) => entryOf('- ', entry)).join('\n')];
    if (LISTS.has(name)) return [this.#writeList(element)];
    const blocks = this.blocksIn(element);
    if (name === 'BLOCKQUOTE') return [quoted(blocks.join('\n\n'))];
    const level = HEADING.exec(name)?.[1];
    const isHeading = level !== undefined && blocks.length > 0;
    return isHeading ? [`${'#'.repeat(Number(level))} ${blocks.join(' ').replaceAll(/\s+/g, ' ').trim()}`] : blocks;
  }

  /** Entries one below another; what belongs to an entry is indented below it. */
  #writeList(list: PageElement): string {
    let number = Number.parseInt(list.getAttribute('start') ?? '1', 10) || 1;
    const lines: string[] = [];
    for (const node of nodesIn(list)) {
      const isEntry = isElement(node) && nameOf(node) === 'LI';
      const blocks = this.#blocksOf(isEntry ? nodesIn(node) : [node]);
      if (isEntry) number = Number.parseInt(node.getAttribute('value') ?? '', 10) || number;
      const mark = nameOf(list) === 'OL' ? `${number}. ` : '- ';
      if (blocks.length > 0) lines.push(entryOf(isEntry ? mark : '\t', blocks));
      if (isEntry) number += 1;
    }
    return lines.join('\n');
  }

  /** Markdown has no lists of definitions: the blocks of entries "**term**: definition". */
  #termsIn(list: PageNode): string[][] {
    const entries: string[][] = [];
    let isAfterTerm = false;
    for (const node of nodesIn(list)) {
      const name = isElement(node) ? nameOf(node) : '';
      const isTerm = name === 'DT';
      const [first, ...others] = this.#blocksOf(/^D[TD]$/.test(name) ? nodesIn(node) : name === 'DIV' ? [] : [node]);
      if (name === 'DIV') entries.push(...this.#termsIn(node));
      if (first === undefined) continue;
      const words = isTerm ? around(first, '**') : first;
      const last = entries.at(-1);
      if (last === undefined || (isTerm && !isAfterTerm)) entries.push([words, ...others]);
      else last.splice(-1, 1, `${last.at(-1)}${isTerm ? ', ' : ': '}${words}`, ...others);
      isAfterTerm = isTerm;
    }
    return entries;
  }
}

/** Code begins in a line of its own and keeps its empty lines; else an entry has none. */
function entryOf(mark: string, blocks: readonly string[]): string {
  const written = blocks.map((block) => block.replaceAll(/^`{3}/m.test(block) ? /\n(?!\n)/g : /\n+/g, '\n\t'));
  return mark + written.join('\n\t').replace(/(^|\*\*: )(?=`{3,}[^`\n]*\n)/, '$1\n\t');
}

function quoted(text: string): string {
  return text === '' ? '' : text.replaceAll(/^/gm, '> ').replaceAll(/^> $/gm, '>');
}

function writeCode(element: PageElement): string {
  const code = element.querySelector('code');
  const stated = [code, element].map(
    (one) =>
      one?.getAttribute('data-lang') ?? /(?:^|\s)lang(?:uage)?-([\w+#-]+)/.exec(one?.getAttribute('class') ?? '')?.[1],
  );
  const words = linesOf(element)
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd();
  const longest = Math.max(2, ...[...words.matchAll(/^ {0,3}(`{3,})/gm)].map(([, run = '']) => run.length));
  const fence = '`'.repeat(longest + 1);
  return words === '' ? '' : `${fence}${stated.find((each) => each !== undefined) ?? ''}\n${words}\n${fence}`;
}

/** Words as they stand, with their line breaks. */
function linesOf(node: PageNode): string {
  if (node.nodeType === TEXT_NODE) return node.nodeValue ?? '';
  if (!isElement(node)) return '';
  const words = nodesIn(node).map(linesOf).join('');
  if (nameOf(node) === 'BR') return '\n';
  return isInline(node) || nameOf(node) === 'PRE' || words.endsWith('\n') ? words : `${words}\n`;
}

/** @param before the last words of the paragraph in front */
function writeInline(node: PageNode, before: string): string {
  const struck = node.parentElement?.closest(STRUCK) ? '~~' : '';
  if (node.nodeType === TEXT_NODE)
    return around(escaped((node.nodeValue ?? '').replaceAll(/[ \t\r\n\f\u00a0]+/g, ' ')), struck);
  if (!isElement(node)) return '';
  const name = nameOf(node);
  if (NO_CONTENT.has(name) || name === 'WBR') return '';
  if (name === 'BR') return '\n';
  if (name === 'IMG') return writePicture(node);
  if (name === 'INPUT') return writeValue(node);
  if (CODE.has(name)) return around(codeSpan(node.textContent.replaceAll(/\s+/g, ' ')), struck);
  if (node.hasAttribute('data-latex')) return `$${node.getAttribute('data-latex')}$`;
  if (name === 'SUP' || name === 'SUB') return writeMoved(node, name, before);
  const words = wordsOf(nodesIn(node), before);
  if (name === 'Q') return `“${words}”`;
  return name === 'A' ? writeLink(node, words) : around(words, EMPHASIS[name] ?? '');
}

/** Hands on only the last words: all of a long paragraph for each of its nodes would be quadratic work. */
function wordsOf(nodes: readonly PageNode[], before: string): string {
  let [words, last] = ['', before];
  for (const node of nodes) {
    const written = writeInline(node, last);
    words += written;
    last = `${last}${written}`.slice(-CONTEXT - LONGEST_MARK);
  }
  return words;
}

/** Raised or lowered words: a power, an index, or the mark of a note. */
function writeMoved(element: PageElement, name: 'SUP' | 'SUB', before: string): string {
  const [words, context] = [element.textContent.trim(), before.replace(/[*`~]{1,4}$/, '').slice(-CONTEXT)];
  const isPlain = element.querySelector('a, sup, sub') === null && element.closest('a') === null;
  const after = element.nextSibling?.textContent?.slice(0, 1) ?? '';
  const written = name === 'SUP' ? writeRaised(words, context, after) : writeLowered(words, context);
  if (isPlain && words !== '' && written !== '') return written;
  return `<${name.toLowerCase()}>${wordsOf(nodesIn(element), before)}</${name.toLowerCase()}>`;
}

/** Marks stand at words, with the spaces outside of them. */
function around(words: string, mark: string): string {
  const inside = words.trim();
  if (mark === '' || inside === '' || inside.startsWith(mark)) return words;
  const start = words.indexOf(inside);
  return `${words.slice(0, start)}${mark}${inside}${mark}${words.slice(start + inside.length)}`;
}

function writeLink(link: PageElement, words: string): string {
  const target = link.getAttribute('href')?.trim() ?? '';
  if (words.trim() === '' || target === '' || /^(?:javascript|data):/i.test(target)) return words;
  const place = /\s/.test(target) ? `<${target.replaceAll('>', '%3E')}>` : target.replaceAll(/[()]/g, String.raw`\$&`);
  return `[${words}](${place})`;
}

function writePicture(picture: PageElement): string {
  const description = (picture.getAttribute('alt') ?? '').replaceAll(/\s+/g, ' ').trim();
  const source = picture.getAttribute('src')?.trim() ?? '';
  if (source === '' || source.startsWith('data:')) return escaped(description);
  return `![${description}](${source.replaceAll(/\s/g, '%20').replaceAll(/[()]/g, String.raw`\$&`)})`;
}

/** The words within a field or on a button. */
function writeValue(field: PageElement): string {
  return VALUE_UNSEEN.test(field.getAttribute('type') ?? '') ? '' : ` ${escaped(field.getAttribute('value') ?? '')} `;
}

/** Words of a page that Markdown takes for words. */
function escaped(words: string): string {
  return words.replaceAll(MARKS, (mark) => (mark.length > 1 ? mark : `\\${mark}`));
}

/** A paragraph: spaces as a browser shows them, and no line that begins like something else. */
function tidied(words: string): string {
  const lines = words.replaceAll(/ {2,}/g, ' ').trim().split('\n');
  return lines
    .map((line) =>
      line
        .trim()
        .replace(LINE_MARKS, String.raw`\$&`)
        .replace(NUMBER, String.raw`$1\$2`),
    )
    .join('  \n');
}

/** Whether a node is part of a line: words, and elements of a line without blocks in them. */
function isInLine(node: PageNode): boolean {
  if (!isElement(node)) return node.nodeType === TEXT_NODE;
  return isInline(node) && nodesIn(node).every((child) => !isElement(child) || isInLine(child));
}

function nameOf(element: PageElement): string {
  return element.tagName.toUpperCase();
}

function nodesIn(node: PageNode): PageNode[] {
  return Array.from(node.childNodes);
}

export function codeSpan(code: string): string {
  const words = code.replaceAll(/[ \t]+/g, ' ');
  const longest = Math.max(0, ...(words.match(/`+/g) ?? []).map(({ length }) => length));
  const [mark, space] = ['`'.repeat(longest + 1), /^`|`$/.test(words) ? ' ' : ''];
  return words.trim() === '' ? words : `${mark}${space}${words}${space}${mark}`;
}
