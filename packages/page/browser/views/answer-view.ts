import type { AnswerResult } from '@plumbline/contracts/answers/answer';
import type { FoundPlaces as Places } from '@plumbline/contracts/report/found-place';
import { h, type JSX, type TargetedEvent } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { documentsRead, isLookedUp, standingOfAnswer } from '../models/certainty.ts';
import { copiedAnswer } from '../models/claim-copy.ts';
import { evidenceOfAnswer } from '../models/evidence.ts';
import { pathOfRun } from '../models/route.ts';
import { useApi } from '../parts/api-context.ts';
import { Sign } from '../parts/certainty.ts';
import { CopyButton } from '../parts/copy-button.ts';
import { FoundPlaces } from '../parts/found-places.ts';
import { Icon } from '../parts/icon.ts';
import { ItemCards } from '../parts/item-cards.ts';
import { messageOf } from '../parts/loading.ts';
import { AnswerText } from '../parts/prose.ts';
import { follow } from '../parts/router.ts';
import { SendingFault, useSending } from '../parts/sending.ts';
import { useWords } from '../parts/words-context.ts';
import { CitationMark, Sources } from '../read/evidence.ts';

interface AnswerProps {
  readonly answer: AnswerResult;
  /** Null: nothing can be sent from here. */
  readonly send: ((message: string) => void) | null;
  /** Starts a run with a question that needs no conversation to be understood. */
  readonly research: ((question: string) => void) | null;
  /** Asks the same once more; null: nothing can be sent from here. */
  readonly again: (() => void) | null;
}

/** An answer, or what was asked back instead. */
export function AnswerView({ answer, send, research, again }: AnswerProps): JSX.Element {
  const words = useWords();
  const { researchId, interpretation, message, notes, engine } = answer;
  const all = useMemo(() => evidenceOfAnswer(answer), [answer]);
  const isLost = engine === 'offline' && answer.degradations.some(({ isByRule }) => isByRule === true);
  const isReworded = interpretation.rewrittenPrompt !== message && !answer.needsClarification;
  const cite = (number: number) => {
    const evidence = all.find(({ citation }) => citation.number === number);
    return evidence === undefined ? h('span', {}, `[${number}]`) : h(CitationMark, { evidence, all: () => all });
  };
  return h(
    'div',
    { class: answer.needsClarification ? 'answer asking-back' : 'answer' },
    isReworded ? h('p', { class: 'quiet' }, words.sessions.understood(interpretation.rewrittenPrompt)) : null,
    answer.isUngrounded && engine === 'model' ? h('p', { class: 'warning quiet' }, words.sessions.ungrounded) : null,
    isLost ? h(ModelLost, { answer, send }) : null,
    h(SignOver, { answer }),
    h(
      'div',
      { lang: interpretation.language },
      answer.needsClarification
        ? h(AskedBack, { answer })
        : answer.found === null
          ? h(AnswerText, { text: answer.summary, cite })
          : h(FoundPlaces, { found: withoutReason(answer.found, isLost), citations: answer.citations, cite }),
    ),
    researchId === null
      ? null
      : h('p', {}, h('a', { href: pathOfRun(researchId), onClick: follow }, words.sessions.toRun)),
    answer.found === null ? h(Sources, { evidence: all, all: () => all }) : null,
    answer.ui.showCards ? h(ItemCards, { cards: answer.cards, cite }) : null,
    h(Notes, { notes }),
    answer.needsClarification ? null : h(Actions, { answer, research, again }),
    h(Suggestions, { answer, send }),
  );
}

/** Why no model wrote it, before all else, and what to do. */
function ModelLost({ answer, send }: Pick<AnswerProps, 'answer' | 'send'>): JSX.Element {
  const { engine, sessions, settings } = useWords();
  const [why] = answer.found?.remarks ?? [];
  return h(
    'div',
    { class: 'need', role: 'status' },
    h('p', {}, h('strong', {}, engine.instead)),
    why === undefined ? null : h('p', { class: 'quiet' }, why),
    h(
      'p',
      { class: 'buttons' },
      send === null
        ? null
        : h('button', { type: 'button', class: 'primary', onClick: () => send(answer.message) }, sessions.sendAgain),
      h('a', { href: '/settings', onClick: follow }, settings.heading),
    ),
  );
}

/** Its first remark says why the rules wrote, and stands above. */
function withoutReason(found: Places, isLost: boolean): Places {
  return isLost ? { ...found, remarks: found.remarks.slice(1) } : found;
}

function SignOver({ answer }: Pick<AnswerProps, 'answer'>): JSX.Element {
  const { trust, verification, debug, interpretation } = answer;
  return h(Sign, {
    standing: standingOfAnswer(answer),
    trust,
    // What was not judged is said in the text itself.
    cautions: [],
    read: documentsRead(answer) || null,
    refused: verification?.refused ?? [],
    doubted: debug.alignment?.issues.map(({ claim }) => claim) ?? [],
    of: interpretation.language,
  });
}

/** Questions, never an answer. */
function AskedBack({ answer }: { readonly answer: AnswerResult }): JSX.Element {
  const words = useWords().sessions;
  const { clarificationQuestions, summary } = answer;
  return h(
    'div',
    {},
    h('p', { class: 'quiet' }, words.askedBack),
    clarificationQuestions.length < 2
      ? h(AnswerText, { text: clarificationQuestions[0] ?? summary, cite: null })
      : h(
          'ul',
          {},
          clarificationQuestions.map((question) => h('li', {}, question)),
        ),
  );
}

/** Ends the answer under way. */
export function StopButton({ sessionId }: Pick<AnswerResult, 'sessionId'>): JSX.Element {
  const words = useWords().sessions;
  const api = useApi();
  const { isSending, error, send } = useSending();
  return h(
    'div',
    {},
    h(
      'button',
      { type: 'button', disabled: isSending, onClick: () => send(async () => void (await api.stopAnswer(sessionId))) },
      h(Icon, { name: 'stop' }),
      words.stop,
    ),
    h(SendingFault, { error }),
  );
}

function Notes({ notes }: Pick<AnswerResult, 'notes'>): JSX.Element | null {
  if (notes.length === 0) return null;
  return h(
    'ul',
    { class: 'quiet' },
    notes.map((note) => h('li', {}, note)),
  );
}

/** What can be done with an answer. */
function Actions({ answer, research, again }: Pick<AnswerProps, 'answer' | 'research' | 'again'>): JSX.Element {
  const words = useWords();
  const question = answer.interpretation.rewrittenPrompt || answer.message;
  return h(
    'div',
    { class: 'actions' },
    research === null || answer.researchId !== null || !isLookedUp(answer)
      ? null
      : h(
          'button',
          { type: 'button', onClick: () => research(question) },
          h(Icon, { name: 'run' }),
          words.sessions.research,
        ),
    again === null
      ? null
      : h(
          'button',
          { type: 'button', class: 'plain', onClick: again },
          h(Icon, { name: 'again' }),
          words.sessions.sendAgain,
        ),
    h(CopyButton, { text: () => copiedAnswer(answer), label: words.sessions.copy, isPlain: true }),
    h(Feedback, { answerId: answer.answerId }),
  );
}

function Suggestions({ answer, send }: Pick<AnswerProps, 'answer' | 'send'>): JSX.Element | null {
  const words = useWords().sessions;
  if (send === null || answer.followUpSuggestions.length === 0) return null;
  return h(
    'div',
    { class: 'suggestions', role: 'group', 'aria-label': words.suggestions },
    answer.followUpSuggestions.map((text) =>
      h('button', { key: text, type: 'button', onClick: () => send(text) }, text),
    ),
  );
}

/** Whether an answer helped; the next answer takes a bad rating into account, once. */
function Feedback({ answerId }: { readonly answerId: string }): JSX.Element {
  const words = useWords().sessions;
  const { state, problem, send } = useFeedback(answerId);
  const [isNoting, setNoting] = useState(false);
  if (state === 'sent') return h('p', { class: 'quiet feedback', role: 'status' }, words.thanks);
  const shared = { type: 'button' as const, class: 'plain attach', disabled: state === 'sending' };
  const thumb = (name: 'up' | 'down', label: string) => [h(Icon, { name }), h('span', { class: 'hidden' }, label)];
  return h(
    'div',
    { class: 'feedback' },
    h(
      'button',
      { ...shared, title: words.helpful, onClick: () => void send('helpful', '') },
      thumb('up', words.helpful),
    ),
    h(
      'button',
      { ...shared, title: words.unhelpful, 'aria-expanded': isNoting, onClick: () => setNoting(!isNoting) },
      thumb('down', words.unhelpful),
    ),
    isNoting ? h(NoteForm, { send: (note) => void send('unhelpful', note) }) : null,
    problem === '' ? null : h('p', { class: 'problem', role: 'alert' }, problem),
  );
}

/** Why it did not help: reasons to click on, and a field for others. */
function NoteForm({ send }: { readonly send: (note: string) => void }): JSX.Element {
  const words = useWords().sessions;
  const [note, setNote] = useState('');
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const submit = (event: Event) => {
    event.preventDefault();
    send([...chosen, note].filter(Boolean).join('. '));
  };
  const write = ({ currentTarget }: TargetedEvent<HTMLInputElement>) => setNote(currentTarget.value);
  const reason = (text: string) => {
    const others = chosen.filter((other) => other !== text);
    const isChosen = others.length < chosen.length;
    const toggle = () => setChosen(isChosen ? others : [...others, text]);
    return h('button', { type: 'button', class: 'chip', 'aria-pressed': isChosen, onClick: toggle }, text);
  };
  return h(
    'form',
    { onSubmit: submit },
    h('div', { class: 'buttons' }, words.reasons.map(reason)),
    h('label', {}, words.note, h('input', { value: note, maxLength: 1_500, onInput: write })),
    h('button', { type: 'submit' }, words.sendNote),
  );
}

function useFeedback(answerId: string) {
  const api = useApi();
  const [state, setState] = useState<'open' | 'sending' | 'sent'>('open');
  const [problem, setProblem] = useState('');
  const send = async (verdict: 'helpful' | 'unhelpful', note: string) => {
    setState('sending');
    try {
      await api.sendFeedback({ answerId, verdict, note });
      setState('sent');
    } catch (error) {
      setProblem(messageOf(error));
      setState('open');
    }
  };
  return { state, problem, send };
}
