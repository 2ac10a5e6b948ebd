import type { Language } from '../words/language.ts';
import { deMessages } from './messages.ts';
import { deText } from './text.ts';

/** German. */
export const de: Language = {
  code: 'de',
  ...deMessages,
  ...deText,
};
