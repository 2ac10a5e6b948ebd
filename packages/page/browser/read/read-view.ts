import type { ReadSection, ReportReading } from '@plumbline/contracts/report/report-reading';
import { Fragment, type JSX, h } from 'preact';
import { useMemo } from 'preact/hooks';
import { createApiClient } from '../api/api-client.ts';
import { ApiFailure } from '../api/api-requests.ts';
import { standingOfReport } from '../models/certainty.ts';
import { claimsOf, contentsOf, idOfSection } from '../models/contents.ts';
import { type Evidence, evidenceOfReport } from '../models/evidence.ts';
import { openCitationOf } from '../models/route.ts';
import { dateIn } from '../models/times.ts';
import { LONGEST_HEADING, shortTitle } from '../models/work.ts';
import { ApiContext, useApi } from '../parts/api-context.ts';
import { Sign } from '../parts/certainty.ts';
import { useHasMargins } from '../parts/frame.ts';
import { list } from '../parts/lists.ts';
import { Facts } from '../parts/lists.ts';
import { Awaited, useLoaded } from '../parts/loading.ts';
import { Folded } from '../parts/menu.ts';
import { useTitle } from '../parts/router.ts';
import { useWords } from '../parts/words-context.ts';
import { Behind, BEHIND_ID, SourceList, SOURCES_ID } from './back-matter.ts';
import { type ArticleProps, Block } from './block.ts';
import { EvidenceHost, Sources } from './evidence.ts';
import { ReportTools } from './report-tools.ts';

interface ReadViewProps {
  readonly researchId: string;
  /** Where the run comes from; null: it is not shown. */
  readonly origin: JSX.Element | null;
  /** What is asked on it; null: it is read by a link that was shared. */
  readonly talk: JSX.Element | null;
}

/** A report as an article, with the source of a citation next to it. */
export function ReadView({ researchId, ...around }: ReadViewProps): JSX.Element {
  const api = useApi();
  const [loaded, again] = useLoaded(researchId, () => api.readReport(researchId));
  return h(Awaited<ReportReading>, { loaded, again, show: (reading) => h(Reading, { reading, ...around }) });
}

function Reading({
  reading,
  ...around
}: Omit<ReadViewProps, 'researchId'> & Pick<ArticleProps, 'reading'>): JSX.Element {
  const hasMargins = useHasMargins();
  useTitle(shortTitle(reading.title));
  const all = useMemo(() => once(() => evidenceOfReport(reading)), [reading]);
  return h(
    EvidenceHost,
    { initial: openedIn(location.hash, all), onChange: rememberOpened },
    hasMargins ? h(Contents, { reading, isFolded: false }) : null,
    h(Article, { reading, all, ...around, contents: hasMargins ? null : h(Contents, { reading, isFolded: true }) }),
  );
}

/** The open citation is in the address, so it can be shared. */
function openedIn(hash: string, all: () => readonly Evidence[]) {
  const evidence = openCitationOf(hash) === null ? undefined : all().find(({ id }) => id === hash);
  return evidence === undefined ? null : { evidence, all: all() };
}

function rememberOpened(evidence: Evidence | null): void {
  // What an answer below cites has no address.
  if (evidence === null || evidence.by.kind === 'claim')
    history.replaceState(history.state, '', evidence?.id ?? location.pathname);
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}

interface WholeProps extends ArticleProps, Omit<ReadViewProps, 'researchId'> {
  /** Null: it stands in the margin. */
  readonly contents: JSX.Element | null;
}

/** The report from the question to its evidence. */
function Article({ reading, origin, all, talk, contents }: WholeProps): JSX.Element {
  const words = useWords();
  const { question, language, publishedAt, outcome, engine, sections } = reading;
  const title = shortTitle(reading.title, LONGEST_HEADING);
  const about = [
    words.published(dateIn(words.language, publishedAt)),
    outcome === 'stopped' ? words.stoppedEarly : '',
    engine === 'offline' ? words.offline : words.model,
  ];
  return h(
    'article',
    { class: 'column' },
    h('h1', { lang: language }, title),
    title === question ? null : h('p', { class: 'asked', lang: language }, question),
    h('p', { class: 'quiet' }, about.filter(Boolean).join(' · ')),
    origin,
    h(Clarified, { reading }),
    h(SignOver, { reading }),
    h(ReportTools, { reading, isShared: talk === null }),
    contents,
    h(
      'div',
      { lang: language },
      sections.map((section, index) => {
        const id = idOfSection(section, sections, index);
        return h(Section, { key: id, id, reading, section, all });
      }),
    ),
    h(SourceList, { reading, all }),
    h(Behind, { reading }),
    talk,
  );
}

const CLARIFIED = ['refinedIntent', 'scope', 'keyClarifications', 'remainingGaps'] as const;

/** What came of asking back before the report was written. */
function Clarified({ reading: { behind, language } }: Pick<ArticleProps, 'reading'>): JSX.Element | null {
  const words = useWords().behind.clarified;
  const clarified = behind.clarified ?? null;
  if (clarified === null) return null;
  const facts = CLARIFIED.map((name) => [words[name], ...[clarified[name]].flat()] as const);
  return h(
    'details',
    { class: 'understood' },
    h('summary', {}, words.heading),
    h(Facts, { facts: facts.filter(([, ...texts]) => texts.join('') !== ''), lang: language }),
  );
}

function SignOver({ reading }: Pick<ArticleProps, 'reading'>): JSX.Element {
  const { behind, checks, cautions, language } = reading;
  const standing = standingOfReport(reading);
  return h(Sign, { ...behind, standing, trust: checks.trust, cautions, read: null, of: language });
}

interface SectionProps extends ArticleProps {
  readonly id: string;
  readonly section: ReadSection;
}

/** One part of the report, with its claims. */
function Section(props: SectionProps): JSX.Element {
  const { section, id } = props;
  const { heading, name, remarks, groups } = section;
  const remarkList =
    groups.length === 0 && remarks.length > 1 && heading !== ''
      ? list(remarks, (text) => text)
      : remarks.map((text) => h('p', { key: text, class: 'remark' }, text));
  return h(
    'section',
    { id, class: `part part-${name}`, 'aria-labelledby': heading === '' ? undefined : `${id}-heading` },
    heading === '' ? null : h('h2', { id: `${id}-heading` }, heading),
    remarkList,
    groups.map((group, index) =>
      h(
        Fragment,
        { key: index },
        group.heading === '' ? null : h(heading === '' ? 'h2' : 'h3', {}, group.heading),
        group.blocks.map((block, place) => h(Block, { key: place, ...props, block })),
      ),
    ),
    h(Sources, { evidence: inPart(section, props.all()), all: props.all }),
  );
}

/** The numbers of a part, each once. */
function inPart({ groups }: ReadSection, all: readonly Evidence[]): Evidence[] {
  const claims = new Set(groups.flatMap(({ blocks }) => blocks.flatMap(claimsOf)).map(({ number }) => number));
  const cited = all.filter(({ by }) => by.kind === 'claim' && claims.has(by.claim.number));
  return [...new Map(cited.toReversed().map((one) => [one.citation.number, one])).values()].toReversed();
}

/** The table of contents; folded if there is no room next to the article. */
function Contents({ reading, isFolded }: { readonly reading: ReportReading; readonly isFolded: boolean }): JSX.Element {
  const words = useWords();
  const entries = [
    ...contentsOf(reading.sections),
    { id: SOURCES_ID, heading: words.sources },
    { id: BEHIND_ID, heading: words.behind.heading },
  ];
  const links = entries.map(({ id, heading }) => h('a', { key: id, href: `#${id}` }, heading));
  return h(
    'nav',
    { class: 'contents', 'aria-label': words.contents },
    isFolded
      ? h(Folded, { summary: words.contents, entries: links })
      : [h('p', { key: 'name', class: 'quiet' }, words.contents), list(links, (link) => link)],
  );
}

/** A report, read by a link that was shared. */
export function SharedView({ token }: { readonly token: string }): JSX.Element {
  const { report } = useWords();
  const api = useMemo(() => createApiClient({ token: () => token }), [token]);
  const [loaded, again] = useLoaded(token, () => api.readShared());
  // No other token would help.
  const isGone = loaded.state === 'failed' && loaded.error instanceof ApiFailure && loaded.error.status < 500;
  const gone = h('h1', { class: 'failure', role: 'alert' }, report.shareGone);
  if (isGone) return gone;
  return h(
    ApiContext.Provider,
    { value: api },
    h(Awaited<{ readonly researchId: string } | null>, {
      loaded,
      again,
      show: (share) =>
        share === null ? gone : h(ReadView, { researchId: share.researchId, origin: null, talk: null }),
    }),
  );
}
