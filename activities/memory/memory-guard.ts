import { MEMORY_REASONS, type MemoryReason } from '@plumbline/contracts/research/memory';
import { secretIn } from '@plumbline/contracts/research/secret-phrases';
import { wordCoverage } from '@plumbline/evidence/claims';
import { areAmong, figuresIn } from '@plumbline/language/figures';
import { injectionSignalsIn } from '@plumbline/language/injection';
import { comparedLanguage } from './memory.ts';

/** Why something is not remembered. */
export type Refusal = 'no-reason' | 'not-asked' | 'question' | 'not-said' | 'instructions' | 'conflict' | 'secret';

/** What a model wants to remember, and what it rests on. */
export interface WantedMemory {
  readonly text: string;
  readonly reason: string;
  readonly message: string;
  /** All that the person said, this message included. */
  readonly said: string;
}

const ASKS =
  /(?<!\p{L})(?:remember|memori[sz]e|note|keep\s+in\s+mind|forget|save|store|write\s+(?:it|that|this)\s+down|merk\p{L}*|notier\p{L}*|speicher\p{L}*|vergiss|behalt\p{L}*|(?:im\s+)?(?:kopf|gedächtnis))(?!\p{L})/iu;
const QUESTION = /\?\s*$/u;
/** Share of the words that the person must have said; the rest may be grammar ("I" becomes "the person"). */
const SAID_SHARE = 0.6;

export function isMemoryReason(reason: string): reason is MemoryReason {
  return MEMORY_REASONS.some((known) => known === reason);
}

/**
 * Why a model may not remember something; null: it may. The reason has to be one of the three kinds and the person's own
 * words have to bear it out, so that neither a document nor a guess is ever remembered.
 */
export function refusalOf({ text, reason, message, said }: WantedMemory): Refusal | null {
  if (secretIn(text) !== null) return 'secret';
  if (!isMemoryReason(reason)) return 'no-reason';
  if (injectionSignalsIn(text).length > 0) return 'instructions';
  if (QUESTION.test(text) || repeatsQuestion(text, message)) return 'question';
  if (!isSaid(text, said)) return 'not-said';
  return reason === 'asked' && !ASKS.test(said) ? 'not-asked' : null;
}

/** All words of the text come from a question that states nothing. */
function repeatsQuestion(text: string, message: string): boolean {
  const sentences = message.split(/(?<=[.!?])\s+/u);
  const statements = sentences.filter((sentence) => !QUESTION.test(sentence)).join(' ');
  const language = comparedLanguage(text, message);
  const isIn = (part: string): boolean => part !== '' && wordCoverage(text, language, part).share >= SAID_SHARE;
  return isIn(message) && QUESTION.test(message) && !isIn(statements);
}

function isSaid(text: string, said: string): boolean {
  const { share } = wordCoverage(text, comparedLanguage(text, said), said);
  return share >= SAID_SHARE && areAmong(figuresIn(text), figuresIn(said));
}
