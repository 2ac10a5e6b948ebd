import { h, type JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { AnswerResult } from '../../../workflows/contracts/answer.ts';
import { markedPieces } from '../models/text-marks.ts';
import { useWords } from '../parts/words-context.ts';

interface SourceProps {
  readonly answer: AnswerResult;
  readonly citation: AnswerResult['citations'][number];
  readonly close: () => void;
}

/** The quotation behind a number, and where it is from. */
export function AnswerSource({ answer, citation, close }: SourceProps): JSX.Element {
  const words = useWords();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { number, title, locator, page, headingPath, quote, deciding = null } = citation;
  const source = answer.sources.find(({ key }) => key === quote.key);
  const place = page === null ? headingPath.join(' › ') : words.page(page, null);
  const facts = [
    [words.facts.document, source?.detail ?? locator],
    [words.facts.place, place],
  ] as const;
  return h(
    'section',
    { class: 'panel', 'aria-labelledby': 'answer-source' },
    h(
      'div',
      { class: 'panel-head' },
      h('h3', { id: 'answer-source', tabIndex: -1, ref: heading }, `${words.source(number)}: ${title}`),
      h('button', { type: 'button', class: 'close', 'aria-label': words.close, onClick: close }, '×'),
    ),
    h(
      'blockquote',
      {},
      markedPieces(quote, quote, deciding).map(({ text, mark }) =>
        mark === 'deciding' ? h('strong', {}, text) : text,
      ),
    ),
    h(
      'dl',
      { class: 'facts' },
      facts
        .filter(([, value]) => value !== '')
        .map(([name, value]) => h('div', { key: name }, h('dt', {}, name), h('dd', {}, value))),
    ),
  );
}
