import { type ComponentChildren, Fragment, h, type JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { languageFor, type PageLanguage } from '../models/language.ts';
import type { Route } from '../models/route.ts';
import { follow, useRoute } from './router.ts';
import { useWords } from './words-context.ts';

const LANGUAGE = 'plumbline-language';
const SCHEME = 'plumbline-scheme';

interface FrameProps {
  readonly language: PageLanguage;
  readonly setLanguage: (language: PageLanguage) => void;
}

interface LinkProps {
  readonly path: string;
  readonly view: Route['view'];
  readonly children?: ComponentChildren;
}

/** A way to a view; it says when that is the present one. */
function ViewLink({ path, view, children }: LinkProps): JSX.Element {
  const isPresent = useRoute().view === view;
  return h('a', { href: path, onClick: follow, 'aria-current': isPresent ? 'page' : undefined }, children);
}

/** Shown above every view. */
export function Frame({ language, setLanguage }: FrameProps): JSX.Element {
  const words = useWords();
  const [scheme, setScheme] = useScheme();
  const other = language === 'de' ? 'en' : 'de';
  return h(
    Fragment,
    {},
    h('a', { class: 'skip', href: '#content' }, words.skip),
    h(
      'header',
      { class: 'frame' },
      h('a', { class: 'home', href: '/', onClick: follow }, 'Plumbline'),
      h(
        'nav',
        { 'aria-label': words.views },
        h(ViewLink, { path: '/', view: 'ask' }, words.ask.link),
        h(ViewLink, { path: '/runs', view: 'runs' }, words.runs.heading),
        h(ViewLink, { path: '/library', view: 'library' }, words.library.heading),
        h('a', { href: '/memory', onClick: follow }, words.memory.heading),
        h('a', { href: '/briefings', onClick: follow }, words.briefings.heading),
      ),
      h(
        'button',
        { type: 'button', class: 'plain', lang: other, onClick: () => setLanguage(other) },
        words.otherLanguage,
      ),
      h(
        'button',
        { type: 'button', class: 'plain', onClick: () => setScheme(scheme === 'dark' ? 'light' : 'dark') },
        scheme === 'dark' ? words.light : words.dark,
      ),
    ),
  );
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

function presentScheme(): Scheme {
  const chosen = localStorage.getItem(SCHEME);
  if (chosen === 'dark' || chosen === 'light') return chosen;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

/** Whether the window has room for a panel next to the text. */
export function useIsWide(): boolean {
  const [query] = useState(() => matchMedia('(min-width: 60rem)'));
  const [isWide, setIsWide] = useState(query.matches);
  useEffect(() => {
    const change = () => setIsWide(query.matches);
    query.addEventListener('change', change);
    return () => query.removeEventListener('change', change);
  }, [query]);
  return isWide;
}
