import { type ComponentChildren, type JSX, createContext, h } from 'preact';
import { useContext } from 'preact/hooks';
import { PAGE_LANGUAGES, type PageLanguage } from '../models/language.ts';
import { ENGLISH, type PageWords } from '../words/english.ts';
import { GERMAN } from '../words/german.ts';

export const WordsContext = createContext<PageWords>(ENGLISH);

export function wordsIn(language: PageLanguage): PageWords {
  return language === 'de' ? GERMAN : ENGLISH;
}

interface BesideProps {
  readonly language: string;
  readonly children?: ComponentChildren;
}

/** Gives what stands beside an answer the words of its language where the page knows it, else the words of the page. */
export function WordsBeside({ language, children }: BesideProps): JSX.Element {
  const words = useWords();
  const own = PAGE_LANGUAGES.find((known) => known === language);
  return h(WordsContext.Provider, { value: own === undefined ? words : wordsIn(own) }, children);
}

export function useWords(): PageWords {
  return useContext(WordsContext);
}
