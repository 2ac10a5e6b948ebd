import type { AnswerResult } from '@plumbline/contracts/answers/answer';
import type { Turn } from '@plumbline/contracts/answers/conversation';
import { type ComponentChildren, h, type JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Session } from '../api/api-types.ts';
import { type LiveAnswer, wasStopped } from '../models/live-answer.ts';
import { Ago } from '../parts/ago.ts';
import { AskAgain, Composer, type Send } from '../parts/composer.ts';
import { useReach } from '../parts/engine.ts';
import { Icon } from '../parts/icon.ts';
import { Awaited, type Loaded } from '../parts/loading.ts';
import { AnswerText } from '../parts/prose.ts';
import { useWords } from '../parts/words-context.ts';
import { useEvidence } from '../read/evidence.ts';
import type { SessionsWords } from '../words/sessions-words.ts';
import { AnswerView, StopButton } from './answer-view.ts';
import { useThreadScroll } from './thread-scroll.ts';

/** Turns that are shown at once; a long conversation opens as fast as a short one. */
const SHOWN = 40;

export interface Conversation {
  /** Null: it has not begun. */
  readonly sessionId: string | null;
  readonly loaded: Loaded<Session>;
  readonly reload: () => void;
  /** Null: nothing is being answered. */
  readonly live: LiveAnswer | null;
  readonly send: Send;
}

interface TalkProps {
  readonly conversation: Conversation;
  /** Names the field. */
  readonly label: string;
  /** Where the browser keeps what is written. */
  readonly draft: string;
  /** What it answers from. */
  readonly scope: ComponentChildren;
  /** Below a text: it does not open at its end. */
  readonly isBelow?: boolean;
}

/** What was said, the answer under way, and the field for the next message. */
export function Talk({ conversation, isBelow = false, ...field }: TalkProps): JSX.Element {
  const words = useWords().sessions;
  const { leave } = useEvidence();
  const { sessionId, loaded, reload, live, send } = conversation;
  const place = useRef<HTMLDivElement>(null);
  const turns = loaded.state === 'loaded' ? loaded.value.thread.length : 0;
  const written = live === null ? null : live.text.length;
  const { hasNew, showNew } = useThreadScroll(place, { turns, written, isBelow });
  const [edited, setEdited] = useState<{ readonly text: string } | null>(null);
  const isLive = live !== null;
  useEffect(() => {
    if (isLive) leave();
  }, [isLive]);
  // A conversation that has just begun may not be there yet; its first message is.
  const isShown = sessionId !== null && (!isLive || loaded.state === 'loaded');
  return h(
    'div',
    { class: 'talk', ref: place },
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
      : h(Composer, { ...field, isBelow, isBusy: isLive && live.failure === null, send, edited }),
  );
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
  /** Null: the server has not told it yet. */
  readonly sessionId: string | null;
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
    failure === null && sessionId !== null ? h(StopButton, { sessionId }) : null,
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
