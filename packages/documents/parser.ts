export { createDocumentParser, type DocumentParser } from './parsing/document-parser.ts';
export type { ParsedFile, ParseOutcome, ParseRequest } from './parsing/parse-protocol.ts';
export type { PictureReader } from './parsing/described-pictures.ts';
