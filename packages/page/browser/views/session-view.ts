import type { AnswerResult } from '@plumbline/contracts/answers/answer';
import type { Turn } from '@plumbline/contracts/answers/conversation';
import { type JSX, h } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { ApiFailure, UNAUTHORISED } from '../api/api-requests.ts';
import type { Session } from '../api/api-types.ts';
import { type SentMessage, STREAM_PACE } from '../api/following.ts';
import { newSendId } from '../models/ask-draft.ts';
import { afterEvent, type LiveAnswer, liveAnswerTo, wasStopped, withTurnsOf } from '../models/live-answer.ts';
import { pathOfRun, pathOfSession } from '../models/route.ts';
import { Ago } from '../parts/ago.ts';
import { useApi } from '../parts/api-context.ts';
import { AskAgain, Composer, draftOf, type Send } from '../parts/composer.ts';
import { useReach } from '../parts/engine.ts';
import { Icon } from '../parts/icon.ts';
import { Awaited, type Loaded, messageOf } from '../parts/loading.ts';
import { AnswerText } from '../parts/prose.ts';
import { go, useTitle } from '../parts/router.ts';
import { begunMessage } from '../parts/sending.ts';
import { useWords } from '../parts/words-context.ts';
import { EvidenceHost } from '../read/evidence.ts';
import type { SessionsWords } from '../words/sessions-words.ts';
import { AnswerView, StopButton } from './answer-view.ts';
import { WorkHead } from './rail.ts';
import { useThreadScroll } from './thread-scroll.ts';

const LOOK_MS = 200;
/** Turns that are shown at once; a long conversation opens as fast as a short one. */
const SHOWN = 40;
/** How often a conversation is looked at for what another tab has sent. */
const TOGETHER_MS = 3_000;

/** A conversation: its thread, the answer under way, and the next message. */
export function SessionView({ sessionId }: { readonly sessionId: string }): JSX.Element {
  const words = useWords().sessions;
  const { loaded, reload, live, send } = useConversation(sessionId);
  const place = useRef<HTMLDivElement>(null);
  const turns = loaded.state === 'loaded' ? loaded.value.thread.length : 0;
  const written = live === null ? null : live.text.length;
  const { hasNew, showNew } = useThreadScroll(place, { turns, written });
  const title = loaded.state === 'loaded' ? (loaded.value.thread[0]?.message ?? '') : (live?.message ?? '');
  const leftOut = loaded.state === 'loaded' ? loaded.value.leftOut : [];
  const [edited, setEdited] = useState<{ readonly text: string } | null>(null);
  const isUnderWay = live !== null && live.failure === null;
  // A conversation that has just begun may not be there yet; its first message is.
  const isShown = live === null || loaded.state === 'loaded';
  useTitle(title === '' ? words.heading : title);
  const conversation = h(
    'div',
    { class: 'column session', ref: place },
    h(WorkHead, { path: pathOfSession(sessionId), title: title === '' ? words.one : title }),
    isShown
      ? h(Awaited<Session>, {
          loaded,
          again: reload,
          show: (session) => h(Thread, { session, live, send, edit: (text) => setEdited({ text }) }),
        })
      : null,
    live === null ? null : h(LiveTurn, { live, send, sessionId }),
    hasNew ? h('button', { type: 'button', class: 'new-answer', onClick: showNew }, `${words.newAnswer} ↓`) : null,
    loaded.state === 'failed' && live === null
      ? null
      : h(Composer, { sessionId, leftOut, isBusy: isUnderWay, send, edited }),
  );
  return h(EvidenceHost, { isLeft: live !== null }, conversation);
}

interface ThreadProps {
  readonly session: Session;
  readonly live: object | null;
  readonly send: Send;
  /** Puts a question into the field, to be changed. */
  readonly edit: (question: string) => void;
}

function Thread({ session, live, send, edit }: ThreadProps): JSX.Element {
  const words = useWords().sessions;
  const { thread, turns, answers } = session;
  const [wanted, setWanted] = useState(SHOWN);
  const first = Math.max(0, thread.length - wanted);
  return h(
    'div',
    { class: 'thread' },
    turns > thread.length ? h('p', { class: 'quiet' }, words.earlier(turns - thread.length)) : null,
    first === 0
      ? null
      : h(
          'button',
          { type: 'button', onClick: () => setWanted(wanted + SHOWN) },
          words.showEarlier(Math.min(SHOWN, first)),
        ),
    thread.slice(first).map((turn, index, shown) =>
      h(TurnView, {
        key: turn.turn,
        turn,
        answer: answers.find(({ answerId }) => answerId === `${session.sessionId}:${turn.turn}`) ?? null,
        // What an older answer suggested would only be in the way.
        send: live === null && index === shown.length - 1 ? send : null,
        research: live === null ? (question) => send(question, true) : null,
        again: live === null ? () => send(turn.message) : null,
        edit,
      }),
    ),
  );
}

/** The message under way, with what is written so far. */
function LiveTurn({
  live,
  send,
  sessionId,
}: {
  readonly live: LiveAnswer;
  readonly send: Send;
  readonly sessionId: string;
}): JSX.Element {
  const { sessions: words, engine } = useWords();
  const isReached = useReach();
  const { message, stage, text, failure } = live;
  const doing = isReached ? (words.stages[stage] ?? words.working) : engine.kept;
  return h(
    'section',
    { class: 'turn' },
    h(Message, { message }),
    failure === null
      ? h('p', { class: 'quiet doing', role: 'status' }, text === '' || !isReached ? doing : words.unverified)
      : h(
          'div',
          { class: 'failure', role: 'alert' },
          h('p', {}, failureIn(words, failure)),
          h('button', { type: 'button', onClick: () => send(message) }, words.sendAgain),
        ),
    text === '' ? null : h('div', { class: 'answer writing' }, h(AnswerText, { text, cite: null })),
    failure === null ? h(StopButton, { sessionId }) : null,
  );
}

interface TurnProps {
  readonly turn: Turn;
  /** Null: the session does not keep it any more, or there was none. */
  readonly answer: AnswerResult | null;
  /** Null: nothing can be sent from here. */
  readonly send: Send | null;
  readonly research: ((question: string) => void) | null;
  readonly again: (() => void) | null;
  readonly edit: (question: string) => void;
}

/** A message and what became of it. */
function TurnView({ turn, answer, send, research, again, edit }: TurnProps): JSX.Element {
  const words = useWords().sessions;
  return h(
    'section',
    { class: 'turn' },
    h(Message, { message: turn.message }),
    h(
      'p',
      { class: 'quiet answered-at' },
      h(
        'button',
        { type: 'button', class: 'plain', onClick: () => edit(turn.message) },
        h(Icon, { name: 'edit' }),
        words.edit,
      ),
      answer === null ? null : h(Ago, { time: answer.answeredAt }),
    ),
    turn.failure !== null
      ? h(
          'div',
          { class: 'failure' },
          h('p', {}, failureIn(words, turn.failure)),
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
        : h(AnswerView, { answer, send, research, again }),
  );
}

function failureIn(words: SessionsWords, reason: string): string {
  return wasStopped(reason) ? words.stopped : words.failed(reason);
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
  readonly send: Send;
}

/** A conversation: what was said, and the answer under way, which is followed across lost connections. */
function useConversation(sessionId: string): Conversation {
  const { loaded, load } = useSession(sessionId);
  const { live, followMessage, leave } = useLiveAnswer(load);
  const isIdle = live === null && loaded.state === 'loaded';
  const begin = async () => {
    const begun = begunMessage();
    if (begun !== null) {
      await followMessage(begun, null);
      history.replaceState(null, '', location.href);
      return;
    }
    await followPending();
  };
  const followPending = async () => {
    const [pending] = (await load())?.pending ?? [];
    if (pending === undefined) return;
    const { message, messageId, answerId } = pending;
    await followMessage({ message, messageId, sessionId }, `${answerId};0`);
  };
  useEffect(() => {
    if (!isIdle) return;
    // Another tab may go on with it.
    const timer = setInterval(() => document.hidden || void followPending(), TOGETHER_MS);
    return () => clearInterval(timer);
  }, [isIdle]);
  useEffect(() => {
    void begin();
    return leave;
  }, []);
  return {
    loaded,
    reload: () => void begin(),
    live,
    send: (message, research = false) =>
      void followMessage({ message, messageId: newSendId(), sessionId, ...(research && { research }) }, null),
  };
}

function useSession(sessionId: string) {
  const api = useApi();
  const [loaded, setLoaded] = useState<Loaded<Session>>({ state: 'loading' });
  const known = useRef<Session | null>(null);
  const load = async (): Promise<Session | null> => {
    const before = known.current;
    try {
      const value = withTurnsOf(before, await api.readSession(sessionId, before?.turns));
      known.current = value;
      if (value !== before) setLoaded({ state: 'loaded', value });
      return value;
    } catch (error) {
      // What is there stays readable.
      if (before === null) setLoaded({ state: 'failed', error });
      return before;
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
        // What was asked for is the run.
        const researchId = message.research === true && event.kind === 'end' ? event.answer.researchId : null;
        if (researchId !== null) return go(pathOfRun(researchId));
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
      if (signal.aborted) return;
      setLive({ ...now, failure: messageOf(error) });
      // The way to sign in again leads over another page.
      const hasToSignIn = error instanceof ApiFailure && error.status === UNAUTHORISED;
      if (hasToSignIn && message.sessionId !== undefined) {
        localStorage.setItem(draftOf(message.sessionId), message.message);
      }
    }
  };
  return { live, followMessage, leave: () => left.current?.abort() };
}
