import { h, type JSX, type TargetedEvent } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { AnswerResult } from '../../../workflows/contracts/answers/answer.ts';
import type { Turn } from '../../../workflows/contracts/answers/conversation.ts';
import type { LeftOut } from '../../../workflows/contracts/evidence/corpus.ts';
import { type SentMessage, STREAM_PACE } from '../api/answer-stream.ts';
import type { ListedSession, Session } from '../api/sessions-client.ts';
import { afterEvent, type LiveAnswer, liveAnswerTo } from '../models/live-answer.ts';
import { pathOfSession } from '../models/route.ts';
import { useApi } from '../parts/api-context.ts';
import { Awaited, type Loaded, messageOf, useLoaded } from '../parts/loading.ts';
import { follow } from '../parts/router.ts';
import { useWords, WordsBeside } from '../parts/words-context.ts';
import { AnswerText, AnswerView } from './answer-view.ts';
import { AskAgain, newSendId, sendByKeyboard } from './use-draft.ts';

const LOOK_MS = 200;

/** A conversation: its thread, the answer under way, and the next message. */
export function SessionView({ sessionId }: { readonly sessionId: string }): JSX.Element {
  const words = useWords().sessions;
  const { loaded, reload, live, send } = useConversation(sessionId);
  const title = loaded.state === 'loaded' ? (loaded.value.thread[0]?.message ?? '') : (live?.message ?? '');
  const leftOut = loaded.state === 'loaded' ? loaded.value.leftOut : [];
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
    loaded.state === 'failed' && live === null ? null : h(Composer, { sessionId, leftOut, isBusy: isUnderWay, send }),
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

/** The message under way, with what is written so far. */
function LiveTurn({
  live,
  send,
}: {
  readonly live: LiveAnswer;
  readonly send: (message: string) => void;
}): JSX.Element {
  const words = useWords().sessions;
  const { message, stage, text, failure } = live;
  const doing = words.stages[stage] ?? words.working;
  return h(
    'section',
    { class: 'turn' },
    h(Message, { message }),
    failure === null
      ? h('p', { class: 'quiet doing', role: 'status' }, text === '' ? doing : words.unverified)
      : h(
          'div',
          { class: 'failure', role: 'alert' },
          h('p', {}, words.failed(failure)),
          h('button', { type: 'button', onClick: () => send(message) }, words.sendAgain),
        ),
    text === '' ? null : h('div', { class: 'answer writing' }, h(AnswerText, { text, cite: null })),
  );
}

interface ComposerProps extends Pick<Session, 'sessionId' | 'leftOut'> {
  /** An answer is under way. */
  readonly isBusy: boolean;
  readonly send: (message: string) => void;
}

/** The next message; what is written survives a reload. */
function Composer({ sessionId, leftOut, isBusy, send }: ComposerProps): JSX.Element {
  const { sessions: words, ask } = useWords();
  const draft = `plumbline-draft-${sessionId}`;
  const [text, setText] = useState(() => localStorage.getItem(draft) ?? '');
  const change = (next: string) => {
    if (next === '') localStorage.removeItem(draft);
    else localStorage.setItem(draft, next);
    setText(next);
  };
  const submit = (event: Event) => {
    event.preventDefault();
    if (isBusy || text.trim() === '') return;
    send(text.trim());
    change('');
  };
  return h(
    'form',
    { class: 'composer', onSubmit: submit, onKeyDown: sendByKeyboard },
    h('label', { for: 'message' }, words.next),
    h('textarea', {
      id: 'message',
      rows: 2,
      value: text,
      maxLength: 4_000,
      onInput: (event: TargetedEvent<HTMLTextAreaElement>) => change(event.currentTarget.value),
    }),
    h('button', { type: 'submit', class: 'primary', disabled: isBusy || text.trim() === '' }, words.send),
    leftOut.length === 0 ? null : h('p', { class: 'quiet' }, leftOut.map((one) => restriction(one, ask)).join(' · ')),
  );
}

/** `docs: Only these files: *.md, …` */
function restriction({ reason, folder, names, count }: LeftOut, words: ReturnType<typeof useWords>['ask']): string {
  const label = reason === 'excluded' ? words.exclude : words.include;
  const named = [...names, ...(count > names.length ? ['…'] : [])].join(', ');
  return [...(folder === undefined ? [] : [folder]), label, named].join(': ');
}

interface TurnProps {
  readonly turn: Turn;
  /** Null: the session does not keep it any more, or there was none. */
  readonly answer: AnswerResult | null;
  /** Null: nothing can be sent from here. */
  readonly send: ((message: string) => void) | null;
}

/** A message and what became of it. */
function TurnView({ turn, answer, send }: TurnProps): JSX.Element {
  const words = useWords().sessions;
  return h(
    'section',
    { class: 'turn' },
    h(Message, { message: turn.message }),
    turn.failure !== null
      ? h(
          'div',
          { class: 'failure' },
          h('p', {}, words.failed(turn.failure)),
          send === null ? null : h('button', { type: 'button', onClick: () => send(turn.message) }, words.sendAgain),
          h('p', {}, h(AskAgain, { question: turn.message })),
        )
      : answer === null
        ? h(
            'div',
            { class: 'answer' },
            h(AnswerText, { text: turn.summary, cite: null }),
            h('p', { class: 'quiet' }, words.shortened),
          )
        : h(WordsBeside, { language: answer.interpretation.language }, h(AnswerView, { answer, send })),
  );
}

function Message({ message }: { readonly message: string }): JSX.Element {
  const words = useWords().sessions;
  return h('h2', { class: 'message' }, h('span', { class: 'hidden' }, `${words.asked}: `), message);
}

interface Conversation {
  readonly loaded: Loaded<Session>;
  readonly reload: () => void;
  /** Null: nothing is being answered. */
  readonly live: LiveAnswer | null;
  readonly send: (message: string) => void;
}

/** A conversation: what was said, and the answer under way, which is followed across lost connections. */
function useConversation(sessionId: string): Conversation {
  const { loaded, load } = useSession(sessionId);
  const { live, followMessage, leave } = useLiveAnswer(load);
  const begin = async () => {
    const begun = begunMessage();
    if (begun !== null) {
      await followMessage(begun, null);
      history.replaceState(null, '', location.href);
      return;
    }
    const [pending] = (await load())?.pending ?? [];
    if (pending === undefined) return;
    const { message, messageId, answerId } = pending;
    await followMessage({ message, messageId, sessionId }, `${answerId};0`);
  };
  useEffect(() => {
    void begin();
    return leave;
  }, []);
  return {
    loaded,
    reload: () => void begin(),
    live,
    send: (message) => void followMessage({ message, messageId: newSendId(), sessionId }, null),
  };
}

function useSession(sessionId: string) {
  const api = useApi();
  const [loaded, setLoaded] = useState<Loaded<Session>>({ state: 'loading' });
  const load = async (): Promise<Session | null> => {
    try {
      const value = await api.readSession(sessionId);
      setLoaded({ state: 'loaded', value });
      return value;
    } catch (error) {
      setLoaded({ state: 'failed', error });
      return null;
    }
  };
  return { loaded, load };
}

/** @param load what the session has once the answer is over */
function useLiveAnswer(load: () => Promise<Session | null>) {
  const api = useApi();
  const [live, setLive] = useState<LiveAnswer | null>(null);
  const left = useRef<AbortController | null>(null);
  const followMessage = async (message: SentMessage, lastEventId: string | null) => {
    const { signal } = (left.current = new AbortController());
    let now = liveAnswerTo(message.message);
    setLive(now);
    try {
      for await (const event of api.followAnswer({ message, lastEventId, pace: STREAM_PACE, signal })) {
        now = afterEvent(now, event);
        setLive(now);
      }
      let session = await load();
      // The stream tells the end before the session has noted it.
      while (!signal.aborted && session?.pending.some(({ messageId }) => messageId === message.messageId)) {
        await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
        session = await load();
      }
      // The session tells the rest; of a message that it did not take, it knows nothing.
      const isTaken = session === null || session.thread.some(({ messageId }) => messageId === message.messageId);
      if (isTaken || now.failure === null) setLive(null);
    } catch (error) {
      if (!signal.aborted) setLive({ ...now, failure: messageOf(error) });
    }
  };
  return { live, followMessage, leave: () => left.current?.abort() };
}

/** The message that a new conversation begins with: the address keeps it until it is answered, also over a reload. */
function begunMessage(): SentMessage | null {
  const state: { readonly begun?: SentMessage } | null = history.state;
  return state?.begun ?? null;
}

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
