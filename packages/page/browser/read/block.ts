import type { ReadBlock, ReadClaim, ReadEntry, ReportReading } from '@plumbline/contracts/report/report-reading';
import { Fragment, type JSX, h } from 'preact';
import { useState } from 'preact/hooks';
import { type Evidence, evidenceOf } from '../models/evidence.ts';
import { hashOfCitation } from '../models/route.ts';
import { Button } from '../parts/button.ts';
import { FoldedPassage, placeOf, Ranked } from '../parts/found-places.ts';
import { Icon } from '../parts/icon.ts';
import { SourceWords } from '../parts/prose.ts';
import { useWords } from '../parts/words-context.ts';
import { computationId } from './back-matter.ts';
import { CitationMark, useEvidence } from './evidence.ts';

type BlockProps<Form extends ReadBlock = ReadBlock> = ArticleProps & { readonly block: Form };
type Table = Extract<ReadBlock, { form: 'table' }>;
type Prose = Extract<ReadBlock, { claims: unknown }>;

/** Sentences that read on, entries, a table, or code. */
export function Block({ block, ...props }: BlockProps): JSX.Element {
  if (block.form === 'list') return h(List, { ...props, items: block.items });
  if (block.form === 'table') return h(DataTable, { ...props, block });
  return h(block.form === 'code' ? Code : Paragraph, { ...props, block });
}

function Paragraph({ block, ...props }: BlockProps<Prose>): JSX.Element {
  return h(
    block.claims.some(({ isPassage }) => isPassage) ? 'div' : 'p',
    {},
    block.claims.map((claim) => [h(Claim, { key: claim.number, claim, ...props }), ' ']),
  );
}

type ListProps = ArticleProps & { readonly items: readonly (ReadEntry & { readonly below?: readonly ReadEntry[] })[] };

/** Items keep the numbers that they were written with. */
function List({ items, ...props }: ListProps): JSX.Element {
  const isOrdered = items.some(({ number }) => number !== null);
  const passages = items.flatMap(({ claims, below = [] }) =>
    below.length === 0 && claims.length === 1 && claims[0]?.isPassage === true ? claims : [],
  );
  if (items.length > 0 && passages.length === items.length) {
    return h(Ranked, { places: passages.map((claim) => h(Claim, { key: claim.number, claim, ...props })) });
  }
  return h(
    isOrdered ? 'ol' : 'ul',
    { class: 'claims' },
    items.map(({ claims, number, below = [] }, index) =>
      h(
        'li',
        { key: index, ...(number !== null && { value: number }) },
        claims.map((claim) => [h(Claim, { key: claim.number, claim, ...props }), ' ']),
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

type ClaimProps = Pick<ArticleProps, 'reading' | 'all'> & { readonly claim: ReadClaim };

/** A claim with the numbers of its citations, each behind the words that it carries. */
function Claim({ claim, ...props }: ClaimProps): JSX.Element {
  const words = useWords();
  const { openedId } = useEvidence();
  const { number, text, citations, quotedLanguage, isUnverified, isUntrusted, isPassage, kind } = claim;
  const isOpen = citations.some((citation) => openedId === hashOfCitation({ claim: number, citation }));
  return h(
    isPassage ? 'div' : 'span',
    {
      class: ['claim', ...(isOpen ? ['open'] : []), ...(isPassage ? ['passage'] : [])].join(' '),
      id: `claim-${number}`,
    },
    isPassage
      ? h('span', { class: 'quiet' }, `${citations.map((one) => placeOf(one, props.reading.citations)).join('; ')}: `)
      : null,
    isUntrusted ? h('span', { class: 'warning', title: words.untrusted }, h(Icon, { name: 'poor' })) : null,
    quotedLanguage === null
      ? h(isPassage ? Passage : Pieces, { claim, pieces: claim.pieces, ...props })
      : [
          h(
            'q',
            { key: 'words', lang: quotedLanguage, title: words.originalWording(quotedLanguage) },
            h(SourceWords, { text }),
          ),
          h(Marks, { key: 'marks', claim, citations, ...props }),
        ],
    h(Computed, { claim }),
    h(LeftOut, { claim, refused: props.reading.behind.refused }),
    kind === null ? null : h('span', { class: 'quiet' }, ` (${kind})`),
    isUnverified && props.reading.engine === 'offline' ? h('abbr', { title: words.unverified }, ' (?)') : null,
  );
}

/** What was left out beside a claim, opened in its place. */
function LeftOut({
  claim: { text },
  refused,
}: Pick<ClaimProps, 'claim'> & Pick<ReportReading['behind'], 'refused'>): JSX.Element | null {
  const { behind } = useWords();
  const [isOpen, setOpen] = useState(false);
  const gone = refused.filter(({ after, before }) => (after ?? before) === text);
  if (gone.length === 0) return null;
  const attributes = { class: 'left-out', 'aria-expanded': isOpen, act: () => setOpen(!isOpen) };
  const said = gone.map((one) => h('span', { class: 'left-out-words' }, h('s', {}, one.text), ` — ${one.reason}`));
  return h(Fragment, {}, h(Button, attributes, behind.leftOutHere(gone.length)), isOpen ? said : null);
}

type PiecesProps = ClaimProps & Pick<ReadClaim, 'pieces'>;

function Passage(props: PiecesProps): JSX.Element {
  const { claim, pieces } = props;
  return h(
    Fragment,
    {},
    h(FoldedPassage, { pieces, excerpt: claim.excerpt }),
    h(Marks, { citations: claim.citations, ...props }),
  );
}

/** On a line. */
function Pieces({ pieces, ...props }: PiecesProps): JSX.Element {
  return h(
    Fragment,
    {},
    pieces.map((piece, index) =>
      h(
        Fragment,
        { key: index },
        h(piece.isBold ? 'strong' : 'span', { class: 'said' }, h(SourceWords, { text: piece.text, isPart: true })),
        h(Marks, { citations: piece.citations, ...props }),
      ),
    ),
  );
}

/** Leads to the computation below the sources. */
function Computed({ claim: { computation } }: Pick<ClaimProps, 'claim'>): JSX.Element | null {
  if (computation === null) return null;
  const { mark, words } = computation;
  return h('a', { class: 'citation', href: `#${computationId(mark)}`, title: words, 'aria-label': words }, mark);
}

function Marks({ reading, claim, citations, all }: ClaimProps & Pick<ReadClaim, 'citations'>): JSX.Element {
  const shown = citations.flatMap((citation) => evidenceOf(reading, claim, citation));
  return h(
    Fragment,
    {},
    shown.map((evidence) => h(CitationMark, { key: evidence.id, evidence, all })),
  );
}

export interface ArticleProps {
  readonly reading: ReportReading;
  /** All numbers of the report. */
  readonly all: () => readonly Evidence[];
}
