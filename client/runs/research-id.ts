import { createHash, randomBytes } from 'node:crypto';
import { canonicalJson } from '@plumbline/contracts/common/canonical-json';
import search from 'approx-string-match';
import { UsageError } from '../errors/failures.ts';

const MAX_SLUG_LENGTH = 40;

/** Shorter parts of an id match by accident. */
const MIN_PART_LENGTH = 3;

const GERMAN_LETTERS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' };

/**
 * A new id for a run: `research-<slug of the question>-<6 random hex characters>`; of a secret question
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
 * Finds the run with this id, or whose id begins or ends like this.
 *
 * @returns `given` itself when no known run matches: the server may know more runs than this machine
 * @throws {UsageError} when several runs match
 */
export function matchResearchId(given: string, known: readonly string[]): string {
  if (known.includes(given) || given.length < MIN_PART_LENGTH) return given;
  const matches = known.filter((id) => id.startsWith(given) || id.endsWith(given));
  if (matches.length > 1) {
    throw new UsageError(
      `"${given}" matches several runs:\n  ${matches.slice(0, 10).join('\n  ')}`,
      'Give a longer part of the id.',
    );
  }
  return matches[0] ?? given;
}

const MAX_NEAR_IDS = 5;
/** Up to one wrong character in four counts as a typo. */
const CHARACTERS_PER_TYPO = 4;

/**
 * Ids that resemble `given`: those that begin or end with it, and, if it is long enough, those that contain it with up to
 * two typos.
 */
export function nearResearchIds(given: string, known: readonly string[]): string[] {
  const wanted = given.toLowerCase();
  if (wanted === '') return [];
  const typos = Math.min(2, Math.floor(wanted.length / CHARACTERS_PER_TYPO));
  const isAtBorder = (id: string): boolean => id.startsWith(wanted) || id.endsWith(wanted);
  const isNear = (id: string): boolean => wanted.length >= MIN_PART_LENGTH && search(id, wanted, typos).length > 0;
  const lower = known.map((id) => ({ id, text: id.toLowerCase() }));
  const bordering = lower.filter(({ text }) => isAtBorder(text));
  const others = lower.filter(({ text }) => !isAtBorder(text) && isNear(text));
  return [...bordering, ...others].slice(0, MAX_NEAR_IDS).map(({ id }) => id);
}

/**
 * SHA-256 (hex) of a value in canonical JSON: equal values have equal hashes, regardless of the order of their fields.
 */
export function hashContent(value: object): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex');
}
