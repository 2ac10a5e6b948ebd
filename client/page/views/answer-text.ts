import { h, type JSX } from 'preact';
import { answerBlocks, type TextBlock, type TextSpan } from '../models/answer-text.ts';
import { foldedPassage } from '../models/certainty.ts';
import { useFolded } from '../parts/certainty.ts';

/** Opens a citation; null if there are none. */
type Cite = ((number: number) => JSX.Element) | null;

interface TextProps {
  readonly text: string;
  readonly cite: Cite;
  /** Long passages are shown as far as they decide. */
  readonly isFolded?: boolean;
}

/** An answer's text, with the numbers of its citations. */
export function AnswerText({ text, cite, isFolded = false }: TextProps): JSX.Element {
  return h(
    'div',
    { class: 'answer-text' },
    answerBlocks(text).map((block) =>
      isFolded && block.kind === 'list' && block.first === null
        ? h(
            'ul',
            {},
            block.items.map((spans) => h(Passage, { spans, cite })),
          )
        : blockOf(block, cite),
    ),
  );
}

/** A passage for the reader to judge. */
function Passage({ spans, cite }: { readonly spans: readonly TextSpan[]; readonly cite: Cite }): JSX.Element {
  const { shown, button } = useFolded(spans, foldedPassage(spans));
  return h(
    'li',
    {},
    shown.map((span) => spanOf(span, cite)),
    button,
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
      return h('pre', { tabIndex: 0 }, block.text);
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
  switch (span.kind) {
    case 'text':
      return span.text;
    case 'strong':
      return h('strong', {}, span.text);
    case 'emphasis':
      return h('em', {}, span.text);
    case 'code':
      return h('code', {}, span.text);
    case 'citation':
      return cite === null ? `[${span.number}]` : cite(span.number);
  }
}
