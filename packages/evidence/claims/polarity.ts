import { OPPOSITE_NAMES } from '@plumbline/language/languages';
import { analyzeTerms } from '@plumbline/language/terms';
import { ofAll, sourceOf, sourceOfAll, wholeWords, wholeWordsOfAll, wordSet } from '@plumbline/language/word-patterns';

/** Pairs of opposites, with the words for each side. */
const OPPOSITES: readonly (readonly [RegExp, RegExp])[] = OPPOSITE_NAMES.map((name) => [
  wholeWordsOfAll(({ opposites }) => opposites?.[name]?.[0]),
  wholeWordsOfAll(({ opposites }) => opposites?.[name]?.[1]),
]);

/**
 * Words of which one excludes the others where they stand in the same place of a sentence; elsewhere a text may well use
 * several of them. A slash separates the alternatives.
 */
const CONTRASTS: readonly (readonly RegExp[])[] = ofAll(({ contrasts }) => contrasts).map((words) =>
  words.split('/').map((alternative) => new RegExp(`^(?:${sourceOf(alternative)})$`, 'iu')),
);

const NEGATORS = wordSet(({ negators }) => negators);
/** Phrases whose negator does not negate a claim: they bound a figure, add something, or are idioms. */
const NO_NEGATION = wholeWordsOfAll(({ noNegations }) => noNegations, 'giu');
/** Words that can deny something without a negator. */
const DENIES = new RegExp(
  String.raw`(?<!\p{Ll})\p{Ll}{3,}(?:${sourceOfAll(({ denyingEndings }) => denyingEndings)})(?!\p{L})|(?<!\p{L})(?:${sourceOfAll(({ denials }) => denials)})`,
  'giu',
);
const SHORTEST_OPPOSED = 4;
const OPPOSING_PREFIX = new RegExp(`^(?:${sourceOfAll(({ opposingPrefixes }) => opposingPrefixes)})$`);
/** "Only members vote" says that others do not. */
const ONLY = wholeWords(
  sourceOfAll(
    ({ only }) => only,
    ({ alone }) => alone,
  ),
);
const OTHERS = wholeWordsOfAll(({ others }) => others);
const CLAUSE_BORDER = new RegExp(
  String.raw`[.;:!?\n,()|]|(?<!\p{L})(?:${sourceOfAll(({ clauseBorders }) => clauseBorders)})(?!\p{L})`,
  'giu',
);
const CONTRACTIONS = ofAll(({ contractions }) => contractions).map(([pattern, words]) => ({
  pattern: new RegExp(pattern, 'giu'),
  words,
}));
/** Of a clause, in a reason. */
const SHOWN_LENGTH = 80;
/** Number of content words that a negator applies to. */
const FOCUS = 2;

/** Where a claim says the opposite of its evidence. */
export interface Contradiction {
  readonly reason: string;
  /** Of the claim; another clause may be about something else. */
  readonly clause: string;
}

/**
 * Finds where a claim says the opposite of its evidence; null if no sign of that is found.
 *
 * A claim must not deny what the evidence affirms, affirm what it denies, or use the opposite word ("allowed" for
 * "forbidden"). Compares the words next to negators, clause by clause; evidence without these words decides nothing.
 */
export function findContradiction(claim: string, evidence: string, language: string): Contradiction | null {
  const said = clausesOf(claim, language);
  const known = clausesOf(evidence, language);
  const affirmed = new Set(known.filter(({ negated }) => negated.length === 0).flatMap(({ stems }) => stems));
  const denied = new Set(known.flatMap(({ negated }) => negated));
  const words = new Set(known.flatMap(({ stems }) => stems));
  const ownDenials = denialsIn(claim);
  const otherDenials = denialsIn(evidence);
  const isDeniedOtherwise = [...otherDenials].some((denial) => !ownDenials.has(denial));
  for (const { negated, text: clause } of said) {
    if (negated.length === 0 || negated.some((stem) => denied.has(stem))) continue;
    const isOtherwise =
      isDeniedOtherwise ||
      (ONLY.test(evidence) && OTHERS.test(claim)) ||
      [...words].some((stem) => negated.some((word) => isOpposed(stem, word)));
    if (!isOtherwise && (negated.some((stem) => affirmed.has(stem)) || denied.size === 0))
      return { reason: `the cited words do not deny it: ${shown(clause)}`, clause };
  }
  const plain = said.filter(({ negated }) => negated.length === 0);
  const saysOtherwise =
    claim.search(NO_NEGATION) !== -1 ||
    [...ownDenials].some((denial) => !otherDenials.has(denial)) ||
    said.some(({ stems }) => stems.some((stem) => [...denied].some((word) => isOpposed(stem, word))));
  const dropped = saysOtherwise ? [] : known.flatMap((clause) => findDropped(clause, plain, affirmed) ?? []);
  return dropped[0] ?? findOpposedWord(plain, known, words) ?? findOpposite(said, known);
}

function denialsIn(text: string): Set<string> {
  return new Set((text.match(DENIES) ?? []).map((denial) => denial.toLowerCase()));
}

/** Whether two words are opposites by prefix, such as "unlikely" and "likely". */
function isOpposed(stem: string, word: string): boolean {
  const prefix = stem.length > word.length && stem.endsWith(word) ? stem.slice(0, -word.length) : '';
  return word.length >= SHORTEST_OPPOSED && OPPOSING_PREFIX.test(prefix);
}

/** Finds a word such as "unsafe" where the evidence says "safe", or the other way round. */
function findOpposedWord(
  said: readonly Clause[],
  known: readonly Clause[],
  words: ReadonlySet<string>,
): Contradiction | null {
  const own = new Set(said.flatMap(({ stems }) => stems));
  const denied = new Set(known.flatMap(({ negated }) => negated));
  const others = known.flatMap(({ stems }) => stems).filter((stem) => !denied.has(stem));
  for (const { stems, text: clause } of said) {
    for (const stem of stems.filter((one) => !words.has(one))) {
      const opposed = others.find((other) => !own.has(other) && (isOpposed(stem, other) || isOpposed(other, stem)));
      if (opposed !== undefined) return { reason: saysOther(stem, opposed), clause };
    }
  }
  return null;
}

/** Finds where the claim affirms what this clause of the evidence denies, and no other clause affirms it. */
function findDropped(
  { negated, stems, text }: Clause,
  said: readonly Clause[],
  affirmed: ReadonlySet<string>,
): Contradiction | null {
  const denied = negated.find((stem) => !affirmed.has(stem));
  if (denied === undefined) return null;
  const affirming = said.find((clause) => {
    const shared = new Set(stems.filter((stem) => clause.stems.includes(stem)));
    return clause.stems.includes(denied) && shared.size >= Math.min(2, new Set(stems).size);
  });
  if (affirming === undefined) return null;
  return { reason: `the cited words deny it: ${shown(text)}`, clause: affirming.text };
}

function shown(clause: string): string {
  return `“${clause.trim().replaceAll(/\s+/gu, ' ').slice(0, SHOWN_LENGTH)}”`;
}

function saysOther(word: string, other: string): string {
  if (word.toLowerCase() === other.toLowerCase()) return `only one of both denies “${word}”`;
  return `it says “${word}” where the cited words say “${other}”`;
}

export function isNegator(word: string): boolean {
  return NEGATORS.has(word.toLowerCase());
}

function clausesOf(text: string, language: string): Clause[] {
  const plain = CONTRACTIONS.reduce(
    (spelt, { pattern, words }) => spelt.replace(pattern, words),
    text.replace(NO_NEGATION, ' '),
  );
  return plain
    .split(CLAUSE_BORDER)
    .filter((part) => /\p{L}/u.test(part ?? ''))
    .map((part) => toClause(part, language));
}

function toClause(text: string, language: string): Clause {
  const words = analyzeTerms(text, language);
  const content = words.filter(({ surface, isStopWord }) => !isStopWord && !isNegator(surface));
  const negated = words
    .filter(({ surface }) => isNegator(surface))
    .flatMap(({ start }) => {
      const following = content.filter((word) => word.start > start).slice(0, FOCUS);
      return following.length > 0 ? following : content.filter((word) => word.start < start).slice(-FOCUS);
    });
  return { text, stems: content.map(({ stem }) => stem), negated: negated.map(({ stem }) => stem) };
}

/** A clause with the words next to its negators. */
interface Clause {
  readonly text: string;
  readonly stems: readonly string[];
  /** Stems next to a negator; empty if the clause has none. */
  readonly negated: readonly string[];
}

/** Finds where a claim uses the opposite of the evidence's word, or denies that word; null if it does not. */
function findOpposite(said: readonly Clause[], known: readonly Clause[]): Contradiction | null {
  for (const [positive, negative] of OPPOSITES) {
    const own = polaritiesOf(said, positive, negative);
    const others = polaritiesOf(known, positive, negative);
    if (own.size === 1 && others.size === 1 && ![...own].some((polarity) => others.has(polarity))) {
      const wordIn = ({ text }: Clause): string | undefined => (negative.exec(text) ?? positive.exec(text))?.[0];
      const clause = said.find((one) => wordIn(one) !== undefined);
      const [word, other] = [clause, ...known].flatMap((one) => (one === undefined ? [] : (wordIn(one) ?? [])));
      return { reason: saysOther(word ?? '', other ?? ''), clause: clause?.text ?? '' };
    }
  }
  return null;
}

/** Which of two opposites the clauses state; "not allowed" counts as the second. */
function polaritiesOf(clauses: readonly Clause[], positive: RegExp, negative: RegExp): Set<boolean> {
  return new Set(
    clauses.flatMap(({ text, negated }) => {
      const isNegated = (side: RegExp): boolean => isOneOf(negated, side.exec(text)?.[0] ?? '');
      const isNegative = negative.test(text);
      // "Disallowed" may hold "allowed"; what says both by two words decides nothing.
      const isPositive = positive.test(isNegative ? text.replace(negative, ' ') : text);
      return [...(isPositive ? [!isNegated(positive)] : []), ...(isNegative ? [isNegated(negative)] : [])];
    }),
  );
}

/** Whether a word has one of the stems: a negator elsewhere in its clause denies something else. */
function isOneOf(stems: readonly string[], word: string): boolean {
  return stems.some((stem) => word.toLowerCase().startsWith(stem) || stem.startsWith(word.toLowerCase()));
}

/** Whether two words cannot both be right in the same place of a sentence. */
export function areContrasting(first: string, second: string): boolean {
  return areOpposites(first, second) || CONTRASTS.some((alternatives) => isOneOfOther(alternatives, first, second));
}

function isOneOfOther(alternatives: readonly RegExp[], first: string, second: string): boolean {
  const [one, other] = [first, second].map((word) => alternatives.findIndex((words) => words.test(word)));
  return one !== -1 && other !== -1 && one !== other;
}

function areOpposites(first: string, second: string): boolean {
  const isPositive = (word: string, positive: RegExp, negative: RegExp) => positive.test(word) && !negative.test(word);
  return OPPOSITES.some(
    ([positive, negative]) =>
      (isPositive(first, positive, negative) && negative.test(second)) ||
      (isPositive(second, positive, negative) && negative.test(first)),
  );
}
