export {
  ADDRESS_MARK,
  type AddressedPassage,
  addressPassage,
  citableUnits,
  resolveAddresses,
  showAddressed,
} from './quotes/addressed-passage.ts';
export { outlineOf } from './quotes/document-outline.ts';
export { joinedSpan } from './quotes/joined-passage.ts';
export { type PresentReading, toFinding } from './quotes/passage-finding.ts';
export { createPassageSignals } from './quotes/passage-signals.ts';
export { type ShownSpan, shownSpans } from './quotes/shown-spans.ts';
export { wholeOf } from './quotes/whole-reading.ts';
export { wholeTextFinding } from './quotes/whole-text-finding.ts';
