import { useEffect, useState } from 'preact/hooks';
import { languageFor, type PageLanguage } from '../models/language.ts';

const LANGUAGE = 'plumbline-language';
const SCHEME = 'plumbline-scheme';

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

export type Scheme = 'dark' | 'light';

/** Dark or light: as the system has it, until somebody chooses. */
export function useScheme(): readonly [Scheme, (scheme: Scheme) => void] {
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

/** Whether the window has room for a panel beside the text. */
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
