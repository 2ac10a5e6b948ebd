import type { InjectionSignal } from '../../workflows/contracts/evidence.ts';
import type { StoredPassage } from '../index/corpus-index.ts';
import { signsReaching, type UntrustedPlace, untrustedPlacesIn } from '../injection/injection-reach.ts';
import type { StoredTexts } from './stored-quotes.ts';

/** Reads of passages which signs they stand among; each document is looked through once. */
export function createPassageSigns(texts: StoredTexts): (stored: StoredPassage) => Promise<readonly InjectionSignal[]> {
  const documents = new Map<string, Promise<DocumentSigns>>();
  return async (stored) => {
    const { source, passage, text } = stored;
    const signs = documents.get(source.sourceId) ?? readSigns(stored, texts);
    documents.set(source.sourceId, signs);
    const { places, beside } = await signs;
    const { start, end } = passage;
    const headings = [source.title, ...passage.headingPath];
    const reaching = signsReaching({ start, end, text, headings, language: source.language }, places);
    return [...new Set([...reaching, ...beside])];
  };
}

interface DocumentSigns {
  readonly places: readonly UntrustedPlace[];
  readonly beside: readonly InjectionSignal[];
}

/** Where the document's text is gone, its passages still speak for themselves. */
async function readSigns({ source }: StoredPassage, texts: StoredTexts): Promise<DocumentSigns> {
  const { text } = await texts.read(source.text.sha256);
  return { places: text === null ? [] : untrustedPlacesIn(text), beside: source.untrustedBeside };
}
