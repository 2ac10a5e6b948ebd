export { fitsToMeaning, readFitsAhead } from './answers/anchor-fit.ts';
export { BEYOND_WORDS, isBeyondWords, scoreBeyondWords } from './passages/beyond-words.ts';
export { passageRelevance, scoreHits } from './passages/passage-relevance.ts';
