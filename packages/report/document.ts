export { listOf, paragraph, part } from './document/answer-part.ts';
export { type CitedClaims, createCitedClaims } from './document/cited-claims.ts';
export { listComputations, listSources } from './document/markdown-sources.ts';
export { createMarkdownLines, list, writeParts } from './document/markdown.ts';
export {
  type Cell,
  citedBy,
  codeOf,
  type Computation,
  type DocumentBlock,
  type DocumentClaim,
  type DocumentPart,
  type Inline,
  type ListItem,
  paragraphsOf,
  type ReportDocument,
  UNVERIFIED_MARK,
  words,
} from './document/report-document.ts';
export { headingOf } from './document/source-list.ts';
export {
  type CitedSource,
  createSourceFacts,
  createSourceRegistry,
  placeOf,
  placesOf,
  placePartsOf,
  provenancePartsOf,
  type SourceFacts,
} from './document/sources.ts';
