import type { AnswerResult } from '@plumbline/contracts/answers/answer';
import type { Turn } from '@plumbline/contracts/answers/conversation';
import { Fragment, h, type JSX, type TargetedEvent } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Session } from '../api/api-types.ts';
import { type LiveAnswer, type StandingTurn, standingTurns, wasStopped } from '../models/live-answer.ts';
import { Ago } from '../parts/ago.ts';
import { Button } from '../parts/button.ts';
import { AskAgain, Composer, type ComposerProps, type Edited, type Send } from '../parts/composer.ts';
import { useReach } from '../parts/engine.ts';
import { Awaited, type Loaded } from '../parts/loading.ts';
import { AnswerText } from '../parts/prose.ts';
import { useWords } from '../parts/words-context.ts';
import { useEvidence } from '../read/evidence.ts';
import type { SessionsWords } from '../words/work-words.ts';
import { type AnswerProps, AnswerView, StopButton } from './answer-view.ts';
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

interface TalkProps extends Pick<ComposerProps, 'label' | 'draft' | 'scope'> {
  readonly conversation: Conversation;
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
  const [edited, setEdited] = useState<Edited | null>(null);
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
          show: (session) =>
            h(Thread, { session, live, send, edit: ({ message, turn }) => setEdited({ message, turn }) }),
        })
      : null,
    live === null ? null : h(LiveTurn, { live, send, sessionId }),
    hasNew ? h(Button, { icon: 'down', class: 'new-answer', act: showNew }, words.newAnswer) : null,
    loaded.state === 'failed' && live === null
      ? null
      : h(Composer, { ...field, isBelow, isBusy: isLive && live.failure === null, send, edited }),
  );
}

interface ThreadProps {
  readonly session: Session;
  readonly live: LiveAnswer | null;
  readonly send: Send;
  /** Puts a question into the field, to be changed. */
  readonly edit: (question: Edited) => void;
}

function Thread({ session, live, send, edit }: ThreadProps): JSX.Element {
  const words = useWords().sessions;
  const { thread, turns, answers } = session;
  const [wanted, setWanted] = useState(SHOWN);
  const all = useMemo(() => standingTurns(thread), [thread]);
  // What is being replaced is there again if that fails.
  const end = (live?.failure === null ? live.instead : undefined) ?? Infinity;
  const standing = all.filter(({ turn }) => turn.turn < end);
  const first = Math.max(0, standing.length - wanted);
  const answerTo = ({ turn }: Turn) =>
    answers.find(({ answerId }) => answerId === `${session.sessionId}:${turn}`) ?? null;
  return h(
    'div',
    { class: 'thread' },
    turns > thread.length ? h('p', { class: 'quiet' }, words.earlier(turns - thread.length)) : null,
    first === 0 ? null : h(Button, { act: () => setWanted(wanted + SHOWN) }, words.showEarlier(Math.min(SHOWN, first))),
    standing.slice(first).map(({ turn, former }, index, shown) => {
      const isLast = index === shown.length - 1;
      return h(
        Fragment,
        { key: turn.turn },
        h(Former, { former, answerTo }),
        h(TurnView, {
          turn,
          answer: answerTo(turn),
          // What an older answer suggested would only be in the way.
          send: live === null && isLast ? send : null,
          research: live === null ? (question) => send(question, 'research') : null,
          again: live === null ? (how) => send(turn.message, how, isLast ? turn.turn : undefined) : null,
          edit,
        }),
      );
    }),
  );
}

interface FormerProps extends Pick<StandingTurn, 'former'> {
  readonly answerTo: (turn: Turn) => AnswerResult | null;
}

/** What was replaced, to be read. */
function Former({ former, answerTo }: FormerProps): JSX.Element | null {
  const words = useWords().sessions;
  const [isOpen, setOpen] = useState(false);
  if (former.length === 0) return null;
  const show = ({ currentTarget }: TargetedEvent<HTMLDetailsElement>) => setOpen(currentTarget.open);
  const past = { send: null, research: null, again: null, edit: null } as const;
  return h(
    'details',
    { class: 'former', onToggle: show },
    h('summary', { class: 'quiet' }, words.former(former.length)),
    isOpen ? former.flat().map((turn) => h(TurnView, { key: turn.turn, turn, answer: answerTo(turn), ...past })) : null,
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
  const { message, instead, stage, text, failure } = live;
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
          h(Button, { act: () => send(message, undefined, instead) }, words.sendAgain),
        ),
    text === '' ? null : h('div', { class: 'answer writing' }, h(AnswerText, { text, cite: null })),
    failure === null && sessionId !== null && isReached ? h(StopButton, { sessionId }) : null,
  );
}

interface TurnProps {
  readonly turn: Turn;
  /** Null: the session does not keep it any more, or there was none. */
  readonly answer: AnswerResult | null;
  /** Null: nothing can be sent from here. */
  readonly send: Send | null;
  readonly research: ((question: string) => void) | null;
  readonly again: AnswerProps['again'];
  /** Null: it was replaced. */
  readonly edit: ThreadProps['edit'] | null;
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
      edit === null ? null : h(Button, { icon: 'edit', class: 'plain', act: () => edit(turn) }, words.edit),
      answer === null ? null : h(Ago, { time: answer.answeredAt }),
    ),
    turn.failure !== null
      ? h(
          'div',
          { class: 'failure' },
          h('p', {}, failureIn(words, turn.failure)),
          send === null || again === null ? null : h(Button, { act: () => again() }, words.sendAgain),
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
