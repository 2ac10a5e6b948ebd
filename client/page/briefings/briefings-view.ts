import { h, type JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { ListedBriefing } from '../api/briefings-client.ts';
import { pathOfBriefing } from '../models/route.ts';
import { useApi } from '../parts/api-context.ts';
import { Awaited, useLoaded } from '../parts/loading.ts';
import { follow } from '../parts/router.ts';
import { useWords } from '../parts/words-context.ts';
import { Deltas } from './deltas.ts';

/** The briefings of the server, each with what its newest output brought. */
export function BriefingsView(): JSX.Element {
  const { briefings } = useWords();
  const api = useApi();
  const [loaded, again] = useLoaded('briefings', () => api.listBriefings());
  useEffect(() => {
    document.title = `${briefings.heading} – Plumbline`;
  }, [briefings]);
  return h(
    'div',
    { class: 'column' },
    h('h1', {}, briefings.heading),
    h(Awaited<readonly ListedBriefing[]>, {
      loaded,
      again,
      show: (listed) =>
        listed.length === 0
          ? h('p', { class: 'quiet' }, briefings.none)
          : h(
              'ul',
              { class: 'runs' },
              listed.map((briefing) => h(Listed, { key: briefing.name, briefing })),
            ),
    }),
  );
}

function Listed({ briefing }: { readonly briefing: ListedBriefing }): JSX.Element {
  const { briefings } = useWords();
  const { name, title, language, newest } = briefing;
  return h(
    'li',
    {},
    h('a', { href: pathOfBriefing(name), lang: language, onClick: follow }, title),
    h('p', { class: 'quiet' }, newest === null ? briefings.noOutput : briefings.newest(newest.slot.slotId)),
    newest === null ? null : h(Deltas, { deltas: newest.deltas, language }),
  );
}
