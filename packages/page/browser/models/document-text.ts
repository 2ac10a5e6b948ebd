import { ANCHOR, answerBlocks, type TextBlock, type TextSpan, withoutLinks } from './answer-text.ts';
import { markedPieces, type TextPiece } from './text-marks.ts';

type Range = Parameters<typeof markedPieces>[1];

/** In the text, everything behind one of these is marked so, up to the next. No document needs these characters. */
const SIGNS = { none: '\uE000', quote: '\uE001', deciding: '\uE002' } as const;
const SIGN = /[\uE000-\uE002]/;
const EVERY_SIGN = /[\uE000-\uE002]/g;

/**
 * A part of a document as it reads, with the quoted words marked. Markup that is no Markdown stays the text that it is, and
 * of a link only its words are shown.
 *
 * @param isMarkdown false: its lines are shown as they are
 */
export function documentBlocks(
  window: { readonly text: string; readonly start: number },
  quote: Range,
  deciding: Range | null,
  isMarkdown: boolean,
): TextBlock[] {
  const pieces = markedPieces(window, quote, deciding).map(({ text, mark }) => ({
    text: text.replaceAll(EVERY_SIGN, '\uFFFD'),
    mark,
  }));
  if (!isMarkdown) return [{ kind: 'lines', spans: pieces.map(toSpan) }];
  const signed = pieces.map(({ text, mark }) => `${SIGNS[mark]}${text}`).join('');
  return withMarks(answerBlocks(tidied(movedSigns(signed))));
}

/** A passage as a report repeats it: entries begin with a dot, lines of code are code each, and what decides is bold. */
export function passageBlocks(pieces: readonly { readonly text: string; readonly isBold: boolean }[]): TextBlock[] {
  const signed = pieces.map(
    ({ text, isBold }) => `${isBold ? SIGNS.deciding : SIGNS.none}${text.replaceAll(EVERY_SIGN, '')}`,
  );
  return withMarks(answerBlocks(movedSigns(withCodeAndEntries(signed.join('')))));
}

const CODE_LINE = /^[ \t]*(?:`([^`]+)`|`` ?(.+?) ?``)$/;

function withCodeAndEntries(text: string): string {
  const lines = text
    .split('\n')
    .map((line) => ({ code: CODE_LINE.exec(line), line: line.replace(/^([\uE000-\uE002]?[ \t]*)• /, '$1* ') }));
  return lines
    .map(({ code, line }, index) => {
      if (code === null) return line;
      const begins = (lines[index - 1]?.code ?? null) === null;
      const ends = (lines[index + 1]?.code ?? null) === null;
      return `${begins ? '\n```\n' : ''}${code[1] ?? code[2] ?? ''}${ends ? '\n```\n' : ''}`;
    })
    .join('\n');
}

/** Whether the stored text of a document is Markdown. @param mediaType of the document; null: only its name tells it */
export function isStoredAsMarkdown(mediaType: string | null, locator: string): boolean {
  if (mediaType !== null) return !/^(?:application\/pdf|text\/(?:plain|csv|x-source|x-data)|image\/)/.test(mediaType);
  return /\.(?:md|markdown|mdx|html?|docx|odt|epub|rtf|pptx|eml)$/i.test(locator) || !/\.\w{1,5}$/.test(locator);
}

function toSpan({ text, mark }: TextPiece): TextSpan {
  return { kind: 'text', text, ...(mark !== 'none' && { mark }) };
}

/** Out of the marks that Markdown is read by, which a sign would hide. */
function movedSigns(text: string): string {
  return text
    .replaceAll(/\n([\uE000-\uE002])(?=\n)/g, '$1\n')
    .replaceAll(/^([\uE000-\uE002])(```[^\n]*\n)/gm, '$2$1')
    .replaceAll(/^(```[^\n\uE000-\uE002]*)([\uE000-\uE002])([^\n]*)\n/gm, '$1$3\n$2')
    .replaceAll(/^([ \t]*)([\uE000-\uE002])((?:#{1,6} |[-*+] +|\d+[.)] +|> ?|\|[ \t]*))/gm, '$1$3$2')
    .replaceAll(/(\|[ \t]*)([\uE000-\uE002])$/gm, '$2$1')
    .replaceAll(/([\\*])([\uE000-\uE002])(?=[*!-/[-`])/g, '$2$1');
}

const FENCED = /(^```[\s\S]*?(?:^```[ \t]*$|(?![\s\S])))/m;
/** What answers have not, but documents do: links, quotations, notes, rules below headings. */
function tidied(text: string): string {
  return text
    .split(FENCED)
    .map((part) => (part.startsWith('```') ? part : tidiedProse(part)))
    .join('');
}

function tidiedProse(text: string): string {
  return withoutLinks(text, signsIn)
    .replaceAll(ANCHOR, signsIn)
    .replaceAll(/^[ \t]{0,3}> ?/gm, '')
    .replaceAll(/\[!(NOTE|TIP|IMPORTANT|WARNING|CAUTION)\]/g, (_, name: string) => `**${nameOf(name)}**`)
    .replaceAll(/^[ \t]*(?:={3,}|-{3,}|\*{3,}|_{3,})[ \t]*$/gm, '');
}

function nameOf(name: string): string {
  return `${name.charAt(0)}${name.slice(1).toLowerCase()}`;
}

function signsIn(text: string): string {
  return (text.match(EVERY_SIGN) ?? []).join('');
}

/** Takes the signs out again, and marks what is between them. */
function withMarks(blocks: readonly TextBlock[]): TextBlock[] {
  let mark: TextPiece['mark'] = 'none';
  const split = (span: TextSpan): TextSpan[] => {
    // Numbers in brackets are the document's own.
    const whole = span.kind === 'citation' ? ({ kind: 'text', text: `[${span.number}]` } as const) : span;
    return whole.text.split(/(?<=[\uE000-\uE002])|(?=[\uE000-\uE002])/).flatMap((text) => {
      if (!SIGN.test(text)) return text === '' ? [] : [{ ...whole, text, ...(mark !== 'none' && { mark }) }];
      mark = text === SIGNS.quote ? 'quote' : text === SIGNS.deciding ? 'deciding' : 'none';
      return [];
    });
  };
  const splitAll = (spans: readonly TextSpan[]): TextSpan[] => spans.flatMap(split);
  return blocks.map((block): TextBlock => {
    switch (block.kind) {
      case 'list':
        return { ...block, items: block.items.map(splitAll) };
      case 'table':
        return { ...block, rows: block.rows.map((row) => row.map(splitAll)) };
      case 'heading':
      case 'paragraph':
      case 'code':
      case 'lines':
        return { ...block, spans: splitAll(block.spans) };
    }
  });
}
