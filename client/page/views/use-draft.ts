import { useState } from 'preact/hooks';
import { type AskDraft, draftFrom, emptyDraft } from '../models/ask-draft.ts';

const DRAFT = 'plumbline-draft';

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
      localStorage.removeItem(DRAFT);
      setDraft(emptyDraft(newSendId()));
    },
  };
}

/** Browsers have `randomUUID` on secure addresses only. */
export function newSendId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Ctrl or Cmd with Enter sends the form. */
export function sendByKeyboard(event: KeyboardEvent): void {
  const field = event.currentTarget;
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || !(field instanceof HTMLTextAreaElement)) return;
  event.preventDefault();
  field.form?.requestSubmit();
}
