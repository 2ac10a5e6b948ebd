import type { Language } from '../words/language.ts';
import { enMessages } from './messages.ts';
import { enText } from './text.ts';

/** English. */
export const en: Language = {
  code: 'en',
  ...enMessages,
  ...enText,
};
