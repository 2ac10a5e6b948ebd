import type { Turn } from '@plumbline/contracts/answers/conversation';
import type { LeftOut } from '@plumbline/contracts/evidence/corpus';
import { type ComponentChildren, h, type JSX, type Ref, type TargetedEvent } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ApiClient } from '../api/api-client.ts';
import { RETRY_MS, ServerAway } from '../api/api-requests.ts';
import type { ServedSources, Session } from '../api/api-types.ts';
import {
  type AskDraft,
  DRAFT,
  draftFrom,
  emptyDraft,
  fieldOf,
  firstMessageOf,
  keepDraft,
  newSendId,
  runRequestOf,
} from '../models/ask-draft.ts';
import { commandIn } from '../models/live-answer.ts';
import { type Refusal, refusalOf } from '../models/refusal.ts';
import { pathOfRun } from '../models/route.ts';
import { Attach } from './add-documents.ts';
import { useApi } from './api-context.ts';
import { Button } from './button.ts';
import { follow, go } from './router.ts';
import { beginSession } from './sending.ts';
import { useWords } from './words-context.ts';

/** What was sent last, the newest first. */
const SENT = 'plumbline-sent';
const MAX_SENT = 20;

interface KeptDraft {
  readonly draft: AskDraft;
  readonly change: (changes: Partial<AskDraft>) => void;
  /** It was sent. */
  readonly clear: () => void;
}

/**
 * @param how `research`: by a run, with what was said before; `deep`: searching again where that is not enough
 * @param instead number of the turn that it replaces
 */
export type Send = (message: string, how?: 'research' | 'deep', instead?: number) => void;

/** A question to be changed. */
export type Edited = Pick<Turn, 'message' | 'turn'>;

/** The draft of this browser; it survives a reload. */
export function useDraft(): KeptDraft {
  const [draft, setDraft] = useState(() => draftFrom(localStorage.getItem(DRAFT), newSendId()));
  return {
    draft,
    change: (changes) => {
      // Another content is another thing to send.
      const next = { ...draft, ...changes, sendId: newSendId() };
      keepDraft(next);
      setDraft(next);
    },
    clear: () => {
      localStorage.setItem(SENT, JSON.stringify([draft, ...sentDrafts()].slice(0, MAX_SENT)));
      localStorage.removeItem(DRAFT);
      setDraft(emptyDraft(newSendId()));
    },
  };
}

function sentDrafts(): AskDraft[] {
  try {
    const sent: unknown = JSON.parse(localStorage.getItem(SENT) ?? '[]');
    return Array.isArray(sent) ? sent.map((draft) => draftFrom(JSON.stringify(draft), '')) : [];
  } catch {
    return [];
  }
}

interface AskAgainProps extends Pick<AskDraft, 'question'> {
  /** Says why it is asked again. */
  readonly label?: string;
}

/** Leads back to the form, with a question as it was asked; its choices are there if it was sent from here lately. */
export function AskAgain({ question, label }: AskAgainProps): JSX.Element {
  const words = useWords().ask;
  const take = (event: MouseEvent) => {
    const sent = sentDrafts().find((draft) => draft.question.trim() === question);
    const draft = sent ?? { ...emptyDraft(''), question };
    keepDraft({ ...draft, sendId: newSendId() });
    follow(event);
  };
  return h('a', { href: '/', onClick: take }, label ?? words.again);
}

/** Enter sends a form from its text; Shift with Enter breaks the line. */
export function sendByKeyboard(event: KeyboardEvent): void {
  const form = event.currentTarget;
  // Enter that ends a word of an input method belongs to the word.
  if (event.key !== 'Enter' || event.isComposing || !(form instanceof HTMLFormElement)) return;
  const { target, shiftKey, altKey, ctrlKey, metaKey } = event;
  if (!(target instanceof HTMLTextAreaElement) || shiftKey || altKey || ctrlKey || metaKey) return;
  event.preventDefault();
  form.requestSubmit();
}

/** Sends the draft and shows what became of it. */
export function useSending(sources: ServedSources, clear: () => void, settled: () => Promise<void>) {
  const api = useApi();
  const {
    ask: words,
    engine: { kept },
  } = useWords();
  const again = useRef(0);
  useEffect(() => () => clearTimeout(again.current), []);
  const [isSending, setSending] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  // Two clicks may come before the button is seen to be disabled.
  const isUnderWay = useRef(false);
  const send = async (draft: AskDraft) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setSending(true);
    if (again.current === 0) setRefusal(null);
    try {
      if (draft.question.trim() === '') throw emptyQuestion(words.empty);
      // What was dropped belongs to the question.
      await settled();
      // So that the memory of this person is used.
      const userId = await api.readOneself();
      const show = await (draft.kind === 'run'
        ? startRun(api, runRequestOf(draft, sources, userId))
        : beginSession(api, firstMessageOf(draft, sources, userId)));
      clear();
      show();
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      const isAway = error instanceof ServerAway;
      setRefusal(isAway ? { detail: kept, remedy: '', fields: new Map() } : refusalOf(error, fieldOf, words));
      // The same is sent once, however often it arrives.
      if (isAway) again.current = window.setTimeout(() => void send(draft), RETRY_MS);
      else setSending(false);
    } finally {
      isUnderWay.current = false;
    }
  };
  return { isSending, refusal, send };
}

/** As the server would refuse it. */
function emptyQuestion(message: string): Error {
  return Object.assign(new Error(message), { issues: [{ path: 'question', message }] });
}

async function startRun(api: ApiClient, request: object): Promise<() => void> {
  const { researchId } = await api.startRun(request);
  return () => go(pathOfRun(researchId));
}

interface BoxProps {
  readonly field: Omit<JSX.IntrinsicElements['textarea'], 'ref'> & { readonly ref: Ref<HTMLTextAreaElement> };
  readonly children?: ComponentChildren;
}

/** The field, and below it in the same box what belongs to it: the same wherever something is asked. */
export function AskBox({ field, children }: BoxProps): JSX.Element {
  const attributes = { maxLength: 4_000, enterKeyHint: 'send', ...field } as const;
  return h(
    'div',
    { class: 'box' },
    h('textarea', attributes),
    h('div', { class: 'box-foot' }, h(Attach, {}), children),
  );
}

export interface ComposerProps {
  /** Names the field. */
  readonly label: string;
  /** Where the browser keeps what is written. */
  readonly draft: string;
  /** What it answers from. */
  readonly scope: ComponentChildren;
  /** Below a text, which is read before anything is written. */
  readonly isBelow: boolean;
  /** An answer is under way. */
  readonly isBusy: boolean;
  readonly send: Send;
  /** Null: none is to be changed. */
  readonly edited: Edited | null;
}

/** The next message, kept over a reload. Unfolded, it stays so: a click elsewhere would hit another place. */
export function Composer({ label, draft, scope, isBelow, isBusy, send, edited }: ComposerProps): JSX.Element {
  const { sessions: words, ask } = useWords();
  const [text, change] = useKeptText(draft);
  const [isReport, setReport] = useState(false);
  const [isBegun, setBegun] = useState(false);
  const folding = isBegun ? '' : isBelow ? 'folded below' : 'folded';
  const field = useCursor(isBusy, !isBelow);
  const [instead, replace] = useState<number | undefined>();
  const write = (message: string, turn?: number) => {
    change(message);
    replace(turn);
  };
  useEffect(() => {
    if (edited === null) return;
    write(edited.message, edited.turn);
    field.current?.focus();
  }, [edited]);
  const submit = (event: Event) => {
    event.preventDefault();
    const [message, isResearch] = commandIn(text);
    if (isBusy || message === '') return;
    send(message, isResearch || isReport ? 'research' : undefined, instead);
    write('');
  };
  const onInput = ({ currentTarget }: TargetedEvent<HTMLTextAreaElement>) => change(currentTarget.value);
  const chip = { icon: 'run', class: 'chip', title: ask.run.about, 'aria-pressed': isReport } as const;
  return h(
    'form',
    { class: `composer ${folding}`, onSubmit: submit, onKeyDown: sendByKeyboard, onFocusIn: () => setBegun(true) },
    h('label', { for: 'message', class: 'hidden' }, label),
    h(
      AskBox,
      { field: { id: 'message', ref: field, rows: 1, placeholder: label, value: text, onInput } },
      instead === undefined ? null : h(Button, { icon: 'close', class: 'chip', act: () => write('') }, words.replaces),
      scope,
      h(Button, { ...chip, act: () => setReport(!isReport) }, ask.run.label),
      h('button', { type: 'submit', class: 'primary', disabled: isBusy || text.trim() === '' }, words.send),
    ),
  );
}

/** What the patterns of a conversation leave out of its folders. */
export function Restrictions({ leftOut }: Pick<Session, 'leftOut'>): JSX.Element | null {
  const { ask } = useWords();
  if (leftOut.length === 0) return null;
  return h('span', { class: 'chip' }, leftOut.map((one) => restriction(one, ask)).join(' · '));
}

function useKeptText(key: string): readonly [string, (text: string) => void] {
  const [text, setText] = useState(() => localStorage.getItem(key) ?? '');
  const change = (next: string) => {
    if (next === '') localStorage.removeItem(key);
    else localStorage.setItem(key, next);
    setText(next);
  };
  return [text, change];
}

/** The cursor goes to the field whenever what had it is gone, as after an answer; a finger wants no keyboard then. */
function useCursor(isBusy: boolean, isFirst: boolean) {
  const field = useRef<HTMLTextAreaElement>(null);
  const isWanted = useRef(isFirst);
  useEffect(() => {
    const isFree = document.activeElement === document.body && matchMedia('(hover: hover)').matches;
    if (isFree && isWanted.current) field.current?.focus({ preventScroll: true });
    isWanted.current = true;
  }, [isBusy]);
  return field;
}

/** Where the browser keeps what is written. */
export function draftOf(sessionId: string): string {
  return `plumbline-draft-${sessionId}`;
}

/** `docs: Only these files: *.md, …` */
function restriction({ reason, folder, names, count }: LeftOut, words: ReturnType<typeof useWords>['ask']): string {
  const label = reason === 'excluded' ? words.exclude : words.include;
  const named = [...names, ...(count > names.length ? ['…'] : [])].join(', ');
  return [...(folder === undefined ? [] : [folder]), label, named].join(': ');
}
