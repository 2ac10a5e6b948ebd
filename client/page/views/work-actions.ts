import { Fragment, h, type JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Confirmed } from '../live/confirmed.ts';
import { titleOf, type Work } from '../models/work.ts';
import { useApi } from '../parts/api-context.ts';
import { go, usePath } from '../parts/router.ts';
import { SendingFault, useSending } from '../parts/sending.ts';
import { useWords } from '../parts/words-context.ts';
import { useWork } from '../parts/work-context.ts';

interface WorkActions {
  /** In place of its title, while it is renamed; null: it is not. */
  readonly renaming: JSX.Element | null;
  readonly button: JSX.Element;
  /** Null until the button opens them. */
  readonly actions: JSX.Element | null;
}

/** What can be done with a run or a conversation wherever its title is shown: rename, pin, delete. */
export function useWorkActions(work: Work): WorkActions {
  const { rail } = useWords();
  const [mode, setMode] = useState<'shown' | 'open' | 'renaming'>('shown');
  const close = () => setMode('shown');
  const attributes = {
    type: 'button',
    class: 'plain more-actions',
    'aria-label': rail.actions(titleOf(work)),
    'aria-expanded': mode === 'open',
  } as const;
  return {
    renaming: mode === 'renaming' ? h(Renaming, { work, close }) : null,
    button: h('button', { ...attributes, onClick: () => setMode(mode === 'open' ? 'shown' : 'open') }, '⋯'),
    actions: mode === 'open' ? h(EntryActions, { work, rename: () => setMode('renaming'), close }) : null,
  };
}

interface HeadProps {
  readonly path: string;
  /** Until it is listed, and where it was given no name. */
  readonly title: string;
}

/** Stays above what is read. What can be done follows when it is listed. */
export function WorkHead({ path, title }: HeadProps): JSX.Element {
  const { loaded } = useWork();
  const work = loaded.state === 'loaded' ? loaded.value.find((one) => one.path === path) : undefined;
  return h(
    'header',
    { class: 'session-head' },
    work === undefined ? h('h1', { title }, title) : h(ListedHead, { work, title }),
  );
}

function ListedHead({ work, title }: { readonly work: Work; readonly title: string }): JSX.Element {
  const { renaming, button, actions } = useWorkActions(work);
  const named = work.name ?? title;
  return h(Fragment, {}, renaming ?? [h('h1', { key: 'title', title: named }, named), button], actions);
}

interface EntryProps {
  readonly work: Work;
  readonly close: () => void;
}

function EntryActions({ work, rename, close }: EntryProps & { readonly rename: () => void }): JSX.Element {
  const { rail } = useWords();
  const api = useApi();
  const { refresh } = useWork();
  const { error, send } = useSending();
  const isPresent = usePath() === work.path;
  const pin = () =>
    send(async () => {
      await api.changeLabel(work.kind, work.researchId, { isPinned: !work.isPinned });
      await refresh();
      close();
    });
  const remove = async () => {
    await api.deleteWork(work.kind, work.researchId);
    await refresh();
    if (isPresent) go('/');
    return {};
  };
  return h(
    'div',
    { class: 'rail-actions' },
    h('button', { type: 'button', onClick: rename }, rail.rename),
    h('button', { type: 'button', onClick: pin }, work.isPinned ? rail.unpin : rail.pin),
    h(Confirmed, {
      words: { button: rail.remove, says: rail.removes[work.kind], confirm: rail.remove },
      effect: `${titleOf(work)}:`,
      act: remove,
    }),
    h(SendingFault, { error }),
  );
}

function Renaming({ work, close }: EntryProps): JSX.Element {
  const { rail } = useWords();
  const api = useApi();
  const { refresh } = useWork();
  const { error, send, isSending } = useSending();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  const submit = (event: Event) => {
    event.preventDefault();
    const name = field.current?.value.trim() ?? '';
    send(async () => {
      await api.changeLabel(work.kind, work.researchId, { name: name === work.question ? null : name || null });
      await refresh();
      close();
    });
  };
  return h(
    'form',
    {
      class: 'rail-renaming',
      onSubmit: submit,
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key !== 'Escape') return;
        // A drawer stays open.
        event.preventDefault();
        close();
      },
    },
    h('input', { ref: field, 'aria-label': rail.name, maxLength: 200, defaultValue: titleOf(work).slice(0, 200) }),
    h('button', { type: 'submit', disabled: isSending }, rail.save),
    h('button', { type: 'button', class: 'plain', onClick: close }, rail.keep),
    h(SendingFault, { error }),
  );
}
