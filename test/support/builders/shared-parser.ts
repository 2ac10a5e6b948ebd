import {
  createDocumentParser,
  type DocumentParser,
  type DocumentParserOptions,
} from '../../../packages/documents/parsing/document-parser.ts';

let shared: DocumentParser | undefined;

/** One parser for all indexes of a test file: its process takes longer to start than most tests take. */
export function shareParser(options: DocumentParserOptions): DocumentParser {
  // A busy machine takes longer than the usual limit to start its process.
  shared ??= createDocumentParser({ ...options, timeLimitMs: 600_000 });
  return { ...shared, close: async () => undefined };
}
