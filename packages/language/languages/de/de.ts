import type { Language } from '../words/language.ts';
import { deClaims } from './claims.ts';
import { deMessages } from './messages.ts';
import { deQuestions } from './questions.ts';
import { deReferences } from './references.ts';
import { deStatements } from './statements.ts';
import { deText } from './text.ts';
import { deThreads } from './threads.ts';

/** German. */
export const de: Language = {
  code: 'de',
  ...deQuestions,
  ...deMessages,
  ...deThreads,
  ...deReferences,
  ...deText,
  ...deClaims,
  ...deStatements,
};
