import { Fragment, h, type JSX } from 'preact';
import type { ReadBlock, ReadClaim } from '../../../workflows/contracts/report/report-reading.ts';
import type { ReportReading } from '../api/api-types.ts';
import { claimsOf } from '../models/contents.ts';
import type { OpenCitation } from '../models/route.ts';
import { useWords } from '../parts/words-context.ts';

type BlockProps<Form extends ReadBlock = ReadBlock> = ArticleProps & { readonly block: Form };
type Table = Extract<ReadBlock, { form: 'table' }>;

/** Sentences that read on, entries, a table, or code. On a small screen the source of an open citation is shown below. */
export function Block({ block, ...props }: BlockProps): JSX.Element {
  if (block.form === 'list') return h(List, { ...props, block });
  const holdsOpen = claimsOf(block).some(({ number }) => number === props.opened?.claim);
  return h(
    Fragment,
    {},
    block.form === 'table'
      ? h(DataTable, { ...props, block })
      : h(block.form === 'code' ? Code : Paragraph, { ...props, block }),
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
    entriesOf(block.claims).map((entry) =>
      h(
        'li',
        { key: entry[0]?.number },
        entry.map((claim) => [h(Claim, { key: claim.number, claim, ...props }), ' ']),
        entry.some(({ number }) => props.opened?.claim === number) ? props.panel : null,
      ),
    ),
  );
}

function entriesOf(claims: readonly ReadClaim[]): ReadClaim[][] {
  const entries: ReadClaim[][] = [];
  for (const claim of claims) {
    if (claim.continues === true) entries.at(-1)?.push(claim);
    else entries.push([claim]);
  }
  return entries;
}

/** Lines to be copied, as they are; below them, what they cite. */
function Code({ block, ...props }: BlockProps<Exclude<ReadBlock, Table>>): JSX.Element {
  const [first] = block.claims;
  const code = block.claims.map(({ text }) => text).join('\n');
  const citations = [...new Set(block.claims.flatMap((claim) => claim.citations))];
  return h(
    Fragment,
    {},
    h('pre', { class: 'code', tabIndex: 0 }, h('code', {}, code)),
    first === undefined || citations.length === 0
      ? null
      : h('p', { class: 'code-citations' }, h(Claim, { claim: { ...first, text: '', citations }, ...props })),
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

type ClaimProps = Pick<ArticleProps, 'reading' | 'opened' | 'open'> & { readonly claim: ReadClaim };

/** A claim with the numbers of its citations. */
function Claim({ reading, claim, opened, open }: ClaimProps): JSX.Element {
  const words = useWords();
  const { number, text, citations, quotedLanguage, isUnverified, isUntrusted, isPassage, kind } = claim;
  const isOpen = opened?.claim === number;
  return h(
    'span',
    { class: isOpen ? 'claim open' : 'claim', id: `claim-${number}` },
    isPassage ? h('span', { class: 'quiet' }, `${placeOf(reading, citations[0])}: `) : null,
    isUntrusted ? h('span', { class: 'warning', title: words.untrusted }, '⚠ ') : null,
    quotedLanguage === null
      ? h('span', {}, text)
      : h('q', { lang: quotedLanguage, title: words.originalWording(quotedLanguage) }, text),
    kind === null ? null : h('span', { class: 'quiet' }, ` (${kind})`),
    isUnverified && reading.engine === 'offline' ? h('abbr', { title: words.unverified }, ' (?)') : null,
    citations.map((citation) =>
      h(
        'button',
        {
          key: citation,
          type: 'button',
          class: 'citation',
          'aria-expanded': isOpen && opened?.citation === citation,
          'aria-label': words.citation(citation, titleOf(reading, citation)),
          onClick: () => open({ claim: number, citation }),
        },
        `${citation}`,
      ),
    ),
  );
}

/** A passage is shown on its own, so it begins with its source. */
function placeOf({ citations }: ArticleProps['reading'], number: number | undefined): string {
  const citation = citations.find((candidate) => candidate.number === number);
  const heading = citation?.headingPath.at(-1) ?? '';
  const parts = [citation?.title ?? '', heading === citation?.title ? '' : heading];
  return parts.filter((part) => part !== '').join(' · ');
}

function titleOf({ citations }: ArticleProps['reading'], number: number): string {
  return citations.find((citation) => citation.number === number)?.title ?? '';
}

export interface ArticleProps {
  readonly reading: ReportReading;
  readonly opened: OpenCitation | null;
  readonly open: (citation: OpenCitation) => void;
  /** The source of the open citation, if it is shown below its claim; null if it is next to the article. */
  readonly panel: JSX.Element | null;
}
