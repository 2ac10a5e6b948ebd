import { Fragment, h, type JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { ApiFailure, UNAUTHORISED } from '../api/api-requests.ts';
import type { Session } from '../api/api-types.ts';
import { type SentMessage, STREAM_PACE } from '../api/following.ts';
import { newSendId } from '../models/ask-draft.ts';
import { afterEvent, type LiveAnswer, liveAnswerTo, withTurnsOf } from '../models/live-answer.ts';
import { pathOfRun, pathOfSession, reportOfThread } from '../models/route.ts';
import { useApi } from '../parts/api-context.ts';
import { draftOf, Restrictions, type Send } from '../parts/composer.ts';
import { type Loaded, messageOf } from '../parts/loading.ts';
import { follow, go, useTitle } from '../parts/router.ts';
import { begunMessage } from '../parts/sending.ts';
import { useWords } from '../parts/words-context.ts';
import { useWork } from '../parts/work-context.ts';
import { EvidenceHost } from '../read/evidence.ts';
import { WorkHead } from './rail.ts';
import { type Conversation, Talk } from './talk.ts';

const LOOK_MS = 200;
/** How often a conversation is looked at for what another tab has sent. */
const TOGETHER_MS = 3_000;

/** A conversation: its thread, the answer under way, and the next message. */
export function SessionView({ sessionId }: { readonly sessionId: string }): JSX.Element {
  const { sessions: words, report } = useWords();
  const conversation = useConversation(sessionId);
  const { loaded, live } = conversation;
  const title = loaded.state === 'loaded' ? (loaded.value.thread[0]?.message ?? '') : (live?.message ?? '');
  const leftOut = loaded.state === 'loaded' ? loaded.value.leftOut : [];
  const researchId = reportOfThread(sessionId);
  useTitle(title === '' ? words.heading : title);
  const scope =
    researchId === null
      ? h(Restrictions, { leftOut })
      : h('a', { class: 'chip', href: pathOfRun(researchId), onClick: follow }, report.itsReport);
  const content = h(
    'div',
    { class: 'column session' },
    h(WorkHead, { path: pathOfSession(sessionId), title: title === '' ? words.one : title }),
    h(Talk, { conversation, label: words.next, draft: draftOf(sessionId), scope }),
  );
  return h(EvidenceHost, {}, content);
}

/** What was asked on a report, in a thread of its own at its foot. */
export function ReportTalk({ researchId }: { readonly researchId: string }): JSX.Element {
  const { report } = useWords();
  const { loaded: work } = useWork();
  const listed = work.state === 'loaded' ? work.value.find((one) => one.researchId === researchId) : undefined;
  const conversation = useConversation(listed?.thread ?? null, researchId);
  const scope = h('span', { class: 'chip' }, report.itsSources);
  const heading = conversation.sessionId === null && conversation.live === null ? null : h('h2', {}, report.talk);
  return h(
    Fragment,
    {},
    heading,
    h(Talk, { conversation, label: report.askOn, draft: draftOf(researchId), scope, isBelow: true }),
  );
}

/**
 * A conversation: what was said, and the answer under way, which is followed across lost connections.
 *
 * @param known null: it has not begun, as far as is known
 * @param about id of the run whose report it is on
 */
export function useConversation(known: string | null, about: string | null = null): Conversation {
  const api = useApi();
  const id = useRef(known);
  id.current ??= known;
  const { loaded, load } = useSession(id);
  const { live, followMessage, leave } = useLiveAnswer(load, (sessionId) => (id.current = sessionId));
  const begin = async () => {
    const begun = about === null ? begunMessage() : null;
    if (begun === null) return followPending();
    await followMessage(begun, null);
    history.replaceState(null, '', location.href);
  };
  const followPending = async () => {
    const session = await load();
    const [pending] = session?.pending ?? [];
    if (session === null || pending === undefined) return;
    const { message, messageId, answerId } = pending;
    await followMessage({ message, messageId, sessionId: session.sessionId }, `${answerId};0`);
  };
  useTogether(live === null && loaded.state === 'loaded', followPending);
  useEffect(() => {
    if (known !== null && live === null) void begin();
  }, [known]);
  useEffect(() => leave, []);
  const send = async (...[message, how, instead]: Parameters<Send>) => {
    const by = how === 'deep' ? ({ mode: how } as const) : how === 'research' ? { research: true } : {};
    const wanted = { message, messageId: newSendId(), instead, ...by };
    if (about === null)
      return followMessage({ ...wanted, ...(id.current !== null && { sessionId: id.current }) }, null);
    // So that the memory of this person is used.
    const userId = (await api.readOneself().catch(() => null)) ?? undefined;
    return followMessage({ ...wanted, about, userId }, null);
  };
  return {
    sessionId: id.current,
    loaded,
    reload: () => void begin(),
    live,
    send: (...given) => void send(...given),
  };
}

/** Another tab may go on with it. */
function useTogether(isIdle: boolean, look: () => Promise<void>): void {
  useEffect(() => {
    if (!isIdle) return undefined;
    const timer = setInterval(() => document.hidden || void look(), TOGETHER_MS);
    return () => clearInterval(timer);
  }, [isIdle]);
}

function useSession(id: { readonly current: string | null }) {
  const api = useApi();
  const [loaded, setLoaded] = useState<Loaded<Session>>({ state: 'loading' });
  const known = useRef<Session | null>(null);
  const load = async (): Promise<Session | null> => {
    const before = known.current;
    if (id.current === null) return null;
    try {
      const value = withTurnsOf(before, await api.readSession(id.current, before?.turns));
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

/** @param load what the session has once the answer is over @param begun told of the session that a message began */
function useLiveAnswer(load: () => Promise<Session | null>, begun: (sessionId: string) => void) {
  const api = useApi();
  const [live, setLive] = useState<LiveAnswer | null>(null);
  const left = useRef<AbortController | null>(null);
  const followMessage = async (message: SentMessage, lastEventId: string | null) => {
    const { signal } = (left.current = new AbortController());
    let now = liveAnswerTo(message);
    let isTold = lastEventId !== null;
    setLive(now);
    try {
      for await (const event of api.followAnswer({ message, lastEventId, pace: STREAM_PACE, signal })) {
        isTold = true;
        if (event.kind === 'session') begun(event.sessionId);
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
      // The way to sign in again leads over another page; and who leaves while the server is away finds it again.
      const isKept = signal.aborted ? !isTold : error instanceof ApiFailure && error.status === UNAUTHORISED;
      const place = message.about ?? message.sessionId;
      if (isKept && place !== undefined) localStorage.setItem(draftOf(place), message.message);
      if (!signal.aborted) setLive({ ...now, failure: messageOf(error) });
    }
  };
  return { live, followMessage, leave: () => left.current?.abort() };
}
