import { Fragment, type JSX, h } from 'preact';
import { answerBlocks, readableLines, sourceSpans, type TextBlock, type TextSpan } from '../models/answer-text.ts';
import { shownPieces } from '../models/text-marks.ts';

/** Opens a citation; null if there are none. */
type Cite = ((number: number) => JSX.Element) | null;

interface TextProps {
  readonly text: string;
  readonly cite: Cite;
}

/** An answer's text, with the numbers of its citations. */
export function AnswerText({ text, cite }: TextProps): JSX.Element {
  return h(
    'div',
    { class: 'answer-text' },
    answerBlocks(text).map((block) => blockOf(block, cite)),
  );
}

function blockOf(block: TextBlock, cite: Cite): JSX.Element {
  const inner = (spans: readonly TextSpan[]) => spans.map((span) => spanOf(span, cite));
  switch (block.kind) {
    case 'heading':
      return h('h3', {}, inner(block.spans));
    case 'paragraph':
      return h('p', {}, inner(block.spans));
    case 'list':
      return h(
        block.first === null ? 'ul' : 'ol',
        block.first === null ? {} : { start: block.first },
        block.items.map((item) => h('li', {}, inner(item))),
      );
    case 'code':
      return h('pre', { tabIndex: 0 }, inner(block.spans));
    case 'lines':
      return h('div', { class: 'lines' }, inner(block.spans));
    case 'table':
      return h(
        'div',
        { class: 'scrolling', tabIndex: 0 },
        h(
          'table',
          {},
          block.rows.map((row, index) =>
            h(
              'tr',
              {},
              row.map((cell) => h(index === 0 ? 'th' : 'td', {}, inner(cell))),
            ),
          ),
        ),
      );
  }
}

function spanOf(span: TextSpan, cite: Cite): JSX.Element | string {
  if (span.kind === 'citation') return cite === null ? `[${span.number}]` : cite(span.number);
  const text = shownPieces(span.text).map(({ text: part, mark }) => (mark === 'none' ? part : h(mark, {}, part)));
  const marked = span.mark === undefined ? text : h('mark', { class: span.mark }, text);
  const element = { text: null, strong: 'strong', emphasis: 'em', code: 'code' }[span.kind];
  if (element !== null) return h(element, {}, marked);
  return span.mark === undefined ? h(Fragment, {}, text) : h('mark', { class: span.mark }, text);
}

interface WordsProps {
  readonly text: string;
  /** It begins within a line. */
  readonly isPart?: boolean;
}

/** Words of a source on one line or several, as its Markdown has them; numbers in brackets are its own. */
export function SourceWords({ text, isPart = false }: WordsProps): JSX.Element {
  const spans = sourceSpans(isPart ? text : readableLines(text).join('\n'));
  return h(
    Fragment,
    {},
    spans.map((span) => spanOf(span, null)),
  );
}

/** A passage of a source as it reads. */
export function Blocks({ blocks }: { readonly blocks: readonly TextBlock[] }): JSX.Element {
  return h(
    'div',
    { class: 'answer-text' },
    blocks.map((block) => blockOf(block, null)),
  );
}
