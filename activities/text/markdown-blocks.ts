/** Text of one kind between borders: a paragraph, a list item, a heading, a fenced block, one table row. */
export interface Block {
  readonly kind: 'prose' | 'heading' | 'code' | 'table';
  /** Content without list marker, heading marks and surrounding white space. */
  readonly start: number;
  readonly end: number;
  /** Start of the line on which the block begins, markers included. */
  readonly lineStart: number;
  /** Heading level 1–6; 0 for everything else. */
  readonly level: number;
}

interface Line {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

interface OpenBlock {
  lineStart: number;
  start: number;
  end: number;
  lines: number;
  isListItem: boolean;
}

const ATX_HEADING = /^ {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$/;
const SETEXT_UNDERLINE = /^ {0,3}(=+|-{2,})[ \t]*$/;
const THEMATIC_BREAK = /^ {0,3}([-*_])[ \t]*(?:\1[ \t]*){2,}$/;
const FENCE = /^[ \t]*(?:>[ \t]*)*(`{3,}|~{3,})/;
const TABLE_ROW = /^[ \t]*\||^[ \t]*[+|:-]*-{3,}[-+|: \t]*[+|][-+|: \t]*$/;
const LINK_DEFINITION = /^ {0,3}\[[^\]]+\]:[ \t]*\S+/;
const COMMENT_START = /^[ \t]*<!--/;
const PREFIX = /^[ \t]*(?:>[ \t]*)*/;
const BULLET = /^(?:[-*+•]|:)[ \t]+(?:\[[ xX]\][ \t]+)?/;
const NUMBERED = /^(?:\d{1,4}[.)]|[a-z]{1,3}\))[ \t]+/;
const MONTH = /^(?:Jan|Feb|Mär|Mar|Apr|Mai|May|Jun|Jul|Aug|Sep|Okt|Oct|Nov|Dez|Dec)/;

/** Offset behind the front matter (`---` … `---` at the very start), 0 when there is none. */
export function frontMatterEnd(text: string): number {
  const match = /^\uFEFF?---[ \t]*\r?\n(?:[\s\S]*?\r?\n)?(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/.exec(text);
  return match === null ? 0 : match[0].length;
}

/**
 * Splits Markdown or plain text into blocks, in order and without overlap.
 *
 * Read by lines, not as full CommonMark: text indented by four spaces counts as prose, because wrapped lists look the
 * same and occur far more often in documents than indented code.
 */
export function splitBlocks(text: string): Block[] {
  const scanner = createScanner();
  let fence: { marker: string; lineStart: number; start: number } | undefined;
  let commentEnd = 0;

  for (const line of linesOf(text, frontMatterEnd(text))) {
    if (line.start < commentEnd) continue;
    const marker = FENCE.exec(line.text)?.[1];
    if (fence !== undefined) {
      if (marker === undefined || !closesFence(line.text, marker, fence.marker)) continue;
      scanner.push({ kind: 'code', lineStart: fence.lineStart, start: fence.start, end: line.start, level: 0 });
      fence = undefined;
    } else if (COMMENT_START.test(line.text)) {
      scanner.close();
      commentEnd = endOfComment(text, line.start);
    } else if (marker === undefined) {
      scanner.readLine(line);
    } else {
      scanner.close();
      fence = { marker, lineStart: line.start, start: Math.min(line.end + 1, text.length) };
    }
  }
  scanner.close();
  if (fence !== undefined) {
    scanner.push({ kind: 'code', lineStart: fence.lineStart, start: fence.start, end: text.length, level: 0 });
  }
  return scanner.blocks.flatMap((block) => trimBlock(text, block));
}

function closesFence(line: string, marker: string, opened: string): boolean {
  return marker[0] === opened[0] && marker.length >= opened.length && /^[ \t>]*[`~]+[ \t]*$/.test(line);
}

function endOfComment(text: string, start: number): number {
  const end = text.indexOf('-->', start);
  return end === -1 ? 0 : end + 3;
}

function createScanner() {
  const blocks: Block[] = [];
  let open: OpenBlock | undefined;

  const close = (): void => {
    if (open !== undefined) blocks.push({ kind: 'prose', level: 0, ...pick(open) });
    open = undefined;
  };

  const startProse = (line: Line, contentOffset: number, isListItem: boolean): void => {
    close();
    open = { lineStart: line.start, start: line.start + contentOffset, end: line.end, lines: 1, isListItem };
  };

  const readProse = (line: Line, previousText: string): void => {
    const prefix = PREFIX.exec(line.text)?.[0].length ?? 0;
    const content = line.text.slice(prefix);
    const marker = listMarker(content, open, previousText);
    if (marker > 0) startProse(line, prefix + marker, true);
    else if (open === undefined) startProse(line, prefix, false);
    else {
      open.end = line.end;
      open.lines += 1;
    }
  };

  let previousText = '';
  const readLine = (line: Line): void => {
    const heading = ATX_HEADING.exec(line.text);
    if (heading !== null) {
      close();
      blocks.push(atxHeading(line, heading));
    } else if (open !== undefined && open.lines === 1 && !open.isListItem && SETEXT_UNDERLINE.test(line.text)) {
      blocks.push({ kind: 'heading', ...pick(open), level: line.text.includes('=') ? 1 : 2 });
      open = undefined;
    } else if (TABLE_ROW.test(line.text)) {
      close();
      blocks.push({ kind: 'table', lineStart: line.start, start: line.start, end: line.end, level: 0 });
    } else if (isBorder(line.text)) close();
    else readProse(line, previousText);
    previousText = line.text;
  };

  return { blocks, close, readLine, push: (block: Block) => blocks.push(block) };
}

function pick({ lineStart, start, end }: OpenBlock): Pick<Block, 'lineStart' | 'start' | 'end'> {
  return { lineStart, start, end };
}

function isBorder(line: string): boolean {
  return line.trim() === '' || THEMATIC_BREAK.test(line) || LINK_DEFINITION.test(line);
}

function atxHeading(line: Line, match: RegExpExecArray): Block {
  const marks = match[1] ?? '';
  const title = match[2] ?? '';
  const start =
    line.start + (title === '' ? line.text.length : line.text.indexOf(title, line.text.indexOf(marks) + marks.length));
  return { kind: 'heading', lineStart: line.start, start, end: start + title.length, level: marks.length };
}

/** Length of the list marker, 0 when the line starts no list item. */
function listMarker(content: string, open: OpenBlock | undefined, previousText: string): number {
  const bullet = BULLET.exec(content);
  if (bullet !== null) return bullet[0].length;

  const numbered = NUMBERED.exec(content);
  if (numbered === null) return 0;
  const rest = content.slice(numbered[0].length);
  // A wrapped line may begin with a date ("am / 1. Januar") or a number at the end of a sentence.
  if (open !== undefined && (MONTH.test(rest) || !(open.isListItem || /[:;,.]\s*$/.test(previousText)))) return 0;
  return numbered[0].length;
}

function* linesOf(text: string, from: number): Generator<Line> {
  let start = from;
  while (start < text.length) {
    const newline = text.indexOf('\n', start);
    const end = newline === -1 ? text.length : newline;
    const contentEnd = end > start && text[end - 1] === '\r' ? end - 1 : end;
    yield { start, end: contentEnd, text: text.slice(start, contentEnd) };
    start = end + 1;
  }
}

function trimBlock(text: string, block: Block): Block[] {
  const slice = text.slice(block.start, block.end);
  const trimmed = slice.trim();
  if (trimmed === '') return [];
  const start = block.start + slice.indexOf(trimmed);
  return [{ ...block, start, end: start + trimmed.length }];
}
