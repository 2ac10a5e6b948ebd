import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { PAGE_LANGUAGES, type PageLanguage } from '../models/language.ts';
import { ENGLISH, type PageWords } from '../words/english.ts';
import { GERMAN } from '../words/german.ts';

export const WordsContext = createContext<PageWords>(ENGLISH);

export function wordsIn(language: PageLanguage): PageWords {
  return language === 'de' ? GERMAN : ENGLISH;
}

/** The words beside an answer, in its language where the page knows it, else in that of the page. */
export function wordsBeside(language: string, words: PageWords): PageWords {
  return PAGE_LANGUAGES.some((known) => known === language) ? wordsIn(language === 'de' ? 'de' : 'en') : words;
}

export function useWords(): PageWords {
  return useContext(WordsContext);
}
