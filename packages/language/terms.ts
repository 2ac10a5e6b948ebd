export { hasStemmer, stemOf } from './text/stemmer.ts';
export {
  analyzeTerms,
  contentTerms,
  derivation,
  identifierParts,
  isAmongStems,
  isOrdinaryWord,
  stemsIn,
  type Term,
  termMatchWeight,
  tokensOf,
  wordPattern,
  wordsOfRun,
  wordsOf,
  writesCompounds,
} from './text/terms.ts';
