import type { AnswerResult } from '@plumbline/contracts/answers/answer';
import type { FoundPlaces as Places } from '@plumbline/contracts/report/found-place';
import { h, type JSX, type TargetedEvent } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { documentsRead, isLookedUp, standingOfAnswer } from '../models/certainty.ts';
import { copiedAnswer } from '../models/claim-copy.ts';
import { evidenceOfAnswer } from '../models/evidence.ts';
import { pathOfRun } from '../models/route.ts';
import { useApi } from '../parts/api-context.ts';
import { Button, SignButton } from '../parts/button.ts';
import { CheckedStatements, Sign } from '../parts/certainty.ts';
import { AskAgain } from '../parts/composer.ts';
import { CopyButton } from '../parts/copy-button.ts';
import { FoundPlaces } from '../parts/found-places.ts';
import { ItemCards } from '../parts/item-cards.ts';
import { list } from '../parts/lists.ts';
import { Menu } from '../parts/menu.ts';
import { AnswerText } from '../parts/prose.ts';
import { follow } from '../parts/router.ts';
import { SendingFault, useSending } from '../parts/sending.ts';
import { useWords } from '../parts/words-context.ts';
import { CitationMark, Sources } from '../read/evidence.ts';

export interface AnswerProps {
  readonly answer: AnswerResult;
  /** Null: nothing can be sent from here. */
  readonly send: ((message: string) => void) | null;
  /** Starts a run with a question that needs no conversation to be understood. */
  readonly research: ((question: string) => void) | null;
  /** Asks the same once more; null: nothing can be sent from here. */
  readonly again: ((how?: 'deep') => void) | null;
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
    isLost ? h(ModelLost, { answer, again }) : null,
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

/** Why the rules wrote it, before all else, and what to do: no model answered, or what it wrote did not hold. */
function ModelLost({ answer, again }: Pick<AnswerProps, 'answer' | 'again'>): JSX.Element {
  const { engine, sessions, settings } = useWords();
  const [why] = answer.found?.remarks ?? [];
  const refused = answer.verification?.refused ?? [];
  return h(
    'div',
    { class: 'need', role: 'status' },
    h('p', {}, h('strong', {}, refused.length > 0 ? engine.withdrawn : engine.instead)),
    why === undefined ? null : h('p', { class: 'quiet' }, why),
    h(CheckedStatements, { refused, doubted: [], of: answer.interpretation.language }),
    h(
      'p',
      { class: 'buttons' },
      again === null ? null : h(Button, { class: 'primary', act: () => again() }, sessions.sendAgain),
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
      : list(clarificationQuestions, (question) => question),
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
      Button,
      { icon: 'stop', disabled: isSending, act: () => send(async () => void (await api.stopAnswer(sessionId))) },
      words.stop,
    ),
    h(SendingFault, { error }),
  );
}

function Notes({ notes }: Pick<AnswerResult, 'notes'>): JSX.Element | null {
  if (notes.length === 0) return null;
  return list(notes, (note) => note, { class: 'quiet' });
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
      : h(Button, { icon: 'run', act: () => research(question) }, words.sessions.research),
    again === null
      ? null
      : h(
          Menu,
          { icon: 'again', label: words.sessions.sendAgain },
          h(Button, { act: () => again() }, words.sessions.theSame),
          h(Button, { act: () => again('deep') }, words.sessions.deeper),
          h(AskAgain, { question: answer.message, label: words.sessions.otherSources }),
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
    answer.followUpSuggestions.map((text) => h(Button, { key: text, act: () => send(text) }, text)),
  );
}

/** Whether an answer helped; the next answer takes a bad rating into account, once. */
function Feedback({ answerId }: { readonly answerId: string }): JSX.Element {
  const words = useWords().sessions;
  const api = useApi();
  const { state, isSending: disabled, error, send } = useSending();
  const [isNoting, setNoting] = useState(false);
  if (state.kind === 'taken') return h('p', { class: 'quiet feedback', role: 'status' }, words.thanks);
  const rate = (verdict: 'helpful' | 'unhelpful', note: string) =>
    send(async () => void (await api.sendFeedback({ answerId, verdict, note })));
  const shared = { class: 'plain attach', disabled } as const;
  return h(
    'div',
    { class: 'feedback' },
    h(SignButton, { ...shared, icon: 'helpful', label: words.helpful, act: () => rate('helpful', '') }),
    h(SignButton, {
      ...shared,
      icon: 'unhelpful',
      label: words.unhelpful,
      'aria-expanded': isNoting,
      act: () => setNoting(!isNoting),
    }),
    isNoting ? h(NoteForm, { send: (note) => rate('unhelpful', note) }) : null,
    h(SendingFault, { error }),
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
    return h(Button, { class: 'chip', 'aria-pressed': isChosen, act: toggle }, text);
  };
  return h(
    'form',
    { onSubmit: submit },
    h('div', { class: 'buttons' }, words.reasons.map(reason)),
    h('label', {}, words.note, h('input', { value: note, maxLength: 1_500, onInput: write })),
    h('button', { type: 'submit' }, words.send),
  );
}
