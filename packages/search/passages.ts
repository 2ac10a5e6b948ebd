export { passagePrefixOf, placeInIndex, sourceIdOf } from './index/passage-rows.ts';
export { findPassages, readStoredPassages, type SearchedCorpus } from './index/passage-search.ts';
