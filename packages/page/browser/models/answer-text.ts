/** A stretch of an answer's text. */
export type TextSpan =
  | {
      readonly kind: 'text' | 'strong' | 'emphasis' | 'code';
      readonly text: string;
      /** Of a document: how its words are marked. */
      readonly mark?: 'quote' | 'deciding';
    }
  /** The mark of a citation. */
  | { readonly kind: 'citation'; readonly number: number };

/** A part of an answer's text. */
export type TextBlock =
  | { readonly kind: 'heading' | 'paragraph' | 'code' | 'lines'; readonly spans: readonly TextSpan[] }
  /** With the number of its first item; null: it is not ordered. */
  | { readonly kind: 'list'; readonly first: number | null; readonly items: readonly (readonly TextSpan[])[] }
  | { readonly kind: 'table'; readonly rows: readonly (readonly (readonly TextSpan[])[])[] };

const FENCE = /^```[^\n]*\n([\s\S]*?)(?:\n```|$)/;
const ITEM = /^\s*(?:[-*+]|(\d+)[.)])\s+/;
const SPAN =
  /\\([!-/:-@[-`{-~])|``([^\n]{1,500}?)``|`([^`\n]+)`|\*\*((?:(?!\*\*)[\s\S])+)\*\*|\*([^*\n]+)\*|(?<![\p{L}\p{N}_])_([^_\n]+)_(?![\p{L}\p{N}_])|\[(\d{1,4})\](?!\()/gu;

/**
 * Takes the Markdown apart that answers are written in: headings, lists, tables, code, bold, italic, marks of citations.
 * Everything else stays the text that it is; links and markup are nothing that an answer may contain.
 */
export function answerBlocks(markdown: string): TextBlock[] {
  const parts = markdown.replaceAll('\r\n', '\n').split(/(^```[\s\S]*?(?:^```$|(?![\s\S])))/m);
  return parts.flatMap((part): TextBlock[] => {
    const [, code] = FENCE.exec(part) ?? [];
    return code === undefined
      ? part.split(/\n{2,}/).flatMap(blocksOf)
      : [{ kind: 'code', spans: [{ kind: 'text', text: code }] }];
  });
}

/** Lines of one kind that follow each other are one block. */
function blocksOf(text: string): TextBlock[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const [first] = lines;
  if (first === undefined) return [];
  const kind = kindOf(first);
  const end = lines.findIndex((line) => kindOf(line) !== kind && !(kind === 'list' && /^\s+\S/.test(line)));
  const own = lines.slice(0, kind === 'heading' ? 1 : end < 0 ? lines.length : end);
  return [blockOf(kind, own), ...blocksOf(lines.slice(own.length).join('\n'))];
}

function kindOf(line: string): 'heading' | 'list' | 'table' | 'paragraph' {
  if (/^#{1,6} /.test(line)) return 'heading';
  if (ITEM.test(line)) return 'list';
  return /^\s*\|.*\|\s*$/.test(line) ? 'table' : 'paragraph';
}

function blockOf(kind: ReturnType<typeof kindOf>, lines: readonly string[]): TextBlock {
  const [first = ''] = lines;
  if (kind === 'heading') return { kind, spans: spansOf(first.replace(/^#+ /, '')) };
  if (kind === 'table')
    return { kind, rows: lines.filter((line) => !/^[\s|:\uE000-\uE002-]+$/.test(line)).map(cellsOf) };
  if (kind === 'paragraph') return { kind, spans: spansOf(lines.join('\n')) };
  const number = ITEM.exec(first)?.[1];
  return {
    kind,
    first: number === undefined ? null : Number(number),
    items: itemsOf(lines).map((item) => spansOf(item.trimEnd())),
  };
}

/** A line that begins no item goes on with the one before, in a line of its own where that ends in two spaces. */
function itemsOf(lines: readonly string[]): string[] {
  const items: string[] = [];
  for (const line of lines) {
    if (ITEM.test(line)) items.push(line.replace(ITEM, ''));
    else items.push(joined(items.pop() ?? '', line.trimStart()));
  }
  return items;
}

function joined(before: string, line: string): string {
  return before.endsWith('  ') ? `${before.trimEnd()}\n${line}` : `${before} ${line}`;
}

function cellsOf(line: string): TextSpan[][] {
  const cells = line
    .trim()
    .slice(1, -1)
    .split(/(?<!\\)\|/);
  return cells.map((cell) => spansOf(cell.trim()));
}

/** Of `[words](address)`, `![words](address)`, `[words][name]`. */
const LINK = /!?\[([^\][\n]{1,300})\](?:\([^()\n]{0,1000}\)|\[[^\][\n]{0,100}\])/g;
/** One that is cut. */
const OPEN_LINK = /!?\[([^\][\n]{1,300})\]\([^()\n]{0,1000}$/;

/** Words that lead elsewhere in a document, as words. @param keep what of the rest has to stay */
export function withoutLinks(text: string, keep = (_rest: string): string => ''): string {
  return text
    .replaceAll(LINK, (link, words: string) => `${words}${keep(link.slice(link.indexOf(words) + words.length))}`)
    .replace(OPEN_LINK, (link, words: string) => `${words}${keep(link.slice(link.indexOf(words) + words.length))}`);
}

/** A sentence of a source as it reads; numbers in brackets are its own there. */
export function sourceSpans(text: string): TextSpan[] {
  return spansOf(withoutLinks(text)).map((span) =>
    span.kind === 'citation' ? { kind: 'text', text: `[${span.number}]` } : span,
  );
}

/** A place to be led to, without any words; all other markup stays the text that it is. */
export const ANCHOR = /<a\s+(?:id|name)=["'][\w.:-]*["']\s*>\s*<\/a>/gi;
const LINE_MARK = /^(?:#{1,6} +|> ?|[-*+•] +(?!\d))/;

/** Words of a source without the markup of their lines: headings, lists, quotations, tables with their rules, anchors. */
export function readableLines(text: string): string[] {
  const lines = text.replaceAll(ANCHOR, '').split('\n');
  return lines.flatMap((line) => {
    const words = line.trim().replace(LINE_MARK, '');
    if (/^[\s|:>-]*$/.test(words)) return [];
    const cells = words.startsWith('|') ? words.split(/(?<!\\)\|/).map((cell) => cell.trim()) : [words];
    return [cells.filter((cell) => cell !== '').join(' · ')];
  });
}

function spansOf(text: string): TextSpan[] {
  const spans: TextSpan[] = [];
  let end = 0;
  for (const found of text.matchAll(SPAN)) {
    spans.push({ kind: 'text', text: text.slice(end, found.index) }, ...spansIn(found));
    end = found.index + found[0].length;
  }
  return [...spans, { kind: 'text' as const, text: text.slice(end) }].filter(
    (span) => span.kind === 'citation' || span.text !== '',
  );
}

function spansIn([, escaped, doubled, single, strong, starred, lined, number]: RegExpExecArray): TextSpan[] {
  if (escaped !== undefined) return [{ kind: 'text', text: escaped }];
  const code = doubled?.replace(/^ (.*) $/, '$1') ?? single;
  if (code !== undefined) return [{ kind: 'code', text: code }];
  if (strong !== undefined) return withCode('strong', strong);
  const emphasis = starred ?? lined;
  if (emphasis !== undefined) return withCode('emphasis', emphasis);
  return [{ kind: 'citation', number: Number(number) }];
}

/** Code within bold or italic words is code. */
function withCode(kind: 'strong' | 'emphasis', text: string): TextSpan[] {
  return text
    .split(/`([^`\n]+)`/)
    .map((part, index): TextSpan => ({
      kind: index % 2 === 0 ? kind : 'code',
      text: index % 2 === 0 ? unescaped(part) : part,
    }))
    .filter((span) => 'text' in span && span.text !== '');
}

function unescaped(text: string): string {
  return text.replaceAll(/\\([!-/:-@[-`{-~])/g, '$1');
}
