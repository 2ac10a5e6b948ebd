import { type ComponentChildren, createContext, h, type JSX } from 'preact';
import { useContext, useEffect, useRef, useState } from 'preact/hooks';
import { Button, SignButton } from './button.ts';
import { focusContent } from './router.ts';
import { SendingFault } from './sending.ts';
import { useWords } from './words-context.ts';

/** Something that is to be deleted. */
interface Removal {
  /** Views leave out what has one of them. */
  readonly keys: readonly string[];
  /** That it is gone. */
  readonly said: string;
  /** What goes with it, and what stays. */
  readonly says: string;
  readonly act: () => Promise<unknown>;
}

interface Undoing {
  readonly isGone: (key: string) => boolean;
  readonly remove: (removal: Removal) => void;
}

const UndoContext = createContext<Undoing>({ isGone: () => false, remove: () => undefined });

export function useUndo(): Undoing {
  return useContext(UndoContext);
}

/** Time to take it back. */
const STAYS_MS = 8_000;
/** By then, a list that is read again does not have it. */
const READ_AGAIN_MS = 3_000;

function useRemovals() {
  const [gone, setGone] = useState<readonly string[]>([]);
  const [shown, setShown] = useState<Removal | null>(null);
  const [error, setError] = useState<unknown>(null);
  const waiting = useRef<Removal | null>(null);
  const wait = (removal: Removal | null) => setShown((waiting.current = removal));
  const bringBack = ({ keys }: Removal) => setGone((gone) => gone.filter((key) => !keys.includes(key)));
  const settle = () => {
    const removal = waiting.current;
    if (removal === null) return;
    wait(null);
    void removal
      .act()
      .then(() => new Promise((resolve) => setTimeout(resolve, READ_AGAIN_MS)), setError)
      .finally(() => bringBack(removal));
  };
  const remove = (removal: Removal) => {
    settle();
    setError(null);
    setGone((keys) => [...keys, ...removal.keys]);
    wait(removal);
  };
  const undo = (removal: Removal) => {
    bringBack(removal);
    wait(null);
  };
  return { gone, shown, error, settle, remove, undo, dismiss: () => setError(null) };
}

/** What is deleted is out of sight at once, and gone unless that is taken back, or once the page is left. */
export function UndoProvider({ children }: { readonly children?: ComponentChildren }): JSX.Element {
  const { gone, shown, error, settle, remove, undo, dismiss } = useRemovals();
  // One notice stands where another one would.
  const failed = shown === null ? error : null;
  useEffect(() => {
    addEventListener('pagehide', settle);
    return () => removeEventListener('pagehide', settle);
  }, []);
  return h(
    UndoContext.Provider,
    { value: { isGone: (key) => gone.includes(key), remove } },
    children,
    h(
      'div',
      { role: 'status' },
      shown === null ? null : h(Toast, { key: shown.keys.join('\n'), removal: shown, settle, undo: () => undo(shown) }),
      failed === null
        ? null
        : h('div', { class: 'toast' }, h(SendingFault, { error: failed }), h(Close, { act: dismiss })),
    ),
  );
}

interface ToastProps {
  readonly removal: Removal;
  readonly settle: () => void;
  readonly undo: () => void;
}

function Toast({ removal: { said, says }, settle, undo }: ToastProps): JSX.Element {
  const { rail: words } = useWords();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // What was pressed may be gone with what it was for.
    if (document.activeElement === document.body) place.current?.querySelector('button')?.focus();
    // Who is at it keeps it.
    const timer = setInterval(() => place.current?.matches(':hover, :focus-within') || settle(), STAYS_MS);
    return () => {
      clearInterval(timer);
      if (place.current?.contains(document.activeElement) === true) focusContent();
    };
  }, []);
  return h(
    'div',
    { ref: place, class: 'toast' },
    h('p', {}, `${said} `, h(Button, { icon: 'undo', act: undo }, words.undo), h(Close, { act: settle })),
    h('p', { class: 'quiet' }, says),
  );
}

function Close({ act }: { readonly act: () => void }): JSX.Element {
  const { close } = useWords();
  return h(SignButton, { icon: 'close', label: close, class: 'plain', act });
}
