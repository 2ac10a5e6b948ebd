import type {
  BriefingReading,
  ReadBriefingClaim,
  ReadSentence,
  ReadTheme,
} from '@plumbline/contracts/briefings/briefing-reading';
import { Fragment, h, type JSX } from 'preact';
import { pathOfBriefing } from '../models/route.ts';
import { useApi } from '../parts/api-context.ts';
import { list } from '../parts/lists.ts';
import { Awaited, useLoaded } from '../parts/loading.ts';
import { Folded } from '../parts/menu.ts';
import { AnswerText, SourceWords } from '../parts/prose.ts';
import { follow, useTitle } from '../parts/router.ts';
import { useWords } from '../parts/words-context.ts';
import { dateOf } from './briefing-view.ts';

interface OutputProps {
  readonly reading: BriefingReading;
}

/** One output of a briefing: what became of each claim of each theme. */
export function OutputView({ name, outputId }: { readonly name: string; readonly outputId: string }): JSX.Element {
  const api = useApi();
  const [loaded, again] = useLoaded(`${name}\n${outputId}`, () => api.readBriefing(name, outputId));
  return h(
    'article',
    { class: 'column' },
    h(Awaited<BriefingReading>, { loaded, again, show: (reading) => h(Output, { reading }) }),
  );
}

function Output({ reading }: OutputProps): JSX.Element {
  const { briefings, offline, model } = useWords();
  const { briefing, title, language, slot, isBackfill, notes, themes, engine, text } = reading;
  const kind = briefings.kinds[slot.kind];
  useTitle(`${title} ${slot.slotId}`);
  return h(
    Fragment,
    {},
    h('p', { class: 'quiet' }, h('a', { href: pathOfBriefing(briefing), onClick: follow }, briefings.back(title))),
    h('h1', {}, h('span', { lang: language }, title), ` – ${kind} ${slot.slotId}`),
    h(
      'p',
      { class: 'quiet' },
      [isBackfill ? briefings.backfill : '', engine === 'offline' ? offline : model].filter(Boolean).join(' · '),
    ),
    notes.map((note) => h('p', { key: note, class: 'remark', lang: language }, note)),
    themes.map((theme) => h(ThemeDelta, { key: theme.themeId, theme, language })),
    h(Elsewhere, { reading }),
    h(Signals, { reading }),
    h(Diagnostics, { reading }),
    text === '' ? null : h('details', {}, h('summary', {}, briefings.text), h(Written, { text, language })),
  );
}

/** The text of the output. Its list of sources names each number last, and the others lead there. */
function Written({ text, language }: Pick<BriefingReading, 'text' | 'language'>): JSX.Element {
  const words = useWords();
  const said = [...text.replaceAll(/`[^`\n]*`/g, '').matchAll(/\[(\d{1,4})\]/g)].map(([, number]) => Number(number));
  const left = new Map([...Map.groupBy(said, (number) => number)].map(([number, all]) => [number, all.length]));
  const cite = (number: number) => {
    const rest = (left.get(number) ?? 1) - 1;
    left.set(number, rest);
    const id = `output-source-${number}`;
    if (rest <= 0) return h('span', { id, tabIndex: -1 }, `[${number}]`);
    return h('a', { class: 'citation', href: `#${id}`, 'aria-label': words.source(number) }, `${number}`);
  };
  return h('div', { class: 'written', lang: language }, h(AnswerText, { text, cite }));
}

function Diagnostics({ reading: { diagnostics } }: OutputProps): JSX.Element {
  const { briefings } = useWords();
  return h(
    Fragment,
    {},
    h('h2', {}, briefings.diagnostics),
    diagnostics.length === 0
      ? h('p', { class: 'quiet' }, briefings.healthy)
      : list(diagnostics, ({ code, themeId, detail }) => [
          h('strong', {}, code),
          ` ${themeId ?? ''} `,
          h('span', { lang: 'en' }, detail),
        ]),
  );
}

/** What is new in the documents and on no theme. */
function Elsewhere({ reading: { elsewhere, language } }: OutputProps): JSX.Element | null {
  const { briefings } = useWords();
  if (elsewhere === null || elsewhere.documents.fresh === 0) return null;
  const { summary, documents } = elsewhere;
  return h(
    'section',
    { 'aria-labelledby': 'elsewhere' },
    h('h2', { id: 'elsewhere' }, briefings.elsewhere),
    h(Summary, { summary, language }),
    h(Passages, { documents }),
  );
}

/** What a model wrote, each sentence with the words behind it. */
function Summary({ summary, language }: Pick<ThemeProps['theme'], 'summary'> & { readonly language: string }) {
  return h(
    Fragment,
    {},
    summary.map(({ text, evidence }) =>
      h('div', { key: text }, h('p', { lang: language }, h(SourceWords, { text })), h(Evidence, { evidence })),
    ),
  );
}

function Evidence({ evidence }: Pick<ReadSentence, 'evidence'>): JSX.Element | null {
  const { briefings } = useWords();
  if (evidence.length === 0) return null;
  return h(
    'details',
    {},
    h('summary', {}, `${briefings.evidence} (${evidence.length})`),
    evidence.map(({ title, locator, quote }) =>
      h(
        'blockquote',
        { key: locator + quote },
        h(SourceWords, { text: quote }),
        h('p', { class: 'quiet' }, `${title} · ${locator}`),
      ),
    ),
  );
}

function Signals({ reading: { signals, language } }: OutputProps): JSX.Element | null {
  const { briefings } = useWords();
  if (signals.length === 0) return null;
  return h(
    Fragment,
    {},
    h('h2', {}, briefings.signals),
    list(signals, ({ title, text, outlets }) => `${title}: ${text} (${outlets.join(', ')})`, {
      lang: language,
    }),
  );
}

interface ThemeProps {
  readonly theme: ReadTheme;
  readonly language: string;
}

/** A theme with what is new, changed and gone; what was only kept is folded. */
function ThemeDelta({ theme, language }: ThemeProps): JSX.Element {
  const { briefings } = useWords();
  const { themeId, title, status, conviction, delta, summary, claims, caveats, focus, documents } = theme;
  const hasPassages = documents !== null && documents.fresh + documents.known > 0;
  const kept = claims.filter(({ mark }) => mark === 'kept');
  const moved = claims.filter(({ mark }) => mark !== 'kept');
  const about = `${briefings.statuses[status]}, ${briefings.conviction(conviction)}`;
  return h(
    'section',
    { 'aria-labelledby': `theme-${themeId}` },
    h('h2', { id: `theme-${themeId}`, lang: language }, title),
    h('p', { class: 'quiet' }, h('span', { class: `delta delta-${delta}` }, briefings.deltas[delta]), ` ${about}`),
    h(Summary, { summary, language }),
    caveats.map((text) => h('p', { key: text, class: 'remark warning', lang: language }, text)),
    claims.length > 0 ? h(Claims, { claims: moved, language }) : null,
    claims.length === 0 && !hasPassages ? h('p', { class: 'quiet' }, briefings.noClaims) : null,
    hasPassages ? h(Passages, { documents }) : null,
    kept.length === 0
      ? null
      : h('details', {}, h('summary', {}, briefings.kept(kept.length)), h(Claims, { claims: kept, language })),
    h(Folded, { summary: briefings.focus, entries: focus.map((text) => h('span', { lang: language }, text)) }),
  );
}

/** What the documents of the briefing say, newest first. */
function Passages({ documents }: { readonly documents: NonNullable<ReadTheme['documents']> }): JSX.Element {
  const { briefings, language } = useWords();
  const { passages, fresh, known } = documents;
  return h(
    Fragment,
    {},
    h('h3', {}, briefings.documents(fresh, known)),
    list(
      passages,
      ({ quote, place, day, locator }) => [
        h('span', { lang: '' }, h(SourceWords, { text: quote })),
        h(
          'p',
          { class: 'quiet' },
          [day === null ? briefings.undated : dateOf(day, language), place, locator].filter(Boolean).join(' · '),
        ),
      ],
      { class: 'runs' },
    ),
  );
}

function Claims({ claims, language }: { readonly claims: readonly ReadBriefingClaim[]; readonly language: string }) {
  return list(claims, (claim) => h(Claim, { claim, language }), { class: 'runs' });
}

function Claim({ claim, language }: { readonly claim: ReadBriefingClaim; readonly language: string }): JSX.Element {
  const { briefings } = useWords();
  const { text, mark, status, note, firstSeen, outlets, evidence, conflictsWith } = claim;
  const about = [briefings.itemStatuses[status], briefings.since(firstSeen), ...outlets].join(' · ');
  return h(
    'div',
    {},
    h('span', { class: `delta mark-${mark}` }, briefings.marks[mark]),
    ' ',
    h('span', { lang: language }, text),
    h('p', { class: 'quiet' }, about),
    note === '' ? null : h('p', { class: 'quiet', lang: 'en' }, note),
    conflictsWith.length === 0 ? null : h('p', { class: 'warning quiet' }, briefings.conflicts),
    h(Evidence, { evidence }),
  );
}
