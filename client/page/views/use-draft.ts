import { h, type JSX } from 'preact';
import { useState } from 'preact/hooks';
import { type AskDraft, draftFrom, emptyDraft, newSendId } from '../models/ask-draft.ts';
import { follow } from '../parts/router.ts';
import { useWords } from '../parts/words-context.ts';

const DRAFT = 'plumbline-draft';
/** What was sent last. */
const SENT = 'plumbline-sent';

export interface KeptDraft {
  readonly draft: AskDraft;
  readonly change: (changes: Partial<AskDraft>) => void;
  /** It was sent. */
  readonly clear: () => void;
}

/** The draft of this browser; it survives a reload. */
export function useDraft(): KeptDraft {
  const [draft, setDraft] = useState(() => draftFrom(localStorage.getItem(DRAFT), newSendId()));
  return {
    draft,
    change: (changes) => {
      // Another content is another thing to send.
      const next = { ...draft, ...changes, sendId: newSendId() };
      localStorage.setItem(DRAFT, JSON.stringify(next));
      setDraft(next);
    },
    clear: () => {
      localStorage.setItem(SENT, JSON.stringify(draft));
      localStorage.removeItem(DRAFT);
      setDraft(emptyDraft(newSendId()));
    },
  };
}

/** Leads back to the form, with a question as it was asked; its choices are there if it was the last from here. */
export function AskAgain({ question }: Pick<AskDraft, 'question'>): JSX.Element {
  const words = useWords().ask;
  const take = (event: MouseEvent) => {
    const sent = draftFrom(localStorage.getItem(SENT), '');
    const draft = sent.question.trim() === question ? sent : { ...emptyDraft(''), question };
    localStorage.setItem(DRAFT, JSON.stringify({ ...draft, sendId: newSendId() }));
    follow(event);
  };
  return h('a', { href: '/', onClick: take }, words.again);
}

/** Enter sends a form from its text; Shift with Enter breaks the line. Ctrl or Cmd with Enter sends from any field. */
export function sendByKeyboard(event: KeyboardEvent): void {
  const form = event.currentTarget;
  // Enter that ends a word of an input method belongs to the word.
  if (event.key !== 'Enter' || event.isComposing || !(form instanceof HTMLFormElement)) return;
  const isInText = event.target instanceof HTMLTextAreaElement && !event.shiftKey && !event.altKey;
  if (!isInText && !event.ctrlKey && !event.metaKey) return;
  event.preventDefault();
  form.requestSubmit();
}
