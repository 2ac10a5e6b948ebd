import { randomBytes } from 'node:crypto';
import search from 'approx-string-match';
import { UsageError } from '../errors/failures.ts';

const MAX_SLUG_LENGTH = 40;

/** Shorter parts of an id fit by accident. */
const MIN_PART_LENGTH = 3;

const GERMAN_LETTERS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' };

/**
 * A new id for a run: `research-<slug of the question>-<6 random hex characters>`; of a question that nobody may see
 * (null), 16 random ones alone.
 */
export function createResearchId(question: string | null, random = randomBytes(8).toString('hex')): string {
  return question === null ? `research-${random}` : `research-${slugOf(question)}-${random.slice(0, 6)}`;
}

/** The question's first words in ASCII, at most 40 characters. */
export function slugOf(question: string): string {
  const words = question
    .toLowerCase()
    .replaceAll(/[äöüß]/g, (letter) => GERMAN_LETTERS[letter] ?? letter)
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
  let slug = '';
  for (const word of words) {
    const longer = slug === '' ? word.slice(0, MAX_SLUG_LENGTH) : `${slug}-${word}`;
    if (longer.length > MAX_SLUG_LENGTH) break;
    slug = longer;
  }
  return slug === '' ? 'question' : slug;
}

/** @throws {UsageError} */
export function checkResearchId(id: string): string {
  // The id names a folder too, so it must not be able to leave its parent: no slash, no dot at the start.
  if (/^[A-Za-z0-9_-][A-Za-z0-9._-]{0,199}$/.test(id)) return id;
  throw new UsageError(
    `"${id.slice(0, 60)}" cannot be the id of a run`,
    'Use 1 to 200 letters, digits and . _ -, without a dot at the start.',
  );
}

/**
 * Finds the run that a full id, its beginning or its end names.
 *
 * @returns `given` itself when no known run fits: the server may know more runs than this machine
 * @throws {UsageError} when several runs fit
 */
export function matchResearchId(given: string, known: readonly string[]): string {
  if (known.includes(given) || given.length < MIN_PART_LENGTH) return given;
  const matches = known.filter((id) => id.startsWith(given) || id.endsWith(given));
  if (matches.length > 1) {
    throw new UsageError(
      `"${given}" fits several runs:\n  ${matches.slice(0, 10).join('\n  ')}`,
      'Give more of the id.',
    );
  }
  return matches[0] ?? given;
}

const MAX_NEAR_IDS = 5;
/** One wrong character in four is a slip; more is another word. */
const CHARACTERS_PER_SLIP = 4;

/**
 * Ids that somebody who typed `given` may have meant: those that begin or end with it, and, where it is long enough to say
 * something, those that hold it with a slip or two.
 */
export function nearResearchIds(given: string, known: readonly string[]): string[] {
  const wanted = given.toLowerCase();
  if (wanted === '') return [];
  const slips = Math.min(2, Math.floor(wanted.length / CHARACTERS_PER_SLIP));
  const isAtBorder = (id: string): boolean => id.startsWith(wanted) || id.endsWith(wanted);
  const isNear = (id: string): boolean => wanted.length >= MIN_PART_LENGTH && search(id, wanted, slips).length > 0;
  const lower = known.map((id) => ({ id, text: id.toLowerCase() }));
  const bordering = lower.filter(({ text }) => isAtBorder(text));
  const others = lower.filter(({ text }) => !isAtBorder(text) && isNear(text));
  return [...bordering, ...others].slice(0, MAX_NEAR_IDS).map(({ id }) => id);
}
