export { createUnitFinder } from './passages/enclosing-unit.ts';
export { entriesOf, lacksSubject } from './passages/passage-entries.ts';
export {
  bestUnit,
  BEYOND_WORDS,
  type InformationNeed,
  isBeyondWords,
  matchPassage,
  readableOf,
} from './passages/passage-reading.ts';
export { readPlaces } from './passages/readings.ts';
