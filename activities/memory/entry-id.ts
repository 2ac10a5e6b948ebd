import { createHash } from 'node:crypto';
import { normaliseText } from '../text/normalised-text.ts';

const SHOWN_DIGITS = 16;

/** Ids of entries come from user and text, so that a repeated attempt finds what it stored: typography and a final mark do not count. */
export function entryIdOf(userId: string, text: string): string {
  return `m-${hashOf(userId, comparable(text))}`;
}

/** The same evidence counts once. */
export function evidenceIdOf(evidence: string): string {
  return `evidence ${hashOf(comparable(evidence))}`;
}

function comparable(text: string): string {
  return normaliseText(text)
    .text.toLowerCase()
    .replace(/(?<![\s.!])[\s.!]+$/u, '');
}

function hashOf(...parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, SHOWN_DIGITS);
}
