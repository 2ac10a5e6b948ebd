import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { wordsIn } from '../words/page-words.ts';

export const WordsContext = createContext(wordsIn('en'));

export function useWords() {
  return useContext(WordsContext);
}
