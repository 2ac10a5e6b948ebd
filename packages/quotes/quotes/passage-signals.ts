import type { InjectionSignal } from '@plumbline/contracts/evidence/source';
import type { StoredPassage } from '@plumbline/search/corpus-index';
import { signalsReaching, type UntrustedPlace, untrustedPlacesIn } from './injection-reach.ts';
import type { StoredTexts } from './stored-quotes.ts';

/** Finds the injection signals around passages; scans each document once. */
export function createPassageSignals(
  texts: StoredTexts,
): (stored: StoredPassage) => Promise<readonly InjectionSignal[]> {
  const documents = new Map<string, Promise<DocumentSignals>>();
  return async (stored) => {
    const { source, passage, text } = stored;
    const signals = documents.get(source.sourceId) ?? readSignals(stored, texts);
    documents.set(source.sourceId, signals);
    const { places, beside } = await signals;
    const { start, end } = passage;
    const headings = [source.title, ...passage.headingPath];
    const reaching = signalsReaching({ start, end, text, headings, language: source.language }, places);
    return [...new Set([...reaching, ...beside])];
  };
}

interface DocumentSignals {
  readonly places: readonly UntrustedPlace[];
  readonly beside: readonly InjectionSignal[];
}

/** If the document's text is missing, only its passages are scanned. */
async function readSignals({ source }: StoredPassage, texts: StoredTexts): Promise<DocumentSignals> {
  const { text } = await texts.read(source.text.sha256);
  return { places: text === null ? [] : untrustedPlacesIn(text), beside: source.untrustedBeside };
}
