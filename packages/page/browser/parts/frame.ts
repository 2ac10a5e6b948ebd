import { type ComponentChildren, Fragment, h, type JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { languageFor, type PageLanguage } from '../words/language.ts';
import { Button, SignButton } from './button.ts';
import { EngineChip } from './engine.ts';
import { Icon } from './icon.ts';
import { Facts } from './lists.ts';
import { follow, usePath } from './router.ts';
import { useWords } from './words-context.ts';

const LANGUAGE = 'plumbline-language';
const SCHEME = 'plumbline-scheme';
const RAIL = 'plumbline-rail';

interface FrameProps {
  readonly language: PageLanguage;
  readonly setLanguage: (language: PageLanguage) => void;
  readonly rail: ComponentChildren;
  /** What the way to the rail shows while it is folded. */
  readonly waiting: ComponentChildren;
}

/** Shown above every view: the way to the rail, and how the page looks. */
export function Frame({ language, setLanguage, rail, waiting }: FrameProps): JSX.Element {
  const words = useWords();
  const { isWide, isOpen, toggle } = useRail();
  return h(
    Fragment,
    {},
    h('a', { class: 'skip', href: '#content' }, words.skip),
    h(
      'header',
      { class: 'frame' },
      h(
        Button,
        { icon: 'menu', class: 'plain rail-toggle', 'aria-expanded': isOpen, act: toggle },
        h('span', { class: 'hidden' }, words.rail.toggle),
        isOpen ? null : waiting,
      ),
      h('a', { class: 'home', href: '/', onClick: follow }, h(Icon, { name: 'logo' }), 'Plumbline'),
      // A conversation has it in its head, which stays.
      usePath().startsWith('/sessions/') ? null : h(EngineChip, {}),
      h(Looks, { language, setLanguage }),
    ),
    h(Keyboard, {}),
    isOpen
      ? isWide
        ? h('aside', { class: 'rail', 'aria-label': words.rail.label }, rail)
        : h(Drawer, { close: toggle, rail })
      : null,
  );
}

/** Sends any form with Ctrl and Enter, leads to the field with `/`, and tells of all keys with `?`. */
function Keyboard(): JSX.Element | null {
  const { keyboard: words, close } = useWords();
  const [isOpen, setOpen] = useState(false);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { target, key } = event;
      if (!(target instanceof HTMLElement) || event.isComposing) return;
      const form = key === 'Enter' && (event.ctrlKey || event.metaKey) ? target.closest('form') : null;
      if (form !== null) {
        event.preventDefault();
        return form.requestSubmit();
      }
      if (event.ctrlKey || event.metaKey || event.altKey || target.matches('input, textarea, select')) return undefined;
      if (key === '?') return setOpen(true);
      const field = key === '/' ? document.querySelector<HTMLElement>('.box textarea') : null;
      if (field !== null) event.preventDefault();
      return field?.focus();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
  }, [isOpen]);
  if (!isOpen) return null;
  return h(
    'dialog',
    { ref: dialog, 'aria-labelledby': 'keyboard', onClose: () => setOpen(false) },
    h('h2', { id: 'keyboard' }, words.heading),
    h(Facts, { facts: words.keys }),
    h(Button, { act: () => dialog.current?.close() }, close),
  );
}

/** Language and scheme. */
function Looks({ language, setLanguage }: Pick<FrameProps, 'language' | 'setLanguage'>): JSX.Element {
  const words = useWords();
  const [scheme, setScheme] = useScheme();
  const other = language === 'de' ? 'en' : 'de';
  return h(
    Fragment,
    {},
    h(Button, { class: 'plain', lang: other, act: () => setLanguage(other) }, words.otherLanguage),
    h(
      Button,
      { class: 'plain', act: () => setScheme(scheme === 'dark' ? 'light' : 'dark') },
      scheme === 'dark' ? words.light : words.dark,
    ),
  );
}

interface DrawerProps extends Pick<FrameProps, 'rail'> {
  readonly close: () => void;
}

/** The rail above the view, where there is no room beside it. */
function Drawer({ close, rail }: DrawerProps): JSX.Element {
  const words = useWords();
  const dialog = useRef<HTMLDialogElement>(null);
  const path = usePath();
  const [opened] = useState(path);
  useEffect(() => dialog.current?.showModal(), []);
  useEffect(() => {
    // Something was chosen.
    if (path !== opened) dialog.current?.close();
  }, [path]);
  return h(
    'dialog',
    {
      ref: dialog,
      class: 'drawer',
      'aria-label': words.rail.label,
      onClose: (event: Event) => event.target === dialog.current && close(),
      // Its content fills it: a click on the dialog itself is one beside it.
      onClick: (event: MouseEvent) => event.target === dialog.current && dialog.current?.close(),
    },
    h(SignButton, {
      icon: 'close',
      class: 'plain drawer-close',
      label: words.close,
      act: () => dialog.current?.close(),
    }),
    rail,
  );
}

/** Beside the view it stays open until somebody folds it, also at the next visit; above the view it is opened each time. */
function useRail() {
  const isWide = useMedia('(min-width: 80rem)');
  const [isKept, setKept] = useState(localStorage.getItem(RAIL) !== 'folded');
  const [isAbove, setAbove] = useState(false);
  const isOpen = isWide ? isKept : isAbove;
  useEffect(() => {
    document.documentElement.dataset['rail'] = isWide && isOpen ? 'beside' : 'away';
  }, [isWide, isOpen]);
  const toggle = () => {
    if (!isWide) return setAbove(!isAbove);
    localStorage.setItem(RAIL, isKept ? 'folded' : 'open');
    setKept(!isKept);
  };
  return { isWide, isOpen, toggle };
}

/** The page's language, remembered. */
export function useLanguage(): readonly [PageLanguage, (language: PageLanguage) => void] {
  const [language, setLanguage] = useState(() => languageFor(localStorage.getItem(LANGUAGE), navigator.languages));
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  return [
    language,
    (chosen) => {
      localStorage.setItem(LANGUAGE, chosen);
      setLanguage(chosen);
    },
  ];
}

type Scheme = 'dark' | 'light';

/** Dark or light: as the system has it, until somebody chooses. */
function useScheme(): readonly [Scheme, (scheme: Scheme) => void] {
  const [scheme, setScheme] = useState<Scheme>(presentScheme);
  useEffect(() => {
    document.documentElement.dataset['scheme'] = scheme;
  }, [scheme]);
  return [
    scheme,
    (chosen) => {
      localStorage.setItem(SCHEME, chosen);
      setScheme(chosen);
    },
  ];
}

/** As the system has it, or as somebody chose. */
export function presentScheme(): Scheme {
  const chosen = localStorage.getItem(SCHEME);
  if (chosen === 'dark' || chosen === 'light') return chosen;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

/** Whether the window has room for a table of contents beside the text. */
export function useHasMargins(): boolean {
  return useMedia('(min-width: 94rem)');
}

function useMedia(media: string): boolean {
  const [query] = useState(() => matchMedia(media));
  const [matches, setMatches] = useState(query.matches);
  useEffect(() => {
    const change = () => setMatches(query.matches);
    query.addEventListener('change', change);
    return () => query.removeEventListener('change', change);
  }, [query]);
  return matches;
}
