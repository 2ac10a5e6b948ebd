import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { ENGLISH, type PageLanguage, type PageWords } from '../words/english.ts';
import { GERMAN } from '../words/german.ts';

export const WordsContext = createContext<PageWords>(ENGLISH);

export function wordsIn(language: PageLanguage): PageWords {
  return language === 'de' ? GERMAN : ENGLISH;
}

export function useWords(): PageWords {
  return useContext(WordsContext);
}
