import { h, type JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { ReportReading } from '../../../workflows/contracts/report/report-reading.ts';
import { type Evidence, evidenceOfReport } from '../models/evidence.ts';
import { openCitationOf } from '../models/route.ts';
import { shortTitle } from '../models/work.ts';
import { useApi } from '../parts/api-context.ts';
import { useIsWide } from '../parts/frame.ts';
import { Awaited, useLoaded } from '../parts/loading.ts';
import { useTitle } from '../parts/router.ts';
import { Article, Contents } from './article.ts';
import { EvidenceHost } from './evidence.ts';

interface ReadViewProps {
  readonly researchId: string;
  /** Where the run comes from; null: it is not shown. */
  readonly origin: JSX.Element | null;
  readonly isShared?: boolean;
}

/** A report as an article, with the source of a citation next to it. */
export function ReadView({ researchId, origin, isShared = false }: ReadViewProps): JSX.Element {
  const api = useApi();
  const [loaded, again] = useLoaded(researchId, () => api.readReport(researchId));
  return h(Awaited<ReportReading>, { loaded, again, show: (reading) => h(Reading, { reading, origin, isShared }) });
}

function Reading({
  reading,
  origin,
  isShared,
}: Omit<Required<ReadViewProps>, 'researchId'> & { readonly reading: ReportReading }): JSX.Element {
  const isWide = useIsWide();
  useTitle(shortTitle(reading.title));
  const all = useMemo(() => once(() => evidenceOfReport(reading)), [reading]);
  return h(
    EvidenceHost,
    { initial: openedIn(location.hash, all), onChange: rememberOpened },
    h(Contents, { reading, isFolded: !isWide }),
    h(Article, { reading, origin, all, isShared }),
  );
}

/** The open citation is in the address, so it can be shared. */
function openedIn(hash: string, all: () => readonly Evidence[]) {
  const evidence = openCitationOf(hash) === null ? undefined : all().find(({ id }) => id === hash);
  return evidence === undefined ? null : { evidence, all: all() };
}

function rememberOpened(evidence: Evidence | null): void {
  history.replaceState(history.state, '', evidence === null ? location.pathname : evidence.id);
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}
