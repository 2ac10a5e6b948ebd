import { Fragment, h, type JSX } from 'preact';
import type { ReadBlock, ReadClaim, ReadEntry } from '../../../workflows/contracts/report/report-reading.ts';
import type { ReportReading } from '../api/api-types.ts';
import { sourceSpans, type TextSpan } from '../models/answer-text.ts';
import { foldedPieces } from '../models/certainty.ts';
import { claimsOf } from '../models/contents.ts';
import type { OpenCitation } from '../models/route.ts';
import { useFolded } from '../parts/certainty.ts';
import { useWords } from '../parts/words-context.ts';
import { computationId } from './source-list.ts';

type BlockProps<Form extends ReadBlock = ReadBlock> = ArticleProps & { readonly block: Form };
type Table = Extract<ReadBlock, { form: 'table' }>;
type Prose = Extract<ReadBlock, { claims: unknown }>;

/** Sentences that read on, entries, a table, or code. On a small screen the source of an open citation is shown below. */
export function Block({ block, ...props }: BlockProps): JSX.Element {
  if (block.form === 'list') return h(List, { ...props, items: block.items });
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

function Paragraph({ block, ...props }: BlockProps<Prose>): JSX.Element {
  return h(
    'p',
    {},
    block.claims.map((claim) => [h(Claim, { key: claim.number, claim, ...props }), ' ']),
  );
}

type ListProps = ArticleProps & { readonly items: readonly (ReadEntry & { readonly below?: readonly ReadEntry[] })[] };

/** Items keep the numbers that they were written with. */
function List({ items, ...props }: ListProps): JSX.Element {
  const isOrdered = items.some(({ number }) => number !== null);
  return h(
    isOrdered ? 'ol' : 'ul',
    { class: 'claims' },
    items.map(({ claims, number, below = [] }, index) =>
      h(
        'li',
        { key: index, ...(number !== null && { value: number }) },
        claims.map((claim) => [h(Claim, { key: claim.number, claim, ...props }), ' ']),
        claims.some((claim) => props.opened?.claim === claim.number) ? props.panel : null,
        below.length === 0 ? null : h(List, { ...props, items: below }),
      ),
    ),
  );
}

/** Lines to be copied, as they are; below them, what they cite. */
function Code({ block, ...props }: BlockProps<Prose>): JSX.Element {
  const [first] = block.claims;
  const code = block.claims.map(({ text }) => text).join('\n');
  const citations = [...new Set(block.claims.flatMap((claim) => claim.citations))];
  return h(
    Fragment,
    {},
    h('pre', { class: 'code', tabIndex: 0 }, h('code', {}, code)),
    first === undefined || citations.length === 0
      ? null
      : h('p', { class: 'code-citations' }, h(Marks, { claim: first, citations, ...props })),
  );
}

/** It scrolls by itself where it is wider than the page, so it takes the focus. */
function DataTable({ block, ...props }: BlockProps<Table>): JSX.Element {
  const [names = '', ...columns] = block.head;
  const rows = block.rows.map(({ heading, cells }) =>
    h(
      'tr',
      { key: heading },
      h('th', { scope: 'row' }, heading),
      cells.map((claim, index) =>
        h('td', { key: columns[index] }, claim === null ? '–' : h(Claim, { claim, ...props })),
      ),
    ),
  );
  const heading = (name: string) => h('th', { key: name, scope: 'col' }, name);
  const head = h('tr', {}, names === '' ? h('td', {}) : heading(names), columns.map(heading));
  return h(
    'div',
    { class: 'wide', tabIndex: 0, role: 'group', 'aria-label': columns.join(', ') },
    h('table', {}, h('thead', {}, head), h('tbody', {}, rows)),
  );
}

type ClaimProps = Pick<ArticleProps, 'reading' | 'opened' | 'open'> & { readonly claim: ReadClaim };

/** A claim with the numbers of its citations, each behind the words that it carries. */
function Claim({ claim, ...props }: ClaimProps): JSX.Element {
  const words = useWords();
  const { number, text, citations, quotedLanguage, isUnverified, isUntrusted, isPassage, kind } = claim;
  return h(
    'span',
    { class: classOf(props.opened?.claim === number, isPassage), id: `claim-${number}` },
    isPassage ? h('span', { class: 'quiet' }, `${placeOf(props.reading, citations[0])}: `) : null,
    isUntrusted ? h('span', { class: 'warning', title: words.untrusted }, '⚠ ') : null,
    quotedLanguage === null
      ? h(Pieces, { claim, ...props })
      : [
          h('q', { key: 'words', lang: quotedLanguage, title: words.originalWording(quotedLanguage) }, text),
          h(Marks, { key: 'marks', claim, citations, ...props }),
        ],
    h(Computed, { claim }),
    kind === null ? null : h('span', { class: 'quiet' }, ` (${kind})`),
    isUnverified && props.reading.engine === 'offline' ? h('abbr', { title: words.unverified }, ' (?)') : null,
  );
}

function Pieces({ claim, ...props }: ClaimProps): JSX.Element {
  const { shown, button } = useFolded(claim.pieces, claim.isPassage ? foldedPieces(claim.pieces) : null);
  return h(
    Fragment,
    {},
    shown.map((piece, index) =>
      h(
        Fragment,
        { key: index },
        h(piece.isBold ? 'strong' : 'span', { class: 'said' }, sourceSpans(piece.text).map(spanOf)),
        h(Marks, { claim, citations: piece.citations, ...props }),
      ),
    ),
    button,
  );
}

function spanOf(span: TextSpan): JSX.Element | string {
  if (span.kind === 'citation') return `[${span.number}]`;
  const element = { text: null, strong: 'strong', emphasis: 'em', code: 'code' }[span.kind];
  return element === null ? span.text : h(element, {}, span.text);
}

function classOf(isOpen: boolean, isPassage: boolean): string {
  return ['claim', ...(isOpen ? ['open'] : []), ...(isPassage ? ['passage'] : [])].join(' ');
}

/** Leads to the computation below the sources. */
function Computed({ claim: { computation } }: Pick<ClaimProps, 'claim'>): JSX.Element | null {
  if (computation === null) return null;
  const { mark, words } = computation;
  return h('a', { class: 'citation', href: `#${computationId(mark)}`, title: words, 'aria-label': words }, mark);
}

function Marks({ reading, claim, citations, opened, open }: ClaimProps & Pick<ReadClaim, 'citations'>): JSX.Element {
  const words = useWords();
  return h(
    Fragment,
    {},
    citations.map((citation) =>
      h(
        'button',
        {
          key: citation,
          type: 'button',
          class: 'citation',
          'aria-expanded': opened?.claim === claim.number && opened.citation === citation,
          'aria-label': words.citation(citation, titleOf(reading, citation)),
          onClick: () => open({ claim: claim.number, citation }),
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
