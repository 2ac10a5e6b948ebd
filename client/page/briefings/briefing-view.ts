import { Fragment, h, type JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Briefing } from '../api/briefings-client.ts';
import { pathOfBriefing } from '../models/route.ts';
import { useApi } from '../parts/api-context.ts';
import { Awaited, useLoaded } from '../parts/loading.ts';
import { follow } from '../parts/router.ts';
import { useWords } from '../parts/words-context.ts';
import { Calendar } from './calendar.ts';
import { Deltas } from './deltas.ts';

interface BriefingProps {
  readonly briefing: Briefing;
}

/** A briefing: when it runs, what became of its slots, and its outputs. */
export function BriefingView({ name }: { readonly name: string }): JSX.Element {
  const api = useApi();
  const [loaded, again] = useLoaded(name, () => api.showBriefing(name));
  return h(
    'div',
    { class: 'column' },
    h(Awaited<Briefing>, { loaded, again, show: (briefing) => h(Shown, { briefing }) }),
  );
}

function Shown({ briefing }: BriefingProps): JSX.Element {
  const { briefings } = useWords();
  const { title, language, timezone, openIssues } = briefing;
  useEffect(() => {
    document.title = `${title} – Plumbline`;
  }, [title]);
  return h(
    Fragment,
    {},
    h('h1', { lang: language }, title),
    h('p', { class: 'quiet' }, timezone),
    h('h2', {}, briefings.schedules),
    h(Schedules, { briefing }),
    h('h2', {}, briefings.calendar),
    h(Calendar, { briefing }),
    openIssues.length === 0
      ? null
      : [
          h('h2', { key: 'heading' }, briefings.openIssues),
          h(
            'ul',
            { key: 'issues' },
            openIssues.map(({ key, reference }) => h('li', { key }, `${key} (${reference})`)),
          ),
        ],
    h('h2', {}, briefings.outputs),
    h(Outputs, { briefing }),
  );
}

function Schedules({ briefing: { schedules } }: BriefingProps): JSX.Element {
  const { briefings } = useWords();
  if (schedules.length === 0) return h('p', { class: 'quiet' }, briefings.noSchedules);
  return h(
    'ul',
    {},
    schedules.map(({ kind, cron, every }) =>
      h('li', { key: kind }, `${briefings.kinds[kind]}: ${cron ?? briefings.every(every ?? '')}`),
    ),
  );
}

function Outputs({ briefing: { name, language, outputs } }: BriefingProps): JSX.Element {
  const { briefings } = useWords();
  if (outputs.length === 0) return h('p', { class: 'quiet' }, briefings.noOutput);
  return h(
    'ul',
    { class: 'runs' },
    outputs.map(({ outputId, slot, isBackfill, deltas, diagnostics }) =>
      h(
        'li',
        { key: outputId },
        h(
          'a',
          { href: pathOfBriefing(name, outputId), onClick: follow },
          `${briefings.kinds[slot.kind]} ${slot.slotId}`,
        ),
        h(
          'p',
          { class: 'quiet' },
          [isBackfill ? briefings.backfill : '', ...new Set(diagnostics.map(({ code }) => code))]
            .filter(Boolean)
            .join(' · '),
        ),
        h(Deltas, { deltas, language }),
      ),
    ),
  );
}
