import { bookOf } from '../builders/book-fixtures.ts';
import { column, pdfOfLines } from '../builders/document-fixtures.ts';
import { openTextOf, paragraph as slideParagraph, presentationOf, shape } from '../builders/office-fixtures.ts';
import { paragraph, run, wordFile, wordTableOf } from '../builders/word-fixtures.ts';
import type { Chance, GeneratedBlock } from './random-blocks.ts';
import { writeAsciidoc, writeRst } from './written-markup.ts';

type Blocks = readonly GeneratedBlock[];

/** The same blocks as a file of each format, as programs write it. */
export const WRITERS: Readonly<Record<string, (blocks: Blocks, chance: Chance) => Uint8Array | string>> = {
  'page.html': writeHtml,
  'letter.eml': (blocks, chance) =>
    `From: a@mill.example\nSubject: Rules\nContent-Type: text/html; charset=utf-8\n\n${writeHtml(blocks, chance)}`,
  'book.epub': (blocks, chance) => bookOf({ one: htmlOf(blocks, chance) }),
  'text.md': writeMarkdown,
  'text.rst': writeRst,
  'text.adoc': writeAsciidoc,
  'text.docx': writeWord,
  'text.odt': writeOpenText,
  'text.pptx': writeSlides,
  'text.pdf': writePdf,
};

/** Names that pages give to what is no article. */
const NAMES = [
  'byline',
  'meta',
  'date',
  'share',
  'related',
  'toc',
  'comments',
  'ad',
  'hero',
  'sidebar',
  'footer-note',
  'post-info',
  'author',
  'breadcrumb',
  'caption',
  'reference',
  'social',
  'tags',
  'newsletter',
  'footnote',
  'hidden-xs',
  'nav-item',
];
const AROUND = [
  'div',
  'section',
  'article',
  'header',
  'footer',
  'aside',
  'main',
  'center',
  'form',
  'fieldset',
  'details',
];

function writeHtml(blocks: Blocks, chance: Chance): string {
  return `<!doctype html><html><head><meta charset="utf-8"><title>${chance.of(['A', 'Rules', 'Rules | The mill'])}</title></head><body>${htmlOf(blocks, chance)}</body></html>`;
}

function htmlOf(blocks: Blocks, chance: Chance): string {
  const notes: string[] = [];
  const parts = blocks.map((block) => {
    const html = htmlBlock(block, chance, notes);
    if (chance.below(3) > 0) return html;
    const name = chance.of(AROUND);
    return `<${name} class="${chance.of(NAMES)}" id="${chance.of(NAMES)}">${html}</${name}>`;
  });
  const all = `${parts.join('\n')}${notes.join('\n')}`;
  return chance.below(2) === 0 ? all : `<main>${all}</main>`;
}

function htmlBlock(block: GeneratedBlock, chance: Chance, notes: string[]): string {
  switch (block.kind) {
    case 'heading':
      return `<h${block.level}>${escaped(block.text)}</h${block.level}>`;
    case 'quote':
      return `<blockquote><p>${escaped(block.text)}</p></blockquote>`;
    case 'menu':
      return `<nav><ul><li><a href="a.html">${escaped(block.text)}</a></li></ul></nav>`;
    case 'noted': {
      const number = notes.push('');
      notes[number - 1] = `<p id="fn${number}"><a href="#ref${number}">${number}</a> ${escaped(block.note)}</p>`;
      return `<p>${escaped(block.text)}<sup id="ref${number}"><a href="#fn${number}">${number}</a></sup></p>`;
    }
    case 'list': {
      const [name, term] = [block.isNumbered ? 'ol' : 'ul', chance.below(3) === 0];
      if (term)
        return `<dl>${block.entries.map((entry, at) => (at % 2 === 0 ? `<dt>${escaped(entry)}</dt>` : `<dd>${escaped(entry)}</dd>`)).join('')}</dl>`;
      return `<${name}>${block.entries.map((entry) => `<li>${escaped(entry)}</li>`).join('')}</${name}>`;
    }
    case 'table': {
      const cells = (row: readonly string[], name: string): string =>
        `<tr>${row.map((cell) => `<${name}>${escaped(cell)}</${name}>`).join('')}</tr>`;
      const head = chance.of(['th', 'td']);
      return `<table>${block.rows.map((row, at) => cells(row, at === 0 ? head : 'td')).join('')}</table>`;
    }
    case 'code':
      return `<pre><code>${escaped(block.lines.join('\n'))}</code></pre>`;
    case 'paragraph':
    default:
      return chance.of([
        (text: string) => `<p>${text}</p>`,
        (text: string) => `<p class="${chance.of(NAMES)}">${text}</p>`,
        (text: string) => `<div>${text}</div>`,
        (text: string) => `<p><small>${text}</small></p>`,
        (text: string) => `<p><time>${text}</time></p>`,
        (text: string) => `<p><b>${text}</b></p>`,
        (text: string) => `<p><a href="b.html">${text}</a></p>`,
        (text: string) => `<address>${text}</address>`,
        (text: string) => `<figure><img src="a.png" alt=""><figcaption>${text}</figcaption></figure>`,
        (text: string) => `<label>${text}</label><br>`,
        (text: string) => `<button>${text}</button>`,
        (text: string) => `${text}<hr>`,
      ])(escaped(block.text));
  }
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function writeMarkdown(blocks: Blocks): string {
  const notes: string[] = [];
  const parts = blocks.map((block) => {
    switch (block.kind) {
      case 'heading':
        return `${'#'.repeat(block.level)} ${block.text}`;
      case 'quote':
        return `> ${block.text}`;
      case 'noted':
        return `${block.text}[^${notes.push(`[^${notes.length + 1}]: ${block.note}`)}]`;
      case 'list':
        return block.entries.map((entry, at) => `${block.isNumbered ? `${at + 1}.` : '-'} ${entry}`).join('\n');
      case 'table': {
        const lines = block.rows.map((row) => `| ${row.join(' | ')} |`);
        return [lines[0], `|${' --- |'.repeat(block.rows[0]?.length ?? 0)}`, ...lines.slice(1)].join('\n');
      }
      case 'code':
        return `\`\`\`\n${block.lines.join('\n')}\n\`\`\``;
      case 'menu':
      case 'paragraph':
      default:
        return block.text;
    }
  });
  return [...parts, ...notes].join('\n\n');
}

function writeWord(blocks: Blocks): Uint8Array {
  const notes: string[] = [];
  const body = blocks.map((block) => {
    const styled = (style: string, text: string): string =>
      `<w:p><w:pPr><w:pStyle w:val="${style}"/></w:pPr>${run(escaped(text))}</w:p>`;
    switch (block.kind) {
      case 'heading':
        return styled(`Heading${block.level}`, block.text);
      case 'noted': {
        const id = notes.push(block.note);
        return paragraph(run(escaped(block.text)), `<w:r><w:footnoteReference w:id="${id}"/></w:r>`);
      }
      case 'list':
        return block.entries.map((entry) => styled('ListBullet', entry)).join('');
      case 'table':
        return wordTableOf(block.rows.map((row) => row.map((cell) => run(escaped(cell)))));
      case 'code':
        return block.lines.map((line) => styled('Code', line)).join('');
      case 'menu':
      case 'paragraph':
      case 'quote':
      default:
        return styled(block.kind === 'quote' ? 'Quote' : 'Normal', block.text);
    }
  });
  const footnotes = notes.map(
    (note, at) => `<w:footnote w:id="${at + 1}">${paragraph(run(escaped(note)))}</w:footnote>`,
  );
  return wordFile('Rules', body.join(''), { footnotes: footnotes.join('') });
}

function writeOpenText(blocks: Blocks): Uint8Array {
  const body = blocks.map((block) => {
    const paragraphOf = (text: string, inside = ''): string => `<text:p>${escaped(text)}${inside}</text:p>`;
    switch (block.kind) {
      case 'heading':
        return `<text:h text:outline-level="${block.level}">${escaped(block.text)}</text:h>`;
      case 'noted':
        return paragraphOf(
          block.text,
          `<text:note><text:note-citation>1</text:note-citation><text:note-body>${paragraphOf(block.note)}</text:note-body></text:note>`,
        );
      case 'list':
        return `<text:list>${block.entries.map((entry) => `<text:list-item>${paragraphOf(entry)}</text:list-item>`).join('')}</text:list>`;
      case 'table':
        return `<table:table>${block.rows.map((row) => `<table:table-row>${row.map((cell) => `<table:table-cell>${paragraphOf(cell)}</table:table-cell>`).join('')}</table:table-row>`).join('')}</table:table>`;
      case 'code':
        return block.lines.map((line) => paragraphOf(line)).join('');
      case 'menu':
      case 'paragraph':
      case 'quote':
      default:
        return paragraphOf(block.text);
    }
  });
  return openTextOf(body.join(''));
}

function writeSlides(blocks: Blocks): Uint8Array {
  return presentationOf(
    blocks.map((block) => {
      const lines = linesOf(block).map((line) => slideParagraph(escaped(line)));
      return {
        shapes: shape(lines.join(''), block.kind === 'heading' ? 'title' : 'body'),
        ...(block.kind === 'noted' && { notes: escaped(block.note) }),
      };
    }),
  );
}

function linesOf(block: GeneratedBlock): readonly string[] {
  if (block.kind === 'list') return block.entries;
  if (block.kind === 'code') return block.lines;
  return block.kind === 'table' ? block.rows.map((row) => row.join(' ')) : [block.text];
}

const LINES_ON_PAGE = 45;

function writePdf(blocks: Blocks): Uint8Array {
  const lines = blocks.flatMap((block) => [...linesOf(block), ...(block.kind === 'noted' ? [block.note] : []), '']);
  // Letters outside of Latin-1 are not in the font.
  const wrapped = lines.flatMap((line) => column(line.replaceAll(/[^ -~]/g, '-'), {}).map(({ text }) => text));
  const pages = Array.from({ length: Math.ceil(wrapped.length / LINES_ON_PAGE) }, (_, at) =>
    wrapped.slice(at * LINES_ON_PAGE, (at + 1) * LINES_ON_PAGE),
  );
  return pdfOfLines(
    pages.map((page) => page.map((text, at) => ({ text, x: 72, y: 720 - at * 14 })).filter(({ text }) => text !== '')),
  );
}
