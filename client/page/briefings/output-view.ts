import { Fragment, h, type JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { BriefingReading } from '../../../workflows/contracts/briefing-reading.ts';
import { pathOfBriefing } from '../models/route.ts';
import { useApi } from '../parts/api-context.ts';
import { Awaited, useLoaded } from '../parts/loading.ts';
import { follow } from '../parts/router.ts';
import { useWords } from '../parts/words-context.ts';
import { ThemeDelta } from './theme-delta.ts';

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
  useEffect(() => {
    document.title = `${title} ${slot.slotId} – Plumbline`;
  }, [reading]);
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
    h(Signals, { reading }),
    h(Diagnostics, { reading }),
    text === ''
      ? null
      : h('details', {}, h('summary', {}, briefings.text), h('pre', { class: 'written', lang: language }, text)),
  );
}

function Diagnostics({ reading: { diagnostics } }: OutputProps): JSX.Element {
  const { briefings } = useWords();
  return h(
    Fragment,
    {},
    h('h2', {}, briefings.diagnostics),
    diagnostics.length === 0
      ? h('p', { class: 'quiet' }, briefings.healthy)
      : h(
          'ul',
          {},
          diagnostics.map(({ code, themeId, detail }) =>
            h(
              'li',
              { key: `${code}${themeId}` },
              h('strong', {}, code),
              ` ${themeId ?? ''} `,
              h('span', { lang: 'en' }, detail),
            ),
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
    h(
      'ul',
      { lang: language },
      signals.map(({ taxonomyId, title, text, outlets }) =>
        h('li', { key: taxonomyId }, `${title}: ${text} (${outlets.join(', ')})`),
      ),
    ),
  );
}
