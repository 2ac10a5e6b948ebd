import { h, type JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { ListedSession } from '../api/sessions-client.ts';
import { pathOfSession } from '../models/route.ts';
import { useApi } from '../parts/api-context.ts';
import { Awaited, useLoaded } from '../parts/loading.ts';
import { follow } from '../parts/router.ts';
import { useWords } from '../parts/words-context.ts';

/** The conversations, newest first. */
export function SessionsView(): JSX.Element {
  const words = useWords();
  const api = useApi();
  const [loaded, again] = useLoaded('sessions', () => api.listSessions());
  useEffect(() => {
    document.title = `${words.sessions.heading} – Plumbline`;
  }, [words]);
  return h(
    'div',
    { class: 'column' },
    h('h1', {}, words.sessions.heading),
    h(Awaited<readonly ListedSession[]>, {
      loaded,
      again,
      show: (sessions) =>
        sessions.length === 0 ? h(NoSessions, {}) : h('ul', { class: 'runs' }, sessions.map(ListedTitle)),
    }),
  );
}

function NoSessions(): JSX.Element {
  const { sessions, ask } = useWords();
  return h('p', { class: 'quiet' }, `${sessions.none} `, h('a', { href: '/ask', onClick: follow }, ask.link));
}

function ListedTitle({ sessionId, title, startedAt }: ListedSession): JSX.Element {
  return h(
    'li',
    { key: sessionId },
    h('a', { href: pathOfSession(sessionId), onClick: follow }, title === '' ? sessionId : title),
    h('p', { class: 'quiet' }, startedAt.slice(0, 16).replace('T', ' ')),
  );
}
