import { h, type JSX } from 'preact';
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { ReportReading } from '../api/api-types.ts';
import { hashOfCitation, type OpenCitation, openCitationOf } from '../models/route.ts';
import { useApi } from '../parts/api-context.ts';
import { useIsWide } from '../parts/frame.ts';
import { Awaited, useLoaded } from '../parts/loading.ts';
import { useWords } from '../parts/words-context.ts';
import { Article, Contents } from './article.ts';
import { SourcePanel } from './source-panel.ts';

interface ReadViewProps {
  readonly researchId: string;
  /** Where the run comes from. */
  readonly origin: JSX.Element;
}

/** A report as an article, with the source of a citation next to it. */
export function ReadView({ researchId, origin }: ReadViewProps): JSX.Element {
  const api = useApi();
  const [loaded, again] = useLoaded(researchId, () => api.readReport(researchId));
  return h(Awaited<ReportReading>, { loaded, again, show: (reading) => h(Reading, { reading, origin }) });
}

function Reading({
  reading,
  origin,
}: Pick<ReadViewProps, 'origin'> & { readonly reading: ReportReading }): JSX.Element {
  const words = useWords();
  const isWide = useIsWide();
  const { opened, open, close } = useOpenCitation();
  useEffect(() => {
    document.title = `${reading.title} – Plumbline`;
  }, [reading]);
  const panel = opened === null ? null : h(SourcePanel, { key: hashOfCitation(opened), reading, opened, open, close });
  return h(
    'div',
    { class: panel !== null && isWide ? 'reading with-panel' : 'reading' },
    h(Contents, { reading, isFolded: !isWide }),
    h(Article, { reading, origin, opened, open, panel: isWide ? null : panel }),
    h(
      'div',
      { class: 'beside', 'aria-live': 'polite' },
      isWide && panel !== null ? h('aside', { 'aria-label': words.sources }, panel) : null,
    ),
  );
}

/** The open citation is in the address, so it can be shared; closing it gives the focus back. */
function useOpenCitation() {
  const [opened, setOpened] = useState<OpenCitation | null>(() => openCitationOf(location.hash));
  const cause = useRef<Element | null>(null);
  const open = useCallback((citation: OpenCitation) => {
    if (document.activeElement?.closest('.panel') === null) cause.current = document.activeElement;
    history.replaceState(null, '', hashOfCitation(citation));
    setOpened(citation);
  }, []);
  const close = useCallback(() => {
    history.replaceState(null, '', location.pathname);
    setOpened(null);
    if (cause.current instanceof HTMLElement) cause.current.focus();
  }, []);
  useEffect(() => {
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && opened !== null) close();
    };
    addEventListener('keydown', closeOnEscape);
    return () => removeEventListener('keydown', closeOnEscape);
  }, [opened]);
  return { opened, open, close };
}
