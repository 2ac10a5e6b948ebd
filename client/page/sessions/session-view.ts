import { h, type JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Session } from '../api/sessions-client.ts';
import { Awaited } from '../parts/loading.ts';
import { useWords } from '../parts/words-context.ts';
import { Composer } from './composer.ts';
import { LiveTurn } from './live-turn.ts';
import { TurnView } from './turn-view.ts';
import { useConversation } from './use-conversation.ts';

/** A conversation: its thread, the answer under way, and the next message. */
export function SessionView({ sessionId }: { readonly sessionId: string }): JSX.Element {
  const words = useWords().sessions;
  const { loaded, reload, live, send } = useConversation(sessionId);
  const title = loaded.state === 'loaded' ? (loaded.value.thread[0]?.message ?? '') : (live?.message ?? '');
  const isUnderWay = live !== null && live.failure === null;
  // A conversation that has just begun may not be there yet; its first message is.
  const isShown = live === null || loaded.state === 'loaded';
  useEffect(() => {
    document.title = `${title === '' ? words.heading : title} – Plumbline`;
  }, [title, words]);
  return h(
    'div',
    { class: 'column session' },
    h('h1', { class: 'thread-title' }, words.one),
    isShown
      ? h(Awaited<Session>, { loaded, again: reload, show: (session) => h(Thread, { session, live, send }) })
      : null,
    live === null ? null : h(LiveTurn, { live, send }),
    loaded.state === 'failed' && live === null ? null : h(Composer, { sessionId, isBusy: isUnderWay, send }),
  );
}

interface ThreadProps {
  readonly session: Session;
  readonly live: object | null;
  readonly send: (message: string) => void;
}

function Thread({ session, live, send }: ThreadProps): JSX.Element {
  const words = useWords().sessions;
  const { thread, turns, answers } = session;
  return h(
    'div',
    { class: 'thread' },
    turns > thread.length ? h('p', { class: 'quiet' }, words.earlier(turns - thread.length)) : null,
    thread.map((turn, index) =>
      h(TurnView, {
        key: turn.turn,
        turn,
        answer: answers.find(({ answerId }) => answerId === `${session.sessionId}:${turn.turn}`) ?? null,
        // What an older answer suggested would only be in the way.
        send: live === null && index === thread.length - 1 ? send : null,
      }),
    ),
  );
}
