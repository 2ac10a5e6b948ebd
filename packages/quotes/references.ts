export { createDocumentCatalog, type DocumentCatalog } from './quotes/document-catalog.ts';
export { referredBy, sectionOf } from './quotes/lead-resolution.ts';
export { type Resolution, resolveReference, type WebTarget } from './quotes/reference-resolution.ts';
export { isNamedBy, missingWorks, namedReferencesIn } from './references/named-references.ts';
export { detectReferences } from './references/reference-detection.ts';
export type { Reference } from './references/reference.ts';
