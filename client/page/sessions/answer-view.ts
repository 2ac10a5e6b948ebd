import { h, type JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { AnswerResult } from '../../../workflows/contracts/answer.ts';
import { pathOfRun } from '../models/route.ts';
import { follow } from '../parts/router.ts';
import { useWords } from '../parts/words-context.ts';
import { AnswerCards } from './answer-cards.ts';
import { AnswerSource } from './answer-source.ts';
import { AnswerText } from './answer-text.ts';
import { Feedback } from './feedback.ts';

interface AnswerProps {
  readonly answer: AnswerResult;
  /** Null: nothing can be sent from here. */
  readonly send: ((message: string) => void) | null;
}

/** An answer, or what was asked back instead. */
export function AnswerView({ answer, send }: AnswerProps): JSX.Element {
  const words = useWords();
  const { opened, open, close } = useOpenNumber();
  const { citations, researchId, interpretation, message, notes } = answer;
  const citation = citations.find(({ number }) => number === opened);
  const isReworded = interpretation.rewrittenPrompt !== message && !answer.needsClarification;
  const cite = (number: number) => {
    const title = citations.find((one) => one.number === number)?.title;
    if (title === undefined) return h('span', {}, `[${number}]`);
    const attributes = {
      type: 'button' as const,
      class: 'citation',
      'aria-expanded': opened === number,
      'aria-label': words.citation(number, title),
      onClick: () => (opened === number ? close() : open(number)),
    };
    return h('button', attributes, `${number}`);
  };
  return h(
    'div',
    { class: answer.needsClarification ? 'answer asking-back' : 'answer', lang: interpretation.language },
    isReworded ? h('p', { class: 'quiet' }, words.sessions.understood(interpretation.rewrittenPrompt)) : null,
    answer.isUngrounded ? h('p', { class: 'warning quiet' }, words.sessions.ungrounded) : null,
    answer.needsClarification ? h(AskedBack, { answer }) : h(AnswerText, { text: answer.summary, cite }),
    researchId === null
      ? null
      : h('p', {}, h('a', { href: pathOfRun(researchId), onClick: follow }, words.sessions.toRun)),
    answer.ui.showCards ? h(AnswerCards, { cards: answer.cards, cite }) : null,
    citation === undefined ? null : h(AnswerSource, { key: opened, answer, citation, close }),
    notes.length === 0
      ? null
      : h(
          'ul',
          { class: 'quiet' },
          notes.map((note) => h('li', {}, note)),
        ),
    h(Suggestions, { answer, send }),
    answer.needsClarification ? null : h(Feedback, { answerId: answer.answerId }),
  );
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
      ? h(AnswerText, { text: summary, cite: null })
      : h(
          'ul',
          {},
          clarificationQuestions.map((question) => h('li', {}, question)),
        ),
  );
}

function Suggestions({ answer, send }: AnswerProps): JSX.Element | null {
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

/** The open citation; closing it gives the focus back. */
function useOpenNumber() {
  const [opened, setOpened] = useState<number | null>(null);
  const cause = useRef<Element | null>(null);
  const close = () => {
    setOpened(null);
    if (cause.current instanceof HTMLElement) cause.current.focus();
  };
  useEffect(() => {
    if (opened === null) return;
    const closeOnEscape = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') close();
    };
    addEventListener('keydown', closeOnEscape);
    return () => removeEventListener('keydown', closeOnEscape);
  }, [opened]);
  const open = (number: number) => {
    cause.current = document.activeElement;
    setOpened(number);
  };
  return { opened, open, close };
}
