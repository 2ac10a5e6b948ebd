import type { Language } from '../words/language.ts';
import { enClaims } from './claims.ts';
import { enMessages } from './messages.ts';
import { enQuestions } from './questions.ts';
import { enReferences } from './references.ts';
import { enStatements } from './statements.ts';
import { enText } from './text.ts';
import { enThreads } from './threads.ts';

/** English. */
export const en: Language = {
  code: 'en',
  ...enQuestions,
  ...enMessages,
  ...enThreads,
  ...enReferences,
  ...enText,
  ...enClaims,
  ...enStatements,
};
