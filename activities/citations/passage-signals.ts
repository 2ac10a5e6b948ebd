import type { InjectionSignal } from '../../workflows/contracts/evidence.ts';
import type { StoredPassage } from '../index/corpus-index.ts';
import { signalsReaching, type UntrustedPlace, untrustedPlacesIn } from '../injection/injection-reach.ts';
import type { StoredTexts } from './stored-quotes.ts';

/** Reads of passages which signals they stand among; each document is looked through once. */
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

/** If the document's text is missing, its passages still show their own signals. */
async function readSignals({ source }: StoredPassage, texts: StoredTexts): Promise<DocumentSignals> {
  const { text } = await texts.read(source.text.sha256);
  return { places: text === null ? [] : untrustedPlacesIn(text), beside: source.untrustedBeside };
}
