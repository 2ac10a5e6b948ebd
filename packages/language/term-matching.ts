export {
  bestMatches,
  bestOfAll,
  coverage,
  matchedWords,
  matchTerms,
  type TermMatches,
  type WeightedTerm,
  weighTerms,
  weighTermsEvenly,
  withBackground,
} from './question/term-coverage.ts';
export { createTermMatcher, createWordMatcher, termSimilarity } from './question/term-similarity.ts';
