import type { AutomatedScores } from '@plumbline/contracts/answers/answer';
import type { Claim } from '@plumbline/contracts/evidence/claim';
import { type QueryAnchor, questionLanguageOf } from '@plumbline/contracts/evidence/query-anchor';
import type { Verification } from '@plumbline/contracts/report/report';
import { isForeign } from '@plumbline/language/detection';
import { coverage, matchTerms, weighTermsEvenly } from '@plumbline/language/term-matching';

/** What the scores of an answer are computed from. */
export interface ScoredAnswer {
  readonly anchor: Pick<QueryAnchor, 'originalQuestion' | 'language' | 'questionLanguage'>;
  /** After verification. */
  readonly claims: readonly Claim[];
  /** Keys that were issued. */
  readonly keys: ReadonlySet<string>;
  readonly verification: Pick<Verification, 'claims' | 'statementsRemoved' | 'claimsRepaired'>;
}

/** Shares, 0..1, each by its formula below; null where there is nothing to judge. */
export function automatedScores(answer: ScoredAnswer): AutomatedScores {
  return {
    citationCoverage: citationCoverage(answer),
    claimSupport: claimSupport(answer),
    questionCoverage: questionCoverage(answer),
    languagePurity: languagePurity(answer),
  };
}

/** Claims of the answer with a key that was issued ÷ claims of the answer. */
function citationCoverage({ claims, keys }: ScoredAnswer): number | null {
  return share(claims.filter(({ citations }) => citations.some((key) => keys.has(key))).length, claims.length);
}

/**
 * (Verified claims − claims that verification repaired − claims that it could not compare with their quotes) ÷ (verified
 * claims + claims that it removed). Of the whole draft, of which the answer is a part.
 */
function claimSupport({ claims, verification }: ScoredAnswer): number | null {
  const { claims: kept, statementsRemoved, claimsRepaired } = verification;
  const uncompared = claims.filter(({ isUnverified }) => isUnverified === true).length;
  return share(Math.max(0, kept - claimsRepaired - uncompared), kept + statementsRemoved);
}

/**
 * Weight of the question's content words that claims of the answer take up, inflected or (in part) within a compound ÷
 * weight of all. Words cannot be compared across languages, so claims in another one do not count.
 */
function questionCoverage({ anchor, claims }: ScoredAnswer): number | null {
  const language = questionLanguageOf(anchor);
  const comparable = language === anchor.language ? claims.filter(isOwn) : [];
  if (comparable.length === 0) return null;
  const asked = weighTermsEvenly(anchor.originalQuestion, language);
  const said = comparable.map(({ text }) => text).join('\n');
  return asked.length === 0 ? null : coverage(asked, matchTerms(asked, said, language));
}

/** Claims that are not certainly in another language ÷ claims; quotations that are labelled as such do not count. */
function languagePurity({ anchor, claims }: ScoredAnswer): number | null {
  const own = claims.filter(isOwn);
  return share(own.filter(({ text }) => !isForeign(text, anchor.language)).length, own.length);
}

function isOwn({ quotedLanguage }: Claim): boolean {
  return quotedLanguage === undefined;
}

function share(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}
