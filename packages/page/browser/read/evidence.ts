import { type ComponentChildren, createContext, Fragment, h, type JSX } from 'preact';
import { useContext, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { type Evidence, evidenceOfReport, headingsOf, placeOf } from '../models/evidence.ts';
import { hashOfCitation } from '../models/route.ts';
import { useApi } from '../parts/api-context.ts';
import { Button } from '../parts/button.ts';
import { SourceIcon } from '../parts/icon.ts';
import { SourceWords } from '../parts/prose.ts';
import { SendingFault, useSending } from '../parts/sending.ts';
import { useWords } from '../parts/words-context.ts';
import { SourcePanel } from './source-panel.ts';

/** The number that is open, and ways to open others. */
interface EvidenceBeside {
  readonly openedId: string | null;
  /** @param all the numbers that can be turned to from there, in order */
  readonly open: (evidence: Evidence, all: readonly Evidence[]) => void;
  readonly close: () => void;
  /** The reader is elsewhere: the focus stays there. */
  readonly leave: () => unknown;
}

const nothing = () => undefined;
const Beside = createContext<EvidenceBeside>({ openedId: null, open: nothing, close: nothing, leave: nothing });

export function useEvidence(): EvidenceBeside {
  return useContext(Beside);
}

interface Opened {
  readonly evidence: Evidence;
  readonly all: readonly Evidence[];
}

interface HostProps {
  /** What is open from the start; null: nothing. */
  readonly initial?: Opened | null;
  /** Told of what is opened, and of null when it is closed. */
  readonly onChange?: (evidence: Evidence | null) => void;
  /** `beside`: there is room for the panel; `over`: it lies above the content. */
  readonly form?: 'beside' | 'over';
  readonly children?: ComponentChildren;
}

/**
 * A text with numbers, and room for the source behind one of them: at its right, or at the bottom of a narrow window. The
 * text stays where it is. Closing gives the focus back to the number.
 */
export function EvidenceHost({ form = 'beside', children, ...shown }: HostProps): JSX.Element {
  const words = useWords();
  const { opened, beside } = useOpened(shown);
  useClosingOnEscape(beside);
  return h(
    Beside.Provider,
    { value: beside },
    h(
      'div',
      { class: ['reading', form, ...(opened === null ? [] : ['with-panel'])].join(' ') },
      children,
      opened === null
        ? null
        : h(
            'aside',
            { class: 'beside-text', 'aria-label': words.sources },
            h(SourcePanel, { key: opened.evidence.id, ...opened, ...beside }),
          ),
    ),
  );
}

function useOpened({ initial = null, onChange }: HostProps) {
  const [opened, setOpened] = useState<Opened | null>(initial);
  const cause = useRef<Element | null>(null);
  const hold = useHeldLine(opened === null);
  const beside = useMemo((): EvidenceBeside => {
    const change = (next: Opened | null) => {
      setOpened(next);
      onChange?.(next?.evidence ?? null);
    };
    return {
      openedId: opened?.evidence.id ?? null,
      open: (evidence, all) => {
        if (document.activeElement?.closest('.panel') === null) {
          cause.current = document.activeElement;
          hold(cause.current);
        }
        change({ evidence, all });
      },
      close: () => {
        hold(cause.current);
        change(null);
        if (cause.current instanceof HTMLElement) cause.current.focus({ preventScroll: true });
      },
      leave: () => opened !== null && change(null),
    };
  }, [opened?.evidence.id]);
  return { opened, beside };
}

/** Where the text makes room for the panel, the line that was clicked stays at its height. */
function useHeldLine(isClosed: boolean): (line: Element | null) => void {
  const held = useRef<{ readonly line: Element; readonly top: number } | null>(null);
  useLayoutEffect(() => {
    const { line, top } = held.current ?? {};
    if (line !== undefined && top !== undefined && line.isConnected) {
      scrollBy({ top: line.getBoundingClientRect().top - top, behavior: 'instant' });
    }
    held.current = null;
  }, [isClosed]);
  return (line) => void (held.current = line === null ? null : { line, top: line.getBoundingClientRect().top });
}

function useClosingOnEscape(beside: EvidenceBeside): void {
  useEffect(() => {
    if (beside.openedId === null) return undefined;
    const closeOnEscape = ({ key }: KeyboardEvent) => {
      // A dialog above the panel is closed first.
      if (key === 'Escape' && document.querySelector('dialog[open]') === null) beside.close();
    };
    addEventListener('keydown', closeOnEscape);
    return () => removeEventListener('keydown', closeOnEscape);
  }, [beside]);
}

interface MarkProps {
  readonly evidence: Evidence;
  /** All numbers of the text. */
  readonly all: () => readonly Evidence[];
}

/** The number of a citation. It opens its source, and tells in short what that is when it is pointed at or focused. */
export function CitationMark({ evidence, all }: MarkProps): JSX.Element {
  const words = useWords();
  const { openedId, open } = useEvidence();
  const [isTold, setTold] = useState(false);
  const id = useId();
  const isOpen = openedId === evidence.id;
  const { number, title } = evidence.citation;
  return h(
    'span',
    {
      class: 'cited',
      onMouseEnter: () => setTold(true),
      onMouseLeave: () => setTold(false),
      onFocusIn: () => setTold(true),
      onFocusOut: () => setTold(false),
      onKeyDown: ({ key }: KeyboardEvent) => key === 'Escape' && setTold(false),
    },
    h(
      Button,
      {
        class: 'citation',
        'aria-expanded': isOpen,
        'aria-label': words.citation(number, title),
        'aria-describedby': isTold && !isOpen ? id : undefined,
        act: () => open(evidence, all()),
      },
      `${number}`,
    ),
    isTold && !isOpen ? h(Card, { id, evidence }) : null,
  );
}

/** The place of a quotation, which opens its source. */
export function SourceButton({
  evidence,
  all,
  children,
}: MarkProps & { readonly children?: ComponentChildren }): JSX.Element {
  const { openedId, open } = useEvidence();
  const attributes = { class: 'plain opens', 'aria-expanded': openedId === evidence.id };
  return h(Button, { ...attributes, act: () => open(evidence, all()) }, children);
}

/** What a text rests on, each with its place and its first words; a click opens it. */
export function Sources({
  evidence: cited,
  all,
}: Pick<MarkProps, 'all'> & { readonly evidence: readonly Evidence[] }): JSX.Element | null {
  const words = useWords();
  if (cited.length === 0) return null;
  return h(
    'ul',
    { class: 'answer-sources', 'aria-label': words.sources },
    cited.map((evidence) => {
      const { number, title, quote } = evidence.citation;
      return h(
        'li',
        { key: evidence.id },
        h(
          SourceButton,
          { evidence, all },
          h('strong', {}, `${number} ${title}`),
          h('span', { class: 'quiet' }, placeOf(evidence.citation, words)),
          h('span', { class: 'excerpt' }, h(SourceWords, { text: quote.text.slice(0, 200) })),
        ),
      );
    }),
  );
}

interface ClaimMarkProps {
  readonly researchId: string;
  readonly claim: number;
  readonly citation: number;
}

/** The number of a citation of a report that is not on the page: the report is read when it is asked for. */
export function ClaimMark({ researchId, claim, citation }: ClaimMarkProps): JSX.Element {
  const words = useWords();
  const api = useApi();
  const { openedId, open, close } = useEvidence();
  const { isSending, error, send } = useSending();
  const id = `${researchId}${hashOfCitation({ claim, citation })}`;
  const show = () =>
    send(async () => {
      const all = evidenceOfReport(await api.readReport(researchId)).map((one) => ({
        ...one,
        id: `${researchId}${one.id}`,
      }));
      const evidence = all.find((one) => one.id === id);
      if (evidence !== undefined) open(evidence, all);
    });
  return h(
    Fragment,
    {},
    h(
      Button,
      {
        class: 'citation',
        disabled: isSending,
        'aria-expanded': openedId === id,
        'aria-label': words.source(citation),
        act: () => (openedId === id ? close() : show()),
      },
      `${citation}`,
    ),
    h(SendingFault, { error }),
  );
}

const EDGE_PX = 8;

/** Beside the number, above all else, so that nothing moves. */
function Card({
  id,
  evidence: { citation, source },
}: {
  readonly id: string;
  readonly evidence: Evidence;
}): JSX.Element {
  const words = useWords();
  const card = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const place = () => putBeside(card.current);
    place();
    addEventListener('scroll', place, { passive: true });
    return () => removeEventListener('scroll', place);
  }, []);
  return h(
    'span',
    { class: 'source-card', id, role: 'tooltip', ref: card },
    h('strong', {}, h(SourceIcon, { source, locator: citation.locator }), placeOf(citation, words)),
    h('span', { class: 'quiet' }, headingsOf(citation)),
    h('span', { class: 'excerpt' }, h(SourceWords, { text: citation.excerpt ?? citation.quote.text.slice(0, 240) })),
  );
}

function putBeside(card: HTMLElement | null): void {
  const mark = card?.parentElement?.getBoundingClientRect();
  if (card === null || mark === undefined) return;
  const { width, height } = card.getBoundingClientRect();
  const farthest = document.documentElement.clientWidth - width - EDGE_PX;
  card.style.left = `${Math.max(EDGE_PX, Math.min(mark.left, farthest))}px`;
  card.style.top = `${mark.bottom + height > innerHeight ? mark.top - height : mark.bottom}px`;
}
