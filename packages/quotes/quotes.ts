export { neutraliseKeys, withKeysAsCitations, withoutKeys } from './quotes/citation-keys.ts';
export { maskForeignWords, type ProseQuotation, quotationsIn, withoutMask } from './quotes/prose-quotations.ts';
export { locateQuote } from './quotes/quote-location.ts';
export { holdsUnsaid, quotationOf, type QuotedUnits, readUnits, unitsOf } from './quotes/quoted-units.ts';
export { type CitableSource, registerSources } from './quotes/source-registration.ts';
export { replaceSpans } from './references/reference-detection.ts';
