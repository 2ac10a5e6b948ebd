import type { InjectionSignal } from '../../workflows/contracts/evidence.ts';
import type { StoredPassage } from '../index/corpus-index.ts';
import { signsReaching, type UntrustedPlace, untrustedPlacesIn } from '../injection/injection-reach.ts';
import { injectionSignalsIn } from '../injection/injection-signals.ts';
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

async function readSigns({ source, text: passageText }: StoredPassage, texts: StoredTexts): Promise<DocumentSigns> {
  const { text } = await texts.read(source.text.sha256);
  // Where the document's text is gone, its passages still speak for themselves.
  const whole = text ?? passageText;
  const { untrusted = [], untrustedBeside } = source;
  // Of a document that was read before this was kept apart: what its text does not have stands beside it.
  const inText = untrustedBeside === undefined ? injectionSignalsIn(whole) : [];
  const beside = untrustedBeside ?? untrusted.filter((sign) => !inText.includes(sign));
  return { places: text === null ? [] : untrustedPlacesIn(whole), beside };
}
