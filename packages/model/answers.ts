export {
  boundedList,
  boundedSentences,
  boundedText,
  citedKeys,
  keyedById,
  readEntries,
  shortId,
} from './engine/answer-parts.ts';
export { readScores } from './engine/score-reading.ts';
