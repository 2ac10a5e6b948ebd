import { type ComponentChildren, h, type JSX } from 'preact';

interface TableProps {
  readonly caption: string;
  readonly columns: readonly string[];
  /** The first cell of a row names it. */
  readonly rows: readonly (readonly ComponentChildren[])[];
}

/** A table with headers of columns and rows; where it is wider than its place, it is scrolled by itself. */
export function Table({ caption, columns, rows }: TableProps): JSX.Element {
  return h(
    'div',
    { class: 'wide', tabIndex: 0, role: 'group', 'aria-label': caption },
    h(
      'table',
      {},
      h('caption', {}, caption),
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          columns.map((column) => h('th', { key: column, scope: 'col' }, column)),
        ),
      ),
      h(
        'tbody',
        {},
        rows.map(([name, ...cells], index) =>
          h(
            'tr',
            { key: index },
            h('th', { scope: 'row' }, name),
            cells.map((cell, column) => h('td', { key: column }, cell)),
          ),
        ),
      ),
    ),
  );
}

/** Items of a list that keep nothing of their own. */
export function list<Item>(
  items: readonly Item[],
  show: (item: Item, index: number) => ComponentChildren,
  attributes: JSX.IntrinsicElements['ul'] = {},
): JSX.Element {
  return h(
    'ul',
    attributes,
    items.map((item, index) => h('li', { key: index }, show(item, index))),
  );
}

/** What is known of something, each with its name. */
export function Facts({ facts, lang }: FactsProps): JSX.Element {
  const entries = facts.map(([name, ...values]) =>
    h(
      'div',
      { key: name },
      h('dt', {}, name),
      values.map((value) => h('dd', {}, value)),
    ),
  );
  return h('dl', { class: 'facts', lang }, entries);
}

interface FactsProps {
  readonly facts: readonly (readonly [name: string, ...values: ComponentChildren[]])[];
  readonly lang?: string;
}
