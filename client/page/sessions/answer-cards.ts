import { h, type JSX } from 'preact';
import type { AnswerResult } from '../../../workflows/contracts/answer.ts';

interface CardsProps {
  readonly cards: AnswerResult['cards'];
  readonly cite: (number: number) => JSX.Element;
}

/** The items of a catalogue that an answer shows. */
export function AnswerCards({ cards, cite }: CardsProps): JSX.Element | null {
  if (cards.length === 0) return null;
  return h(
    'ul',
    { class: 'cards' },
    cards.map(({ itemId, title, subtitle, fields, citation }) =>
      h(
        'li',
        { key: itemId },
        h('strong', {}, title),
        citation === null ? null : cite(citation),
        subtitle === '' ? null : h('p', { class: 'quiet' }, subtitle),
        h(
          'dl',
          { class: 'facts' },
          fields.map(({ label, value }) => h('div', { key: label }, h('dt', {}, label), h('dd', {}, value))),
        ),
      ),
    ),
  );
}
