import { Fragment, h, type JSX } from 'preact';
import type { ReadBlock } from '../../../workflows/contracts/report-reading.ts';
import { claimsOf } from '../models/contents.ts';
import type { ArticleProps } from './article-props.ts';
import { Claim } from './claim.ts';

type BlockProps<Form extends ReadBlock = ReadBlock> = ArticleProps & { readonly block: Form };
type Table = Extract<ReadBlock, { form: 'table' }>;

/** Sentences that read on, entries, or a table. On a small screen the source of an open citation stands below them. */
export function Block({ block, ...props }: BlockProps): JSX.Element {
  if (block.form === 'list') return h(List, { ...props, block });
  const holdsOpen = claimsOf(block).some(({ number }) => number === props.opened?.claim);
  return h(
    Fragment,
    {},
    block.form === 'table' ? h(DataTable, { ...props, block }) : h(Paragraph, { ...props, block }),
    holdsOpen ? props.panel : null,
  );
}

function Paragraph({ block, ...props }: BlockProps<Exclude<ReadBlock, Table>>): JSX.Element {
  return h(
    'p',
    {},
    block.claims.map((claim) => [h(Claim, { key: claim.number, claim, ...props }), ' ']),
  );
}

function List({ block, ...props }: BlockProps<Exclude<ReadBlock, Table>>): JSX.Element {
  return h(
    'ul',
    { class: 'claims' },
    block.claims.map((claim) =>
      h(
        'li',
        { key: claim.number },
        h(Claim, { claim, ...props }),
        props.opened?.claim === claim.number ? props.panel : null,
      ),
    ),
  );
}

/** It scrolls by itself where it is wider than the page, so it takes the focus. */
function DataTable({ block, ...props }: BlockProps<Table>): JSX.Element {
  const columns = block.columns.map((column) => h('th', { key: column, scope: 'col' }, column));
  const rows = block.rows.map(({ heading, cells }) =>
    h(
      'tr',
      { key: heading },
      h('th', { scope: 'row' }, heading),
      cells.map((claim, index) =>
        h('td', { key: block.columns[index] }, claim === null ? '–' : h(Claim, { claim, ...props })),
      ),
    ),
  );
  return h(
    'div',
    { class: 'wide', tabIndex: 0, role: 'group', 'aria-label': block.columns.join(', ') },
    h('table', {}, h('thead', {}, h('tr', {}, h('td', {}), columns)), h('tbody', {}, rows)),
  );
}
