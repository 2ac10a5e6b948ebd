import { analyzeTerms } from '../text/terms.ts';
import { type Clause, findOpposite } from './opposites.ts';
import { ONLY_WORDS, wholeWords } from './quantifiers.ts';

const NEGATORS: ReadonlySet<string> = new Set(
  [
    'not no never none neither nor nothing nobody nowhere cannot non',
    'nicht nichts kein keine keiner keines keinem keinen nie niemals niemand weder nirgends keinesfalls keineswegs',
  ].flatMap((line) => line.split(' ')),
);
/** Phrases whose negator does not negate a claim: they bound a figure, add something, or are idioms. */
const NO_NEGATION =
  /(?<!\p{L})(?:(?:no|not)\s+(?:more|less|fewer|later|earlier|longer|greater|higher|lower)(?:\s+\p{L}+)?\s+than|not\s+(?:only|just|merely)|not\s+(?:to\s+)?exceed\p{L}*|whether\s+or\s+not|no\.\s*\d|nicht\s+(?:mehr|weniger|länger|später|früher|höher|niedriger)\s+als|nicht\s+(?:nur|bloß|allein|zuletzt)|nicht\s+(?:über|unter)(?:schritten|schreiten|schreitet)|ohne\s+weiteres)(?!\p{L})/giu;
/** Words that can deny something without a negator. */
const DENIES =
  /(?<!\p{Ll})\p{Ll}{3,}(?:less|los|losen?|free|frei|freien?)(?!\p{L})|(?<!\p{L})(?:without|ohne|except|unless|exempt|refus|den(?:y|ies|ied)|fail|lack|absen|avoid|prevent|exclud|forbid|forbidd|prohibit|ban(?:s|ned)?(?!\p{L})|never|away|außer|ausge|ausnahm|entfäll|entfall|verbot|verweiger|fehl|statt(?!\p{L})|verhinder|scheiter|abgelehn|lehn|hardly|rarely|kaum|selten|instead|rather|stop|ceas|end(?:s|ed)?(?!\p{L})|lost|lose)/giu;
const SHORTEST_OPPOSED = 4;
const OPPOSING_PREFIX = /^(?:un|in|im|il|ir|non|dis|miss?)$/;
/** "Only members vote" says that others do not. */
const ONLY = wholeWords(`${ONLY_WORDS}|allein`);
const OTHERS =
  /(?<!\p{L})(?:others?|else|otherwise|rest|remaining|outside|without|unless|any|andere\p{L}*|sonst\p{L}*|übrige\p{L}*|ohne|außer\p{L}*|nicht-?\p{L}+|non-?\p{L}+)(?!\p{L})/iu;
const CLAUSE_BORDER =
  /[.;:!?\n,()]|(?<!\p{L})(?:but|however|whereas|although|unless|except|aber|sondern|jedoch|während|obwohl|sofern|soweit|es\s+sei\s+denn|außer)(?!\p{L})/giu;
/** Number of content words that a negator applies to. */
const FOCUS = 2;

/**
 * Describes where a claim says the opposite of its evidence; null if no sign of that is found.
 *
 * A claim must not deny what the evidence affirms, affirm what it denies, or use the opposite word ("allowed" for
 * "forbidden"). Compares the words next to negators, clause by clause; evidence without these words decides nothing.
 */
export function findPolarityFault(claim: string, evidence: string, language: string): string | null {
  const said = clausesOf(claim, language);
  const known = clausesOf(evidence, language);
  const affirmed = new Set(known.filter(({ negated }) => negated.length === 0).flatMap(({ stems }) => stems));
  const denied = new Set(known.flatMap(({ negated }) => negated));
  const words = new Set(known.flatMap(({ stems }) => stems));
  const ownDenials = denialsIn(claim);
  const otherDenials = denialsIn(evidence);
  const isDeniedOtherwise = [...otherDenials].some((denial) => !ownDenials.has(denial));
  for (const { negated } of said) {
    if (negated.length === 0 || negated.some((stem) => denied.has(stem))) continue;
    const isOtherwise =
      isDeniedOtherwise ||
      (ONLY.test(evidence) && OTHERS.test(claim)) ||
      [...words].some((stem) => negated.some((word) => isOpposed(stem, word)));
    if (!isOtherwise && (negated.some((stem) => affirmed.has(stem)) || denied.size === 0)) return 'a negation';
  }
  const plain = said.filter(({ negated }) => negated.length === 0);
  const saysOtherwise =
    claim.search(NO_NEGATION) !== -1 ||
    [...ownDenials].some((denial) => !otherDenials.has(denial)) ||
    said.some(({ stems }) => stems.some((stem) => [...denied].some((word) => isOpposed(stem, word))));
  const dropped = !saysOtherwise && known.some((clause) => isDropped(clause, plain, affirmed));
  if (dropped) return 'its negation';
  return findOpposedWord(plain, known, words) ?? findOpposite(said, known);
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
function findOpposedWord(said: readonly Clause[], known: readonly Clause[], words: ReadonlySet<string>): string | null {
  const own = new Set(said.flatMap(({ stems }) => stems));
  const denied = new Set(known.flatMap(({ negated }) => negated));
  const others = known.flatMap(({ stems }) => stems).filter((stem) => !denied.has(stem));
  const isContradicted = [...own].some(
    (stem) =>
      !words.has(stem) && others.some((other) => !own.has(other) && (isOpposed(stem, other) || isOpposed(other, stem))),
  );
  return isContradicted ? 'the opposite word' : null;
}

/** Whether the claim affirms what this clause of the evidence denies, and no other clause affirms it. */
function isDropped({ negated, stems }: Clause, said: readonly Clause[], affirmed: ReadonlySet<string>): boolean {
  const denied = negated.find((stem) => !affirmed.has(stem));
  if (denied === undefined) return false;
  return said.some((clause) => {
    const shared = new Set(stems.filter((stem) => clause.stems.includes(stem)));
    return clause.stems.includes(denied) && shared.size >= Math.min(2, new Set(stems).size);
  });
}

export function isNegator(word: string): boolean {
  return NEGATORS.has(word.toLowerCase());
}

function clausesOf(text: string, language: string): Clause[] {
  const plain = text
    .replace(NO_NEGATION, ' ')
    .replace(/(?<!\p{L})can(?:not|['’]t)(?!\p{L})/giu, 'can not')
    .replace(/n['’]t(?!\p{L})/giu, ' not');
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
