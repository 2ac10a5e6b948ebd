export {
  ADDRESS_MARK,
  type AddressedPassage,
  addressPassage,
  citableUnits,
  resolveAddresses,
  showAddressed,
} from './quotes/addressed-passage.ts';
export { type PresentReading, toFinding, wholeTextFinding } from './quotes/passage-finding.ts';
export { createPassageSignals } from './quotes/passage-signals.ts';
export { joinedSpan, outlineOf, type ShownSpan, shownSpans } from './quotes/shown-spans.ts';
export { wholeOf } from './quotes/whole-reading.ts';
