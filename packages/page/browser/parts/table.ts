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
